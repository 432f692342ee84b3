// Which of the two is shown: signing in, or the frame with its views; and what lives only while somebody is signed in.
import { call, whenKeyRefused } from "./core/api.js";
import { followBadge } from "./calling/badge.js";
import { cell, useCell } from "./core/cell.js";
import { hubNow } from "./core/clock.js";
import { forgetDrafts } from "./questions/drafts.js";
import { Frame } from "./frame.js";
import { followHistory } from "./questions/history.js";
import { html, render } from "./core/html.js";
import { key, secretOf } from "./core/key.js";
import { connect, disconnect, follow } from "./core/live.js";
import { failed, flush } from "./notices/acts.js";
import { followNotices } from "./notices/notices.js";
import { followPreferences } from "./core/preferences.js";
import { followQuestions } from "./questions/questions.js";
import { followRings } from "./calling/ring.js";
import { followSight } from "./core/sight.js";
import { isSignedIn, redeem, secretOfAddress, signOut } from "./signin.js";
import { followWatch } from "./sessions/watch_data.js";
import { fill, words } from "./core/words.js";
import { bringAll, View } from "./views.js";

/** @type {import("./core/cell.js").Cell<import("./types").Me | null>} */
const me = cell(/** @type {import("./types").Me | null} */ (null));
/** Why one is asked to sign in; null while somebody is signed in, "" before that is known. */
const reason = cell(/** @type {string | null} */ (""));
/** @type {(() => void)[]} */
let stops = [];

function App() {
  const why = useCell(reason);
  const who = useCell(me);
  if (why === "") return html`<p class="none">${words.connecting}</p>`;
  if (why !== null) return html`<${View} key="sign_in" view="sign_in" reason=${why} onSignedIn=${begin} />`;
  return html`<${Frame} me=${who} onSignOut=${leave} />`;
}

/** Somebody is signed in: follow everything, with the key that there is now. */
function begin() {
  end();
  stops = [
    followMe(), followSight(), followQuestions(), followNotices(), followWatch(), followPreferences(), followBadge(),
    followRings(), followHistory(), bringAll(), flush,
  ];
  reason.value = null;
  connect(lockedOut);
}

/** Who is here. A sign-in, unlike a key, has to be renewed. */
function followMe() {
  const renewed = (/** @type {string} */ expires_at) => me.change((who) => who && { ...who, expires_at });
  let turn = 0;
  let letEnd = () => {};
  const whoAmI = async () => {
    const mine = (turn += 1);
    const { expires_at } = (me.value = await call("GET", "/api/me"));
    const renewing = expires_at && await import("./core/renewing.js").catch(() => null);
    if (mine !== turn) return;
    letEnd();
    letEnd = renewing ? renewing.keepSignedIn(expires_at, renewed) : () => {};
  };
  const stop = follow({ load: whoAmI });
  return () => (stop(), (turn += 1), letEnd());
}

function end() {
  disconnect();
  for (const stop of stops) stop();
  stops = [];
  me.value = null;
}

/** @param {string} why */
function askToSignIn(why) {
  end();
  reason.value = why;
  forgetDrafts();
}

/** The hub refuses a key. Another tab may have a better one by now: that one is not forgotten.
 * @param {import("./core/key.js").Held} held @param {string} why */
function lockedOut(held, why) {
  if (reason.value !== null || held !== key.get()) return;
  const ends = me.value?.expires_at;
  const known = ends && hubNow() >= Date.parse(ends) ? "sign_in_over" : why;
  key.forget(known || "elsewhere");
  askToSignIn(sentence(known));
}

/** @param {string} why */
const sentence = (why) => words.signed_out_why[why] ?? words.signed_out_elsewhere;

/** Until the hub has taken a cookie back somebody is signed in, and is not told otherwise. */
async function leave() {
  flush();
  const isForgotten = secretOf(key.get()) !== null;
  if (isForgotten) askToSignIn(words.signed_out);
  try {
    await signOut();
    if (!isForgotten) askToSignIn(words.signed_out);
  } catch (refusal) {
    failed.value = fill(words.not_signed_out, { reason: /** @type {Error} */ (refusal).message });
  }
}

/** Another tab signed in (null) or out. @param {string | null} why */
async function followOther(why) {
  if (why === null) {
    if (await isSignedIn()) begin();
  } else if (reason.value === null) {
    askToSignIn(sentence(why));
  }
}

async function start() {
  const secret = secretOfAddress();
  const refusal = secret === null ? null : await redeem(secret).then(() => null, (error) => error);
  if (key.get() && reason.value === null && (secret === null || refusal)) return;
  if (await isSignedIn()) begin();
  else askToSignIn(refusal ? explainLink(refusal) : words.not_signed_in);
}

/** @param {import("./core/api.js").Refusal} refusal */
function explainLink({ status, code }) {
  if (code === "cookie_needs_https") return words.proxy_unknown;
  return status === 0 ? words.hub_away : words.link_used;
}

whenKeyRefused(lockedOut);
key.onChange(followOther);
addEventListener("hashchange", () => location.hash.startsWith("#sign-in=") && start());
render(html`<${App} />`, /** @type {Element} */ (document.getElementById("app")));
dispatchEvent(new Event("bellpull-started"));
start();
