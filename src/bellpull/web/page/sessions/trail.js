// An agent's trail as a timeline by days, newest first, that goes on as one scrolls.
import { useCell } from "../core/cell.js";
import { html, useEffect, useRef, useState } from "../core/html.js";
import { TrailRow } from "./trail_row.js";
import { useNow } from "../core/time.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("../types").TrailEntry} Entry */

/** @param {{trail: import("./trail_data.js").Trail}} props */
export function Timeline({ trail }) {
  const entries = useCell(trail.entries);
  useNow();
  if (!entries) return html`<p class="none">${words.connecting}</p>`;
  if (!entries.length) return html`<p class="none">${words.trail_empty}</p>`;
  return html`<div class="trail">
    ${byDay(entries).map(([day, of]) => html`<section key=${day} aria-label=${nameOf(day)}>
      <h3 class="day">${nameOf(day)}</h3>
      <ol>${of.map((entry) => html`<${TrailRow} key=${entry.seq} entry=${entry} />`)}</ol>
    </section>`)}
    <${Older} trail=${trail} />
  </div>`;
}

/** @param {Entry[]} entries @returns {[string, Entry[]][]} */
function byDay(entries) {
  /** @type {Map<string, Entry[]>} */
  const days = new Map();
  for (const entry of entries) {
    const day = new Date(entry.at).toDateString();
    const of = days.get(day);
    if (of) of.push(entry);
    else days.set(day, [entry]);
  }
  return [...days];
}

const relative = new Intl.RelativeTimeFormat(words.language, { numeric: "auto" });

/** Today, yesterday, or its date; with the year where that is another one.
 * @param {string} day */
function nameOf(day) {
  const date = new Date(day);
  const ago = Math.round((new Date(new Date().toDateString()).getTime() - date.getTime()) / 86_400_000);
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  const name = ago === 0 || ago === 1 ? relative.format(-ago, "day")
    : date.toLocaleDateString(words.language, { weekday: "long", day: "numeric", month: "long", year });
  return name.charAt(0).toLocaleUpperCase(words.language) + name.slice(1);
}

/** Comes into sight shortly before the end, and then reads on.
 * @param {{trail: import("./trail_data.js").Trail}} props */
function Older({ trail }) {
  const complete = useCell(trail.complete);
  const known = useCell(trail.entries)?.length;
  const place = useRef(/** @type {Element | null} */ (null));
  const [trouble, setTrouble] = useState("");
  const read = () => trail.older().then(() => setTrouble(""), (refusal) => setTrouble(refusal.message));
  useEffect(() => {
    if (!place.current) return undefined;
    const isSeen = (/** @type {IntersectionObserverEntry[]} */ found) => found.some((one) => one.isIntersecting);
    const sight = new IntersectionObserver((found) => isSeen(found) && read(), { rootMargin: "600px" });
    sight.observe(place.current);
    return () => sight.disconnect();
  }, [complete, known, trail]);
  if (complete) return html`<p class="quiet first-of-all">${words.trail_begins}</p>`;
  return html`<p ref=${place}><button type="button" class="plain" onClick=${read}>${words.trail_older}</button>
    ${trouble && html`<span class="trouble" key="trouble">${fill(words.not_read_on, { reason: trouble })}</span>`}</p>`;
}
