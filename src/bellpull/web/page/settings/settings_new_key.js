// Making a key. Its secret is shown once, here, and is nowhere else afterwards: the hub keeps a hash of it.
import { call } from "../core/api.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { useReading } from "./settings_reading.js";
import { fill, words } from "../core/words.js";

/** @typedef {{id: string, key: string, scope: "agent" | "user", agent_name?: string, user?: string}} Made */

/** @param {{me: import("../types").Me | null, onMade: () => void}} props */
export function NewKey({ me, onMade }) {
  const [made, setMade] = useState(/** @type {Made | null} */ (null));
  if (made) return html`<${Secret} made=${made} onDone=${() => setMade(null)} />`;
  return html`<${Form} me=${me} onMade=${(/** @type {Made} */ one) => {
    setMade(one);
    onMade();
  }} />`;
}

/** @param {{me: import("../types").Me | null, onMade: (made: Made) => void}} props */
function Form({ me, onMade }) {
  const [whose, setWhose] = useState("agent");
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState("");
  const kinds = Object.entries(words.keys_for_whom).filter(([kind]) => isOffered(kind, me));
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    const given = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const name = whose === "me" ? me?.name : String(given.get("name")).trim();
    const label = String(given.get("label")).trim() || null;
    setBusy(true);
    const body = { [whose === "agent" ? "agent_name" : "user"]: name, label };
    await call("POST", "/api/keys", body).then(onMade, (refusal) => {
      setTrouble(fill(words.not_sent, { reason: refusal.message }));
      setBusy(false);
    });
  };
  return html`<form class="new-key" inert=${busy} onSubmit=${submit}>
    <label>${words.keys_for} <select name="whose" value=${whose}
      onChange=${(/** @type {any} */ event) => setWhose(event.target.value)}>
      ${kinds.map(([kind, label]) => html`<option key=${kind} value=${kind}>${label}</option>`)}</select></label>
    ${whose !== "me" && html`<${Name} key="name" agents=${whose === "agent"} />`}
    <label key="label">${words.keys_label} <input name="label" maxlength="200" autocomplete="off"
      placeholder=${words.keys_label_hint} /></label>
    <button type="submit">${words.keys_make}</button>
    <p class="trouble" role="alert" hidden=${!trouble}>${trouble}</p>
  </form>`;
}

/** As hub/rights.py has it: a sign-in, or a page of somebody with a password, makes no keys of people.
 * @param {string} kind @param {import("../types").Me | null} me */
function isOffered(kind, me) {
  if (kind === "agent") return true;
  return me !== null && !me.expires_at && !me.has_password && (kind === "me" || me.admin);
}

/** As domain/identity.py has it. */
const NAME = "[A-Za-z0-9][A-Za-z0-9_.@\\-]{0,63}";

/** With the agents that there are: a second key of one is as good as the first.
 * @param {{agents: boolean}} props */
function Name({ agents }) {
  const [said] = useReading("/api/agents", { everyMs: 60_000, concerns: (event) => event.type === "access_changed" });
  return html`<label>${words.keys_name} <input name="name" required autocomplete="off" spellcheck=${false}
      list=${agents ? "agents-known" : undefined} pattern=${NAME} title=${words.keys_name_rule} /></label>
    <datalist id="agents-known">${(said?.agents ?? []).map((/** @type {{name: string}} */ one) => html`
      <option key=${one.name} value=${one.name} />`)}</datalist>`;
}

/** @param {{made: Made, onDone: () => void}} props */
function Secret({ made, onDone }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [copied, setCopied] = useState(false);
  useEffect(() => field.current?.select(), []);
  const copy = async () => setCopied(await copyFrom(/** @type {HTMLInputElement} */ (field.current)));
  const name = made.agent_name ?? made.user ?? "";
  return html`<div class="made" role="group" aria-labelledby="made-title">
    <p id="made-title"><strong>${fill(words.keys_of, { name })}</strong> ${words.keys_once}</p>
    <div class="row">
      <input id="secret" readonly spellcheck=${false} value=${made.key} ref=${field} aria-labelledby="made-title" />
      <button type="button" class="first" onClick=${copy}>${copied ? words.keys_copied : words.keys_copy}</button>
      <button type="button" onClick=${onDone}>${words.keys_done}</button>
    </div>
    <p class="quiet">${fill(made.scope === "agent" ? words.keys_use_agent : words.keys_use_person, { name })}</p>
  </div>`;
}

/** Pages that do not come from this machine or over TLS have no clipboard, but the old way to copy what is selected.
 * @param {HTMLInputElement} field */
async function copyFrom(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
