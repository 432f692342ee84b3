// Signing in and out. A link's secret is used once; a pasted key is only used to get a key of this browser's own, so
// that signing out revokes that one and nobody's own key lies in a browser.
import { callAs, Refusal } from "./core/api.js";
import { html, useRef, useState } from "./core/html.js";
import { key } from "./core/key.js";
import { words } from "./core/words.js";

const MARK = "#sign-in=";
const WRONG = [400, 401, 404, 410, 422];

/** The secret that the address brings, taken out of it at once; null without one. */
export function secretOfAddress() {
  if (!location.hash.startsWith(MARK)) return null;
  const secret = location.hash.slice(MARK.length);
  history.replaceState(null, "", location.pathname);
  return secret;
}

/** Use a link's secret. A key that this browser had before is given back.
 * @param {string} secret */
export async function redeem(secret) {
  const before = key.get();
  const { token } = await callAs(null, "POST", "/api/sign-in", { secret });
  key.keep(token);
  if (before) await revoke(before).catch(() => {});
}

/** @param {string} text a link or a person's key */
async function redeemPasted(text) {
  const pasted = text.trim();
  const mark = pasted.indexOf(MARK);
  if (mark >= 0) return redeem(pasted.slice(mark + MARK.length));
  // What could not be sent as a key is none.
  if (!/^[\x21-\x7e]+$/.test(pasted)) throw new Refusal(401, { detail: "", code: "invalid_key" });
  const { secret } = await callAs(pasted, "POST", "/api/sign-in-links");
  return redeem(secret);
}

export async function signOut() {
  const token = key.get();
  key.forget();
  if (token) await revoke(token).catch(() => {}); // the hub is away: this browser forgets its key all the same
}

/** @param {string} token */
async function revoke(token) {
  const me = await callAs(token, "GET", "/api/me");
  await callAs(token, "DELETE", `/api/keys/${encodeURIComponent(me.key_id)}`);
}

/** What one sees who is not signed in; `reason` says why.
 * @param {{reason: string, onSignedIn: () => void}} props */
export function SignIn({ reason, onSignedIn }) {
  return html`
    <header class="top signin-top">
      <p class="brand"><img src=${icon} alt="" width="26" height="26" /> Bellpull</p>
    </header>
    <main class="signin" aria-label=${words.sign_in}>
      <div role="alert"><h1 class="reason">${reason}</h1></div>
      <p>${words.how_to_sign_in}</p>
      <pre><code>bellpull page</code></pre>
      <${Paste} onSignedIn=${onSignedIn} />
      <p class="quiet">${words.not_installed}</p>
    </main>`;
}

const icon = new URL("bell.svg", import.meta.url).href;

/** @param {{onSignedIn: () => void}} props */
function Paste({ onSignedIn }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    const refusal = await redeemPasted(field.current?.value ?? "").then(() => null, (error) => error);
    setBusy(false);
    if (!refusal) return onSignedIn();
    setTrouble(explain(refusal));
    // Once the form may be used again.
    requestAnimationFrame(() => field.current?.select());
  };
  return html`<form class="paste" inert=${busy} onSubmit=${submit}>
    <label for="paste">${words.paste}</label>
    <div class="row">
      <input id="paste" type="password" autocomplete="off" spellcheck="false" required ref=${field} />
      <button type="submit" class="first">${words.sign_in}</button>
    </div>
    <p class="trouble" role="alert" hidden=${!trouble}>${trouble}</p>
  </form>`;
}

/** @param {unknown} refusal */
function explain(refusal) {
  if (!(refusal instanceof Refusal)) return String(refusal);
  if (refusal.status === 0) return words.hub_away;
  if (refusal.status === 403) return words.agents_key;
  return WRONG.includes(refusal.status) ? words.paste_wrong : refusal.message;
}
