// The notifications of the inbox: heading, filters, rows, and the next page as soon as one comes near the end.
import { actOn, actOnAll, acts, rowsAfter, undoable } from "./acts.js";
import { useCell } from "../core/cell.js";
import { clearFilters, Filters } from "./filters.js";
import { statusesOf } from "./filtering.js";
import { cx, html, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "../core/html.js";
import { focusItem } from "../core/items.js";
import { NoticeRow } from "./notice_row.js";
import { newOnes } from "./notice_events.js";
import { notices, showOlder } from "./notices.js";
import { keepSelected, selected, selectNone } from "./selecting.js";
import { unmasked } from "../core/text.js";
import { few, fill, words } from "../core/words.js";

/** @typedef {import("./notice_events.js").Row} Row */

/** The rows as they are shown: with what was done here and can still be undone. */
export function useShownRows() {
  const { rows, filters } = useCell(notices);
  const done = useCell(acts);
  return useMemo(() => rowsAfter(rows, done, filters), [rows, done, filters]);
}

/** @param {{me: string, rows: Row[]}} props */
export function NoticeList({ me, rows }) {
  const { filters, read, more, further, trouble } = useCell(notices);
  const filtered = Object.keys(filters).length > 0;
  const chosen = useCell(selected);
  const shown = useRef(rows);
  shown.current = rows;
  const chosenRows = useCallback(() => shown.current.filter((row) => selected.value.has(row.id)), []);
  useEffect(() => keepSelected(rows), [rows]);
  useFocusBeside(rows);
  const allGo = useCell(acts).some(({ all }) => all !== null && !Object.keys(all.filters).length);
  // New ones, as on every surface; behind filters, all that fit.
  const count = filtered ? rows.length : newOnes(rows) + (allGo ? 0 : further);
  const number = filtered && more ? fill(words.at_least, { count }) : count;
  const said = filtered ? few(words.one_fits, words.many_fit, number) : few(words.one_new_here, words.many_new_here, number);
  return html`<section class="notices" aria-labelledby="notices-title">
    <div class="head">
      <h2 id="notices-title" tabindex="-1">${words.notifications}
        ${count > 0 && html`${" "}<span key="number" class="quiet number">${said}</span>`}</h2>
      <${ForAll} me=${me} rows=${rows} more=${more} filters=${filters} />
    </div>
    <${Filters} />
    ${trouble && html`<p key="trouble" class="trouble" role="alert">${unmasked(trouble)}</p>`}
    ${read && !rows.length && !trouble && html`<${None} key="none" filtered=${filtered} />`}
    <ul class="rows" key="rows">
      ${rows.map((row) => html`<${NoticeRow} key=${row.id} row=${row} me=${me} chosen=${chosen.has(row.id)}
        chosenRows=${chosenRows} />`)}
    </ul>
    <${Older} key="older" more=${more} count=${rows.length} />
    ${chosen.size > 0 && html`<${Chosen} key="chosen" count=${chosen.size} chosenRows=${chosenRows} me=${me} />`}
  </section>`;
}

/** Who is in a row that goes is in the next one then, else in the one before, else at the heading. Where the focus is
 * has to be known before the rows are drawn: with its row it is gone.
 * @param {Row[]} rows */
function useFocusBeside(rows) {
  const before = useRef(rows);
  const focused = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest(".row-of"))?.dataset.id;
  useLayoutEffect(() => {
    const was = before.current;
    before.current = rows;
    const left = new Set(rows.map((row) => row.id));
    if (!focused || left.has(focused) || document.activeElement !== document.body) return;
    const place = was.findIndex((row) => row.id === focused);
    const stays = (/** @type {Row} */ row) => left.has(row.id);
    const beside = was.slice(place + 1).find(stays) ?? was.slice(0, Math.max(0, place)).findLast(stays);
    focusItem(document.querySelector(beside ? `.row-of[data-id="${CSS.escape(beside.id)}"]` : "#notices-title"));
  });
}

/** @param {{me: string, rows: Row[], more: boolean, filters: Record<string, string>}} props */
function ForAll({ me, rows, more, filters }) {
  const wanted = statusesOf(filters);
  const pending = wanted.includes("pending") && rows.some((row) => row.status === "pending");
  const kept = rows.some((row) => row.status !== "dismissed");
  /** @param {"acknowledge" | "dismiss"} verb */
  const all = (verb) => actOnAll(verb, rows, filters, more, me);
  return html`<div class="for-all">
    ${pending && html`<button key="a" type="button" class="plain" onClick=${() => all("acknowledge")}>
      ${words.acknowledge_all}</button>`}
    ${kept && html`<button key="d" type="button" class="plain" onClick=${() => all("dismiss")}>
      ${words.dismiss_all}</button>`}
  </div>`;
}

/** @param {{filtered: boolean}} props */
function None({ filtered }) {
  if (!filtered) return html`<p class="none">${words.no_notifications}</p>`;
  return html`<div class="empty"><strong>${words.nothing_fits}</strong>
    <button type="button" class="plain" onClick=${clearFilters}>${words.clear_filters}</button></div>`;
}

/** While everything up to here is being dismissed there is nothing older to show.
 * @param {{more: boolean, count: number}} props */
function Older({ more, count }) {
  const end = useRef(/** @type {Element | null} */ (null));
  const waits = useCell(acts).some((act) => act.all !== null);
  const wanted = more && !waits;
  useEffect(() => {
    if (!wanted || !end.current) return;
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && showOlder(),
      { rootMargin: "0px 0px 900px 0px" });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [wanted, count]);
  return wanted && html`<p class="older" ref=${end}>
    <button type="button" class="plain" onClick=${() => showOlder()}>${words.show_older}</button></p>`;
}

/** @param {{count: number, chosenRows: () => Row[], me: string}} props */
function Chosen({ count, chosenRows, me }) {
  /** @param {"acknowledge" | "dismiss"} verb */
  const act = (verb) => {
    actOn(verb, chosenRows(), me);
    selectNone();
  };
  const above = undoable(useCell(acts)) !== null;
  return html`<div class=${cx("chosen-bar", above && "above")} role="group" aria-label=${words.selected}>
    <span>${few(words.one_selected, words.many_selected, count)}</span>
    <button type="button" onClick=${() => act("acknowledge")}>${words.acknowledge}</button>
    <button type="button" onClick=${() => act("dismiss")}>${words.dismiss}</button>
    <button type="button" class="plain" onClick=${selectNone}>${words.select_none}</button>
  </div>`;
}
