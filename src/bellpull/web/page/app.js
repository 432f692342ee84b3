// Which of the two is shown: signing in, or the frame with its views; and what lives only while somebody is signed in.
import { call, whenKeyRefused } from "./core/api.js";
import { followBadge } from "./calling/badge.js";
import { cell, useCell } from "./core/cell.js";
import { forgetDrafts } from "./questions/drafts.js";
import { Frame } from "./frame.js";
import { html, render } from "./core/html.js";
import { key } from "./core/key.js";
import { connect, disconnect, follow } from "./core/live.js";
import { flush } from "./notices/acts.js";
import { followNotices } from "./notices/notices.js";
import { followPreferences } from "./core/preferences.js";
import { followQuestions } from "./questions/questions.js";
import { followRings } from "./calling/ring.js";
import { redeem, secretOfAddress, signOut, SignIn } from "./signin.js";
import { followWatch } from "./sessions/watch_data.js";
import { words } from "./core/words.js";
import { bringAll } from "./views.js";

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
  if (why !== null) return html`<${SignIn} reason=${why} onSignedIn=${begin} />`;
  return html`<${Frame} me=${who} onSignOut=${leave} />`;
}

/** Somebody is signed in: follow everything, with the key that there is now. */
function begin() {
  end();
  const whoAmI = async () => void (me.value = await call("GET", "/api/me"));
  stops = [
    follow({ load: whoAmI }), followQuestions(), followNotices(), followWatch(), followPreferences(), followBadge(),
    followRings(), bringAll(), flush,
  ];
  reason.value = null;
  connect(lockedOut);
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
 * @param {string | null} token */
function lockedOut(token) {
  if (reason.value !== null || token !== key.get()) return;
  key.forget();
  askToSignIn(words.signed_out_elsewhere);
}

async function leave() {
  askToSignIn(words.signed_out);
  await signOut();
}

async function start() {
  const secret = secretOfAddress();
  const refusal = secret === null ? null : await redeem(secret).then(() => null, (error) => error);
  if (key.get() && reason.value === null && (secret === null || refusal)) return;
  if (key.get()) begin();
  else if (!refusal) askToSignIn(words.not_signed_in);
  else askToSignIn(refusal.status === 0 ? words.hub_away : words.link_used);
}

whenKeyRefused(lockedOut);
key.onChange(() => (key.get() ? begin() : reason.value === null && askToSignIn(words.signed_out)));
addEventListener("hashchange", () => location.hash.startsWith("#sign-in=") && start());
render(html`<${App} />`, /** @type {Element} */ (document.getElementById("app")));
dispatchEvent(new Event("bellpull-started"));
start();
