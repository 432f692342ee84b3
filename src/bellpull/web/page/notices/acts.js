// Acknowledging and dismissing, with five seconds to undo it: what was done is shown at once, the request waits so long.
// It goes at once when the page is hidden or left; what could not be sent is taken back, with the reason.
import { call } from "../core/api.js";
import { cell } from "../core/cell.js";
import { bodyOf, fits, statusesOf } from "./filtering.js";
import { changeRows, reloadNotices } from "./notices.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("./notice_events.js").Row} Row */
/** @typedef {"acknowledge" | "dismiss"} Verb */
/** @typedef {{number: number, verb: Verb, ids: Set<string>, all: {filters: Record<string, string>, upTo: Row} | null,
 *   count: number | null, title: string, by: string}} Act all: everything of these filters up to that one, then `ids` is
 *   what was seen of it; count: how many, null if that is not known */

export const PATIENCE_MS = 5_000;
const MOST = 500;
// A hundred thousand take their time.
const ALL_MS = 600_000;

/** Those that can still be undone, and those on their way; the newest last.
 * @type {import("../core/cell.js").Cell<Act[]>} */
export const acts = cell(/** @type {Act[]} */ ([]));
/** Why the last one failed. */
export const failed = cell("");
/** @type {Map<Act, ReturnType<typeof setTimeout>>} */
const waiting = new Map();
let count = 0;

/** @param {Verb} verb @param {Row[]} rows @param {string} by who does it */
export function actOn(verb, rows, by) {
  const meant = rows.filter((row) => changes(verb, row));
  if (!meant.length) return;
  begin({ verb, by, ids: new Set(meant.map((row) => row.id)), all: null, count: meant.length, title: meant[0].title });
}

/** Everything that the filters show.
 * @param {Verb} verb @param {Row[]} rows those of them that are shown @param {Record<string, string>} filters
 * @param {boolean} more whether there are more of them @param {string} by */
export function actOnAll(verb, rows, filters, more, by) {
  const meant = rows.filter((row) => changes(verb, row));
  if (!meant.length && !more) return;
  const ids = new Set(meant.map((row) => row.id));
  begin({ verb, by, ids, all: { filters, upTo: rows[0] }, count: more ? null : meant.length, title: "" });
}

/** @param {Verb} verb @param {Row} row */
const changes = (verb, row) => (verb === "dismiss" ? row.status !== "dismissed" : row.status === "pending");

/** @param {Omit<Act, "number">} what */
function begin(what) {
  const act = { ...what, number: (count += 1) };
  failed.value = "";
  acts.change((known) => [...known, act]);
  waiting.set(act, setTimeout(() => send(act), PATIENCE_MS));
}

/** Take the newest one back that has not been sent. */
export function undo() {
  const act = acts.value.findLast((one) => waiting.has(one));
  if (!act) return null;
  clearTimeout(waiting.get(act));
  waiting.delete(act);
  forget(act);
  return act;
}

/** The newest one that can be undone. @param {Act[]} known */
export const undoable = (known) => known.findLast((one) => waiting.has(one)) ?? null;

/** @param {Act} act */
const forget = (act) => acts.change((known) => known.filter((one) => one !== act));

/** @param {Act} act @param {{keepalive?: boolean}} [how] */
async function send(act, how) {
  clearTimeout(waiting.get(act));
  waiting.delete(act);
  // It is not among those that can be undone any more.
  acts.change((known) => [...known]);
  try {
    await Promise.all(requests(act).map(([path, body]) => call("POST", path, body, { ...how, patience: ALL_MS })));
    changeRows((rows) => rows.map((row) => (act.ids.has(row.id) ? after(act, row) : row)));
    if (act.all) await reloadNotices();
  } catch (refusal) {
    const { code, message } = /** @type {import("../core/api.js").Refusal} */ (refusal);
    failed.value = fill(words.not_sent, { reason: code === "unknown_up_to" ? words.list_changed : message });
  }
  forget(act);
}

/** @param {Act} act @returns {[string, any][]} */
function requests({ verb, ids, all }) {
  if (all) return [[`/api/notifications/${verb}-all`, bodyOf(all.filters, all.upTo.id)]];
  const every = [...ids];
  const parts = Array.from({ length: Math.ceil(every.length / MOST) }, (_, place) => place * MOST);
  return parts.map((start) => [`/api/notifications/${verb}`, { ids: every.slice(start, start + MOST) }]);
}

/** Send all that waits, now: nobody may be here any more in five seconds. */
export function flush() {
  for (const act of [...waiting.keys()]) send(act, { keepalive: true });
}
addEventListener("pagehide", flush);
document.addEventListener("visibilitychange", () => document.hidden && flush());

/** The row as it is after that. @param {Act} act @param {Row} row @returns {Row} */
function after({ verb, by }, row) {
  if (!changes(verb, row)) return row;
  const status = verb === "dismiss" ? "dismissed" : "acknowledged";
  return { ...row, status, acknowledged_by: row.acknowledged_by ?? by };
}

/** The rows as they are after everything that was done here.
 * @param {Row[]} rows @param {Act[]} done @param {Record<string, string>} filters @returns {Row[]} */
export function rowsAfter(rows, done, filters) {
  const wanted = statusesOf(filters);
  /** @param {Row} row */
  const now = (row) => done.reduce((so, act) => (covers(act, so) ? after(act, so) : so), row);
  return (done.length ? rows.map(now) : rows).filter((row) => wanted.includes(row.status));
}

/** @param {Act} act @param {Row} row */
function covers({ ids, all }, row) {
  return ids.has(row.id) || (all !== null && row.created_at <= all.upTo.created_at && fits(row, all.filters) === true);
}
