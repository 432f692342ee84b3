// The filters: a text, and what there is to choose. They live in the address; here they are shown and changed.
import { address, go } from "../core/address.js";
import { call } from "../core/api.js";
import { useCell } from "../core/cell.js";
import { filtersOf, NAMES, STATUS_WORDS } from "./filtering.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { notices } from "./notices.js";
import { unmasked } from "../core/text.js";
import { fill, words } from "../core/words.js";

const TYPING_MS = 250;
const TYPES = ["alert", "info", "status", "completion", "question"];
const PRIORITIES = ["urgent", "high", "normal", "low"];

/** @param {string} name @param {string} value @param {{replace?: boolean}} [how] */
function setFilter(name, value, how) {
  go("inbox", { filters: { ...address.value.filters, [name]: value } }, how);
}

export const clearFilters = () => go("inbox");

export function Filters() {
  const { filters } = useCell(address);
  const [open, setOpen] = useState(false);
  const active = Object.entries(filtersOf(filters));
  return html`<div class="filters" role="search" aria-label=${words.filters}>
    <div class="row">
      <${Search} text=${filters.text ?? ""} />
      <button type="button" class="plain" aria-expanded=${open} onClick=${() => setOpen(!open)}>
        ${words.filters}</button>
    </div>
    ${open && html`<${Choices} key="choices" filters=${filters} />`}
    ${active.length > 0 && html`<div key="chips" class="row chips">
      ${active.map(([name, value]) => html`<button key=${name} type="button" class="chip"
        onClick=${() => setFilter(name, "")} aria-label=${fill(words.without_filter, { filter: chip(name, value) })}>
        ${chip(name, value)}<span aria-hidden="true"> ×</span></button>`)}
      <button type="button" class="plain" onClick=${clearFilters}>${words.clear_filters}</button>
    </div>`}
  </div>`;
}

/** @param {string} name @param {string} value */
const chip = (name, value) => `${words.filter[name]}: ${unmasked(label(name, value))}`;

/** @param {string} name @param {string} value @returns {string} */
function label(name, value) {
  if (name === "type") return value === "question" ? words.type.show : words.type[value] ?? value;
  if (name === "priority") return words.urgency[value] ?? value;
  return name === "status" ? words.status[value] ?? value : value;
}

/** What is typed goes to the address a moment later; what the address says otherwise (back, "clear") goes here.
 * @param {{text: string}} props */
function Search({ text }) {
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  useEffect(() => {
    if (text !== sent.current) setTyped(text);
    sent.current = text;
  }, [text]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => setFilter("text", (sent.current = typed), { replace: true }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return html`<input type="search" data-search value=${typed} maxlength="200" placeholder=${words.search}
    aria-label=${words.search} onInput=${(/** @type {any} */ event) => setTyped(event.target.value)} />`;
}

/** @param {{filters: Record<string, string>}} props */
function Choices({ filters }) {
  const [agents, setAgents] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    const named = (/** @type {any} */ said) => setAgents(said.agents.map((/** @type {any} */ one) => one.name));
    call("GET", "/api/agents").then(named, () => {});
  }, []);
  const { rows } = useCell(notices);
  const categories = [...new Set(rows.map((row) => row.category ?? ""))].filter(Boolean).sort();
  const senders = [...new Set([...agents, ...rows.map((row) => row.agent_name)])].sort();
  /** @type {Record<string, string[]>} */
  const choices = {
    agent: senders, type: TYPES, priority: PRIORITIES, status: STATUS_WORDS.slice(1), category: categories,
  };
  return html`<div class="filter-fields">
    ${NAMES.filter((name) => choices[name]).map((name) => html`
      <${Choice} key=${name} name=${name} value=${filters[name] ?? ""} values=${choices[name]} />`)}
  </div>`;
}

/** @param {{name: string, value: string, values: string[]}} props */
function Choice({ name, value, values }) {
  const every = value && !values.includes(value) ? [...values, value] : values;
  return html`<label><span class="quiet">${words.filter[name]}</span>
    <select name=${name} value=${value} onChange=${(/** @type {any} */ event) => setFilter(name, event.target.value)}>
      <option value="">${name === "status" ? words.status.kept : words.any}</option>
      ${every.map((one) => html`<option key=${one} value=${one}>${unmasked(label(name, one))}</option>`)}
    </select></label>`;
}
