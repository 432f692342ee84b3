// Who one is at this hub, and one's password.
import { call, keyRefused, Refusal } from "../core/api.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { PasswordField, Trouble, useWaiting } from "../core/password.js";
import { Panel } from "./settings_parts.js";
import { unmasked } from "../core/text.js";
import { dayAndTime } from "../core/time.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("../types").Me} Me */

/** @param {{me: Me | null}} props */
export function AccountPanel({ me }) {
  return html`<${Panel} name="account" title=${words.account} about=${words.account_about}>
    ${me && html`<p><strong>${unmasked(me.name)}</strong>
        ${" "}<span class="mark">${me.admin ? words.account_admin : words.account_member}</span></p>
      <p class="quiet">${me.admin ? words.account_admin_may : words.account_member_may}</p>
      <p class="quiet" id="signed-in-until">${me.expires_at
        ? fill(words.account_until, { time: dayAndTime(me.expires_at) }) : words.account_by_key}</p>
      <${Password} key=${me.has_password} me=${me} />`}
  </${Panel}>`;
}

/** @param {{me: Me}} props */
function Password({ me }) {
  const [open, setOpen] = useState(false);
  const opener = useRef(/** @type {HTMLElement | null} */ (null));
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  if (open) return html`<${Form} me=${me} onCancel=${close} />`;
  return html`${!me.has_password && html`<p>${words.password_none}</p>`}
    <div class="row"><button type="button" id="change-password" ref=${opener} onClick=${() => setOpen(true)}>
      ${me.has_password ? words.password_change : words.password_set}…</button></div>`;
}

/** @param {{me: Me, onCancel: () => void}} props */
function Form({ me, onCancel }) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const [left, wait] = useWaiting();
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const first = me.has_password ? "current" : "new";
  useEffect(() => /** @type {any} */ (form.current?.elements.namedItem(first))?.focus(), []);
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    const given = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const [current, password, again] = ["current", "new", "again"].map((name) => given.get(name));
    if (left) return;
    setTrouble(password === again ? "" : words.password_not_same);
    if (password !== again) return;
    setBusy(true);
    const path = `/api/users/${encodeURIComponent(me.name)}/password`;
    const refusal = await call("PUT", path, { password, current }).then(() => null, (error) => error);
    if (!refusal) return keyRefused("password_changed");
    setBusy(false);
    if (refusal.code === "too_many_logins") wait(refusal.seconds);
    else setTrouble(explain(refusal));
  };
  return html`<form class="own-password" inert=${busy} ref=${form} onSubmit=${submit}>
    <input name="username" autocomplete="username" value=${me.name} readonly hidden />
    ${me.has_password && html`<${PasswordField} key="current" name="current" label=${words.password_current}
      autocomplete="current-password" />`}
    <${PasswordField} key="new" name="new" label=${words.password_new} autocomplete="new-password"
      describedby="password-rules" />
    <p class="quiet" id="password-rules">${words.password_rules}</p>
    <${PasswordField} key="again" name="again" label=${words.password_again} autocomplete="new-password" />
    <p>${words.password_ends_all}</p>
    <div class="row">
      <button type="submit" class="first" aria-disabled=${left > 0}>
        ${me.has_password ? words.password_change : words.password_set}</button>
      <button type="button" onClick=${onCancel}>${words.cancel}</button>
    </div>
    <${Trouble} trouble=${trouble} left=${left} />
  </form>`;
}

/** @param {Refusal} refusal */
function explain({ code, message }) {
  return words.password_refused[code] ?? fill(words.not_sent, { reason: message });
}
