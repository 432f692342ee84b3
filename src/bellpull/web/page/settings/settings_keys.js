// Keys: those that work, each with a way to revoke it, and those that were revoked. This browser's own is marked.
import { call } from "../core/api.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { misplaced, moved } from "../core/items.js";
import { NewKey } from "./settings_new_key.js";
import { Panel } from "./settings_parts.js";
import { useReading } from "./settings_reading.js";
import { unmasked } from "../core/text.js";
import { Age } from "../core/time.js";
import { few, fill, words } from "../core/words.js";

const EVERY_MS = 30_000;
const AT_FIRST = 20;
/** How long "really?" stands there. */
const REALLY_MS = 6_000;
/** The label of the key that the first start of the hub made. */
const OWNERS = "owner.key";

/** @typedef {{id: string, scope: "agent" | "user", agent_name: string | null, user: string | null,
 *   label: string | null, created_at: string, last_used_at: string | null, revoked_at: string | null}} Key */

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
      <p><strong>${name}</strong> ${of.label && html`<span>${unmasked(of.label)}</span> `}
        <span class="mark">${words.keys_scopes[of.scope]}</span>
        ${here && html` <span class="mark completion">${words.keys_here}</span>`}</p>
      <p class="quiet">${words.keys_made} <${Age} at=${of.created_at} />
        ${!here && html` · <${Use} at=${of.last_used_at} />`}
        ${of.revoked_at && html` · ${words.keys_ended} <${Age} at=${of.revoked_at} />`} · <code>${of.id}</code></p>
      ${of.label === OWNERS && !of.revoked_at && html`<p class="quiet">${words.keys_owners}</p>`}
    </div>
    ${!of.revoked_at && html`<${Revoke} id=${of.id} name=${name} here=${here} onRevoked=${onRevoked} />`}
  </li>`;
}

/** @param {{at: string | null}} props */
function Use({ at }) {
  return at ? html`${words.keys_used} <${Age} at=${at} />` : words.keys_unused;
}

/** A key that is revoked never works again, so that it takes two clicks, and the second of a double click is none.
 * @param {{id: string, name: string, here: boolean, onRevoked: () => void}} props */
function Revoke({ id, name, here, onRevoked }) {
  const [really, setReally] = useState(false);
  const [trouble, setTrouble] = useState("");
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = () => {
    moved();
    setReally(true);
    timer.current = setTimeout(() => setReally(false), REALLY_MS);
  };
  const revoke = async () => {
    clearTimeout(timer.current);
    setReally(false);
    const refusal = await call("DELETE", `/api/keys/${encodeURIComponent(id)}`).then(() => null, (error) => error);
    setTrouble(refusal ? fill(words.not_sent, { reason: refusal.message }) : "");
    onRevoked();
  };
  /** @param {Event} event */
  const click = (event) => {
    if (!really) ask();
    else if (!misplaced(event)) revoke();
  };
  const label = really ? (here ? words.keys_really_here : words.keys_really) : words.keys_revoke;
  return html`<button type="button" class=${really ? "really" : "plain"} onClick=${click}
      aria-label=${`${label} ${name} ${id}`}>${label}</button>
    ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}`;
}
