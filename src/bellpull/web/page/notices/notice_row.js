// One notification: who told what, and when; what can be done with it. Its message is short until it is opened.
import { actOn } from "./acts.js";
import { address, href } from "../core/address.js";
import { Blocks } from "../markup/blocks.js";
import { Brief } from "../markup/brief.js";
import { cx, html, memo, useState } from "../core/html.js";
import { misplaced, moved, useItem } from "../core/items.js";
import { toggle } from "./selecting.js";
import { useSwipe } from "./swipe.js";
import { unmasked } from "../core/text.js";
import { Age } from "../core/time.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("./notice_events.js").Row} Row */
/** @typedef {{row: Row, chosen: boolean, me: string, chosenRows: () => Row[]}} Props */

const LONG = 280;
const LINES = 4;

export const NoticeRow = memo(function draw(/** @type {Props} */ { row, chosen, me, chosenRows }) {
  const [open, setOpen] = useState(false);
  const turn = () => setOpen(!open);
  /** @param {"acknowledge" | "dismiss"} verb */
  const act = (verb) => actOn(verb, chosen ? chosenRows() : [row], me);
  const item = useItem({ Enter: turn, x: () => toggle(row.id), a: () => act("acknowledge"), d: () => act("dismiss") });
  const slide = useSwipe(() => actOn("dismiss", [row], me));
  const seen = row.status !== "pending";
  const looks = cx(seen && "seen", open && "open", chosen && "chosen", row.fresh && "fresh");
  return html`<li class=${cx("row-of", row.notification_type, row.priority, looks)} data-id=${row.id} ref=${item}
    data-hint=${words.dismiss}>
    <div class="slide" ref=${slide}>
      <${Choose} row=${row} chosen=${chosen} />
      <${Head} row=${row} />
      <div class="told-text" onClick=${(/** @type {Event} */ event) => pressed(event) && turn()}>
        <h3>${unmasked(row.title)}</h3>
        <${Message} row=${row} open=${open} />
      </div>
      <div class="row">
        ${hasMore(row) && html`<button key="more" type="button" class="plain" aria-expanded=${open} onClick=${turn}
          aria-label=${labelled(open ? words.less : words.more, row)}>${open ? words.less : words.more}</button>`}
        ${!seen && html`<button key="acknowledge" type="button" class="plain"
          onClick=${() => actOn("acknowledge", [row], me)} aria-label=${labelled(words.acknowledge, row)}>${words.acknowledge}</button>`}
        ${row.status !== "dismissed" && html`<button key="dismiss" type="button" class="plain"
          onClick=${(/** @type {Event} */ event) => dismiss(event, row, me)}
          aria-label=${labelled(words.dismiss, row)}>${words.dismiss}</button>`}
      </div>
    </div>
  </li>`;
});

/** @param {string} verb @param {Row} row */
const labelled = (verb, row) => `${verb}: ${unmasked(row.title)}`;

/** The next row moves to where this one was: the second of two quick clicks is not meant for it.
 * @param {Event} event @param {Row} row @param {string} me */
function dismiss(event, row, me) {
  if (misplaced(event)) return;
  moved();
  actOn("dismiss", [row], me);
}

/** @param {{row: Row, chosen: boolean}} props */
function Choose({ row, chosen }) {
  return html`<label class="choose"><input type="checkbox" checked=${chosen} onChange=${() => toggle(row.id)}
    aria-label=${labelled(words.select, row)} /></label>`;
}

/** @param {{row: Row}} props */
function Head({ row }) {
  const type = row.shown ? "show" : row.notification_type;
  return html`<header>
    <a class="agent" href=${href("agents", { name: row.agent_name })}>${unmasked(row.agent_name)}</a>
    <span class=${cx("mark", row.notification_type)}>${words.type[type] ?? type}</span>
    ${row.priority !== "normal" && html`<span key="priority" class=${cx("mark", row.priority)}>
      ${words.urgency[row.priority] ?? row.priority}</span>`}
    ${row.category && html`<a key="category" class="quiet" href=${alsoBy("category", row.category)}
      title=${words.only_these}>${unmasked(row.category)}</a>`}
    ${row.status !== "pending" && html`<span key="seen" class="quiet">${said(row)}</span>`}
    <${Age} at=${row.created_at} />
  </header>`;
}

/** @param {Row} row */
function said({ status, acknowledged_by: name }) {
  const by = status === "dismissed" ? words.dismissed_by : words.seen_by;
  return name ? fill(by, { name: unmasked(name) }) : words.status[status === "dismissed" ? "dismissed" : "seen"];
}

/** @param {string} name @param {string} value */
const alsoBy = (name, value) => href("inbox", { filters: { ...address.value.filters, [name]: value } });

/** @param {{row: Row, open: boolean}} props */
function Message({ row, open }) {
  const message = row.message && row.message !== row.title ? row.message : "";
  if (!open) return message && html`<${Brief} text=${message} kind="short" />`;
  return html`${message && html`<${Blocks} key="blocks" text=${message} />`}
    ${hasData(row) && html`<pre key="data" class="data" tabindex="0">
      ${unmasked(JSON.stringify(row.metadata, null, 2))}</pre>`}`;
}

/** @param {Row} row */
const hasData = (row) => row.metadata !== null && Object.keys(row.metadata).length > 0;

/** Would it look otherwise if it were opened? @param {Row} row */
function hasMore(row) {
  const text = row.message && row.message !== row.title ? row.message : "";
  const marked = /```|~~~|\]\(|:\/\/|^\s*[#>|]/m.test(text);
  return marked || text.length > LONG || text.split("\n").length > LINES || hasData(row);
}

/** A click that neither followed a link nor selected words.
 * @param {Event} event */
function pressed(event) {
  const target = /** @type {Element} */ (event.target);
  return !target.closest("a, button, input, summary, pre") && getSelection()?.isCollapsed !== false;
}
