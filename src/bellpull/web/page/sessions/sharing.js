// Whose an agent is, and with whom it is shared. Its owner and admins share it and end that; others are told.
import { call } from "../core/api.js";
import { html, useRef, useState } from "../core/html.js";
import { announce } from "../core/said.js";
import { readAgents } from "../core/sight.js";
import { useReading } from "../settings/settings_reading.js";
import { unmasked } from "../core/text.js";
import { Twice } from "../core/twice.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("../core/sight.js").Known} Known */
/** @typedef {import("../types").Me} Me */

/** @param {{agent: Known, me: Me | null}} props */
export function Sharing({ agent, me }) {
  if (!me) return null;
  if (agent.owner !== me.name && !me.admin) return html`<p class="quiet whose">${whose(agent, me)}</p>`;
  return html`<details class="sharing">
    <summary>${whose(agent, me)}</summary>
    <p class="quiet">${words.share_about}</p>
    <${People} agent=${agent} />
    <${Add} agent=${agent} me=${me} />
  </details>`;
}

/** "Yours · shared with ada and grace". @param {Known} agent @param {Me} me */
function whose({ owner, shared_with }, me) {
  const own = owner === me.name ? words.share_yours : fill(words.share_owner, { name: unmasked(owner) });
  const names = shared_with.map((name) => (name === me.name ? words.share_you : unmasked(name)));
  const list = new Intl.ListFormat(words.language).format(names);
  return `${own} · ${names.length ? fill(words.share_with, { names: list }) : words.share_nobody}`;
}

/** @param {Known} agent @param {string} user */
const pathOf = (agent, user) => `/api/agents/${encodeURIComponent(agent.name)}/shares/${encodeURIComponent(user)}`;

/** What went wrong, in words. @param {"PUT" | "DELETE"} method @param {Known} agent @param {string} user */
async function change(method, agent, user) {
  try {
    await call(method, pathOf(agent, user));
    announce(fill(method === "PUT" ? words.share_done : words.share_ended, { agent: agent.name, name: user }));
    await readAgents().catch(() => {});
    return "";
  } catch (refusal) {
    const { code, message } = /** @type {import("../core/api.js").Refusal} */ (refusal);
    return words.share_refused[code] ?? fill(words.not_sent, { reason: message });
  }
}

/** @param {{agent: Known}} props */
function People({ agent }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  /** The button goes with its line: the focus goes to the field. @param {string} user */
  const end = async (user) => {
    const trouble = await change("DELETE", agent, user);
    const field = /** @type {HTMLElement | null | undefined} */ (list.current?.parentElement?.querySelector("input"));
    if (!trouble) field?.focus();
    return trouble;
  };
  return html`<ul class="lines" ref=${list}>
    ${agent.shared_with.map((user) => html`<li class="line" key=${user} data-shared=${user}>
      <p class="line-text">${unmasked(user)}</p>
      <${Twice} label=${words.share_end} really=${words.share_really} about=${unmasked(user)} onDo=${() => end(user)} />
    </li>`)}
  </ul>`;
}

/** @param {{agent: Known, me: Me}} props */
function Add({ agent, me }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    const user = field.current?.value.trim();
    if (!user || busy) return;
    setBusy(true);
    const wrong = await change("PUT", agent, user);
    setTrouble(wrong);
    setBusy(false);
    if (!wrong && field.current) field.current.value = "";
    field.current?.[wrong ? "select" : "focus"]();
  };
  return html`<form class="share" onSubmit=${submit}>
    <label for="share-with">${words.share_field}</label>
    <div class="row">
      <input id="share-with" required maxlength="64" autocomplete="off" autocapitalize="off" spellcheck=${false}
        list=${me.admin ? "people-known" : undefined} ref=${field} />
      <button type="submit" aria-disabled=${busy}>${words.share}</button>
    </div>
    ${me.admin && html`<${Everybody} agent=${agent} />`}
    <p class="trouble" role="alert" hidden=${!trouble}>${trouble}</p>
  </form>`;
}

/** Whom it could be shared with; only admins know who there is. @param {{agent: Known}} props */
function Everybody({ agent }) {
  const [said] = useReading("/api/users", { everyMs: 60_000, concerns: (event) => event.type === "access_changed" });
  const has = new Set([agent.owner, ...agent.shared_with]);
  const people = (said?.users ?? []).filter((/** @type {{name: string}} */ one) => !has.has(one.name));
  return html`<datalist id="people-known">
    ${people.map((/** @type {{name: string}} */ one) => html`<option key=${one.name} value=${one.name} />`)}</datalist>`;
}
