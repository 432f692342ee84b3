// What one sees who is not signed in: why, a form for name and password, and a field for a link or a key.
import { callAs, Refusal } from "./core/api.js";
import { html, useRef, useState } from "./core/html.js";
import { key } from "./core/key.js";
import { PasswordField, Trouble, useWaiting } from "./core/password.js";
import { MARK, redeem } from "./signin.js";
import { words } from "./core/words.js";

const WRONG = [400, 401, 404, 410, 422];

/** @param {{reason: string, onSignedIn: () => void}} props */
export function SignIn({ reason, onSignedIn }) {
  return html`
    <header class="top signin-top">
      <p class="brand"><img src=${icon} alt="" width="26" height="26" /> Bellpull</p>
    </header>
    <main class="signin" aria-label=${words.sign_in}>
      <div role="alert"><h1 class="reason">${reason}</h1></div>
      <${LogIn} onSignedIn=${onSignedIn} />
      <section class="by-link">
        <h2>${words.without_password}</h2>
        <p>${words.how_to_sign_in}</p>
        <pre><code>bellpull page</code></pre>
        <${Paste} onSignedIn=${onSignedIn} />
        <p class="quiet">${words.not_installed}</p>
      </section>
    </main>`;
}

const icon = new URL("bell.svg", import.meta.url).href;

/** @param {{onSignedIn: () => void}} props */
function LogIn({ onSignedIn }) {
  const name = useRef(/** @type {HTMLInputElement | null} */ (null));
  const password = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const [left, wait] = useWaiting();
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    if (left) return;
    setBusy(true);
    const given = [name.current?.value.trim() ?? "", password.current?.value ?? ""];
    const refusal = await logIn(given[0], given[1]).then(() => null, (error) => error);
    setBusy(false);
    if (!refusal) return onSignedIn();
    const slowed = refusal.code === "too_many_logins";
    if (slowed) wait(refusal.seconds);
    setTrouble(slowed ? "" : explain(refusal, words.login_wrong));
    requestAnimationFrame(() => password.current?.select());
  };
  return html`<form class="log-in" inert=${busy} onSubmit=${submit}>
    <div class="field"><label for="name">${words.your_name}</label>
      <input id="name" name="name" autocomplete="username" autocapitalize="off" spellcheck=${false} maxlength="64" required
        ref=${name} /></div>
    <${PasswordField} name="password" label=${words.password} autocomplete="current-password" field=${password} />
    <button type="submit" class="first" aria-disabled=${left > 0}>${words.sign_in}</button>
    <${Trouble} trouble=${trouble} left=${left} />
  </form>`;
}

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
    setTrouble(explain(refusal, words.paste_wrong));
    // Once the form may be used again.
    requestAnimationFrame(() => field.current?.select());
  };
  return html`<form class="paste" inert=${busy} onSubmit=${submit}>
    <label for="paste">${words.paste}</label>
    <div class="row">
      <input id="paste" type="password" autocomplete="off" spellcheck=${false} required ref=${field} />
      <button type="submit">${words.sign_in}</button>
    </div>
    <p class="trouble" role="alert" hidden=${!trouble}>${trouble}</p>
  </form>`;
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

/** @param {string} name @param {string} password */
async function logIn(name, password) {
  const { token } = await callAs(null, "POST", "/api/login", { name, password, ...key.wanted });
  key.keep(token);
}

/** @param {unknown} refusal @param {string} wrong what is said of what was not right */
function explain(refusal, wrong) {
  if (!(refusal instanceof Refusal)) return String(refusal);
  if (refusal.status === 0) return words.hub_away;
  if (refusal.code === "person_required") return words.agents_key;
  if (refusal.code === "cookie_needs_https") return words.proxy_unknown;
  return WRONG.includes(refusal.status) ? wrong : refusal.message;
}
