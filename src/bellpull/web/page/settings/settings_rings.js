// Notifications of the browser, and a sound. The browser is asked for its permission only when somebody clicks here.
import { cell, useCell } from "../core/cell.js";
import { html, useEffect } from "../core/html.js";
import { rings, sound } from "../core/preferences.js";
import { canShow, play } from "../calling/ring.js";
import { Panel, Switch } from "./settings_parts.js";
import { words } from "../core/words.js";

/** What the browser says to notifications: "granted", "denied", "default" (it was not asked yet), or why there are
 * none. @returns {string} */
function standing() {
  if (!isSecureContext) return "insecure";
  if (!globalThis.Notification) return "absent";
  return canShow() ? Notification.permission : "unable";
}

const stands = cell("");

export function RingsPanel() {
  useEffect(followPermission, []);
  return html`<${Panel} name="rings" title=${words.rings} about=${words.rings_about}>
    <${Rings} />
    <${Sound} />
  </${Panel}>`;
}

function Rings() {
  const now = useCell(stands);
  const on = useCell(rings);
  if (now === "granted") {
    return html`<${Switch} name="rings" label=${words.rings_show} on=${on}
      onSwitch=${(/** @type {boolean} */ is) => (rings.value = is)} />`;
  }
  return now && html`<p>${words.rings_none[now]}</p>
    ${now === "default" && html`<div class="row"><button type="button" class="allow" onClick=${allow}>
      ${words.rings_allow}</button></div>`}`;
}

async function allow() {
  await Notification.requestPermission();
  stands.value = standing();
  if (stands.value === "granted") rings.value = true;
}

function Sound() {
  const on = useCell(sound);
  return html`<div class="row">
    <${Switch} name="sound" label=${words.sound_play} on=${on}
      onSwitch=${(/** @type {boolean} */ is) => (sound.value = is)} />
    <button type="button" class="plain" onClick=${play}>${words.sound_try}</button>
  </div>`;
}

/** It can be changed in the browser's own settings at any time. */
function followPermission() {
  const look = () => (stands.value = standing());
  /** @type {PermissionStatus | undefined} */
  let status;
  look();
  navigator.permissions?.query({ name: "notifications" }).then((found) => {
    status = found;
    status.addEventListener("change", look);
  }, () => {});
  return () => status?.removeEventListener("change", look);
}
