// Which of the two views is shown: signing in, or the inbox with its live line.
import { whenKeyRefused } from "/page/api.js";
import { h, say } from "/page/dom.js";
import { Inbox } from "/page/inbox.js";
import { key } from "/page/key.js";
import { redeem, secretOfAddress, signInView, signOut, whoAmI, whoView } from "/page/signin.js";
import { Line } from "/page/socket.js";
import { words } from "/page/words.js";

const RETRY_MS = 1_000;
const main = document.getElementById("main");
const state = document.getElementById("state");
const who = document.getElementById("who");

let inbox = null;
let retry = null;

const line = new Line({ state: showState, reset: load, event: (event) => inbox?.take(event), refused: lockedOut });

function showState(name) {
  state.className = name;
  say(state, words[name]);
}

function showInbox() {
  inbox = new Inbox(load);
  main.replaceChildren(inbox.element);
  line.start();
}

/** The lists are read until they are there: an error here is a hub that is away, or stopping. */
async function load() {
  clearTimeout(retry);
  const loading = inbox;
  try {
    const [me] = await Promise.all([whoAmI(), loading.load()]);
    if (loading === inbox) who.replaceChildren(...whoView(me.name, leave));
  } catch {
    if (loading === inbox && inbox) retry = setTimeout(load, RETRY_MS);
  }
}

function showSignIn(reason) {
  clearTimeout(retry);
  line.stop();
  inbox = null;
  document.title = "Bellpull";
  say(state, "");
  who.replaceChildren();
  main.replaceChildren(signInView(reason, showInbox));
}

/** The hub refuses a key. Another tab may have a better one by now: that one is not forgotten. */
function lockedOut(token) {
  if (!inbox || token !== key.get()) return;
  key.forget();
  showSignIn(words.signed_out_elsewhere);
}

async function leave() {
  showSignIn(words.signed_out);
  await signOut();
}

async function begin() {
  const secret = secretOfAddress();
  const refusal = secret === null ? null : await redeem(secret).then(() => null, (error) => error);
  if (key.get() && inbox && (secret === null || refusal)) return;
  if (key.get()) showInbox();
  else if (!refusal) showSignIn(words.not_signed_in);
  else showSignIn(refusal.status === 0 ? words.hub_away : words.link_used);
}

whenKeyRefused(lockedOut);
key.onChange(() => (key.get() ? showInbox() : inbox && showSignIn(words.signed_out)));
addEventListener("hashchange", () => location.hash && begin());
setInterval(() => inbox?.tick(), 1_000);
main.replaceChildren(h("p", { class: "none" }, words.connecting));
begin();
