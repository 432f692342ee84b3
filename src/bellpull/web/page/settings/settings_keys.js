// Keys and sign-ins: those that work, each with a way to end it, and those that were ended. This browser's own is marked.
import { call } from "../core/api.js";
import { html, useState } from "../core/html.js";
import { NewKey } from "./settings_new_key.js";
import { Panel } from "./settings_parts.js";
import { useReading } from "./settings_reading.js";
import { unmasked } from "../core/text.js";
import { Age, dayAndTime } from "../core/time.js";
import { Twice } from "../core/twice.js";
import { few, fill, words } from "../core/words.js";

const EVERY_MS = 30_000;
const AT_FIRST = 20;
/** The label of the key that the first start of the hub made. */
const OWNERS = "owner.key";

/** @typedef {{id: string, scope: "agent" | "user", agent_name: string | null, user: string | null,
 *   label: string | null, created_at: string, last_used_at: string | null, revoked_at: string | null,
 *   expires_at: string | null}} Key expires_at: of a sign-in */

/** @param {{me: import("../types").Me | null}} props */
export function KeysPanel({ me }) {
  const concerns = (/** @type {import("../types").HubEvent} */ event) => event.type === "access_changed";
  const [said, again] = useReading("/api/keys", { everyMs: EVERY_MS, concerns });
  /** @type {Key[]} */
  const keys = said?.keys ?? [];
  /** Newest first, this browser's own before all. @param {Key} key */
  const rank = (key) => (key.id === me?.key_id ? Infinity : when(key.revoked_at ?? key.created_at));
  const sorted = keys.toSorted((one, other) => (rank(one) < rank(other) ? 1 : -1));
  const works = sorted.filter((key) => !key.revoked_at);
  const ended = sorted.filter((key) => key.revoked_at);
  return html`<${Panel} name="keys" title=${words.access_keys} about=${words.access_keys_about}>
    <${NewKey} me=${me} onMade=${again} />
    <${Some} keys=${works} me=${me} onRevoked=${again} />
    ${ended.length > 0 && html`<details>
      <summary>${few(words.keys_ended_one, words.keys_ended_many, ended.length)}</summary>
      <${Some} keys=${ended} me=${me} onRevoked=${again} />
    </details>`}
  </${Panel}>`;
}

/** @param {string} at */
const when = (at) => new Date(at).getTime();

/** The first ones of a list, and the way to all of it.
 * @param {{keys: Key[], me: import("../types").Me | null, onRevoked: () => void}} props */
function Some({ keys, me, onRevoked }) {
  const [all, setAll] = useState(false);
  const shown = all ? keys : keys.slice(0, AT_FIRST);
  return html`<ul class="lines">
      ${shown.map((key) => html`
        <${Line} key=${key.id} of=${key} here=${key.id === me?.key_id} onRevoked=${onRevoked} />`)}
    </ul>
    ${shown.length < keys.length && html`<button type="button" class="plain" onClick=${() => setAll(true)}>
      ${fill(words.keys_show_all, { count: keys.length })}</button>`}`;
}

/** @param {{of: Key, here: boolean, onRevoked: () => void}} props */
function Line({ of, here, onRevoked }) {
  const name = unmasked(of.agent_name ?? of.user);
  return html`<li class="line" data-key=${of.id}>
    <div class="line-text">
      <p><strong>${name}</strong> ${of.label && !of.expires_at && html`<span>${unmasked(of.label)}</span> `}
        <span class="mark">${of.expires_at ? words.keys_sign_in : words.keys_scopes[of.scope]}</span>
        ${here && html` <span class="mark completion">${words.keys_here}</span>`}</p>
      <p class="quiet">${of.expires_at ? words.keys_signed_in : words.keys_made} <${Age} at=${of.created_at} />
        ${!here && html` · <${Use} at=${of.last_used_at} />`}
        ${of.revoked_at && html` · ${of.expires_at ? words.keys_over : words.keys_ended} <${Age} at=${of.revoked_at} />`}
        ${of.expires_at && !of.revoked_at && html` · ${fill(words.keys_ends, { time: dayAndTime(of.expires_at) })}`}
        ${" "}· <code>${of.id}</code></p>
      ${of.label === OWNERS && !of.revoked_at && html`<p class="quiet">${words.keys_owners}</p>`}
    </div>
    ${!of.revoked_at && html`<${Revoke} of=${of} name=${name} here=${here} onRevoked=${onRevoked} />`}
  </li>`;
}

/** @param {{at: string | null}} props */
function Use({ at }) {
  return at ? html`${words.keys_used} <${Age} at=${at} />` : words.keys_unused;
}

/** A key that is revoked never works again.
 * @param {{of: Key, name: string, here: boolean, onRevoked: () => void}} props */
function Revoke({ of, name, here, onRevoked }) {
  const revoke = async () => {
    const path = `/api/keys/${encodeURIComponent(of.id)}`;
    const trouble = await call("DELETE", path).then(() => "", (error) => fill(words.not_sent, { reason: error.message }));
    onRevoked();
    return trouble;
  };
  const [label, really] = of.expires_at ? [words.keys_end, words.keys_really_end] : [words.keys_revoke, words.keys_really];
  return html`<${Twice} label=${label} really=${here ? words.keys_really_here : really} about=${`${name} ${of.id}`}
    onDo=${revoke} />`;
}
