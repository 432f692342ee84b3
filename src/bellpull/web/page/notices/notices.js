// What agents told, newest first, as far as it was read and as the address filters it; kept true by the hub's events.
// Events are taken several at once, and what they leave open is asked in one request at a time, however many there are.
import { address } from "../core/address.js";
import { followAlarms } from "./alarms.js";
import { call, Refusal, withQuery } from "../core/api.js";
import { cell } from "../core/cell.js";
import { filtersOf, keyOf, queryOf } from "./filtering.js";
import { follow } from "../core/live.js";
import { changed, newOnes, renewed } from "./notice_events.js";
import { withKinds } from "./notice_kinds.js";

export { alarming } from "./alarms.js";

/** @typedef {import("./notice_events.js").Row} Row */
/** @typedef {import("../types").HubEvent} HubEvent */
/** @typedef {{filters: Record<string, string>, rows: Row[], read: boolean, more: boolean, further: number,
 *   trouble: string}} Notices further: how many new ones are not among the rows, 0 behind filters */

const PAGE = 50;
const MOST = 500;
const TOGETHER_MS = 30;
const BETWEEN_MS = 250;
const RETRY_MS = 1_000;
// A page that is open for weeks does not grow: who is at its top is shown so many, and the rest when it is looked for.
const TOO_MANY = 1_000;
const KINDS_OF_EVENTS = new Set([
  "agent_notification", "question_opened", "notification_acknowledged", "notification_dismissed",
  "notifications_cleared",
]);

/** @type {Notices} */
const NOTHING = { filters: {}, rows: [], read: false, more: false, further: 0, trouble: "" };
/** @type {import("../core/cell.js").Cell<Notices>} */
export const notices = cell(NOTHING);

class List {
  /** @param {Record<string, string>} filters */
  constructor(filters) {
    this.filters = filters;
    this.isFiltered = Object.keys(filters).length > 0;
    /** @type {HubEvent[]} */
    this.events = [];
    /** What events did not say, and the hub has to be asked for: rows, and how many new ones no row shows. */
    this.unsure = false;
    this.uncounted = false;
    this.isPaging = false;
    this.asking = 0;
    /** @type {Promise<any>} */
    this.last = Promise.resolve();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.stop = follow({ load: () => this.load(), take: (event) => this.take(event) });
  }

  end() {
    clearTimeout(this.timer);
    this.stop();
  }

  /** @param {Partial<Notices>} parts */
  show(parts) {
    if (current === this) notices.change((now) => ({ ...now, ...parts }));
  }

  /** Everything anew; events are kept back meanwhile by who calls this. */
  load() {
    this.events = [];
    this.unsure = this.uncounted = false;
    return this.alone(() => this.again());
  }

  async again() {
    const limit = Math.min(MOST, Math.max(PAGE, notices.value.rows.length));
    try {
      const [page, count] = await Promise.all([this.read({ limit }), this.count()]);
      const rows = renewed(notices.value.rows, page, null, true);
      const more = page.length === limit;
      this.show({ rows, read: true, more, further: more ? beyond(rows, count) : 0, trouble: "" });
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || refusal.status === 0 || refusal.status >= 500) throw refusal;
      this.show({ rows: [], read: true, more: false, further: 0, trouble: refusal.message });
    }
  }

  /** All new ones, as every surface counts them. How many fit filters is not counted. */
  async count() {
    return this.isFiltered ? 0 : (await call("GET", "/api/counts")).pending_notifications;
  }

  /** @param {{limit: number, before?: string | null}} part @returns {Promise<Row[]>} */
  async read(part) {
    const said = await call("GET", withQuery("/api/notifications", { ...queryOf(this.filters), ...part }));
    return withKinds(said.notifications);
  }

  /** @param {HubEvent} event */
  take(event) {
    if (!KINDS_OF_EVENTS.has(event.type)) return;
    this.events.push(event);
    this.later(TOGETHER_MS);
  }

  /** @param {number} wait */
  later(wait) {
    if (!this.asking) this.timer ??= setTimeout(() => this.catchUp(), wait);
  }

  /** Take what has happened. */
  catchUp() {
    this.timer = undefined;
    const { rows, unsure } = changed(notices.value.rows, this.events, this.filters);
    this.events = [];
    this.unsure ||= unsure;
    if (rows.length > TOO_MANY && scrollY < innerHeight) this.shorten(rows);
    else if (rows !== notices.value.rows) this.show({ rows });
    // What happened may have been about one that no row shows.
    this.uncounted = notices.value.more && !this.isFiltered;
    if (this.unsure || this.uncounted) this.alone(() => this.ask()).catch(() => this.later(RETRY_MS));
  }

  /** @param {Row[]} rows */
  shorten(rows) {
    this.show({ rows: rows.slice(0, MOST), more: true, further: notices.value.further + newOnes(rows.slice(MOST)) });
  }

  async ask() {
    if (this.unsure) await this.askForRows();
    this.unsure = false;
    if (this.uncounted && notices.value.more) {
      const count = await this.count();
      this.show({ further: beyond(notices.value.rows, count) });
    }
    this.uncounted = false;
  }

  /** From the newest to the oldest that only its event tells of. */
  async askForRows() {
    /** @type {string | null} */
    let before = null;
    while (current === this) {
      const known = notices.value.rows;
      const lacking = known.findLastIndex((row) => row.message === undefined);
      const limit = Math.min(MOST, Math.max(PAGE, lacking + 1));
      /** @type {Row[]} */
      const page = await this.read({ limit, before });
      const last = page.length < limit;
      this.show({ rows: renewed(known, page, before, last), ...(last ? { more: false, further: 0 } : {}) });
      if (last || !notices.value.rows.some((row) => row.message === undefined)) break;
      before = page[page.length - 1].id;
    }
  }

  async older() {
    if (this.isPaging) return;
    this.isPaging = true;
    await this.alone(() => this.next()).catch((refusal) => this.show({ trouble: refusal.message }));
    this.isPaging = false;
  }

  async next() {
    const before = notices.value.rows.at(-1)?.id;
    // All that was shown went meanwhile.
    if (!before) return this.again();
    const page = await this.read({ limit: PAGE, before });
    const { rows, further } = notices.value;
    const known = new Set(rows.map((row) => row.id));
    const added = page.filter((row) => !known.has(row.id));
    const more = page.length === PAGE;
    const left = more ? Math.max(0, further - newOnes(added)) : 0;
    this.show({ rows: [...rows, ...added], more, further: left, trouble: "" });
  }

  /** One thing at a time is asked. What happens meanwhile waits, and is taken when the answer is here.
   * @param {() => Promise<void>} work */
  async alone(work) {
    this.asking += 1;
    clearTimeout(this.timer);
    this.timer = undefined;
    const turn = this.last.then(work);
    this.last = turn.catch(() => {});
    try {
      await turn;
    } finally {
      this.asking -= 1;
      if (this.events.length) this.later(BETWEEN_MS);
    }
  }
}

/** @param {Row[]} rows @param {number} count of all new ones */
const beyond = (rows, count) => Math.max(0, count - newOnes(rows));

/** @type {List | null} */
let current = null;

/** Follow what the address says, as long as somebody is signed in. */
export function followNotices() {
  begin(filtersOf(address.value.filters));
  const stops = [address.listen(moved), followAlarms()];
  return () => {
    stops.forEach((stop) => stop());
    current?.end();
    current = null;
    notices.value = NOTHING;
  };
}

/** @param {import("../core/address.js").Address} to */
function moved({ view, filters }) {
  if (view === "inbox" && keyOf(filters) !== keyOf(notices.value.filters)) begin(filtersOf(filters));
}

/** @param {Record<string, string>} filters */
function begin(filters) {
  current?.end();
  notices.value = { ...NOTHING, filters };
  current = new List(filters);
}

export const showOlder = () => current?.older();

/** Read them anew. */
export async function reloadNotices() {
  const list = current;
  await list?.alone(() => list.again()).catch(() => {});
}

/** Events that this page knows of before the hub tells of them.
 * @param {(rows: Row[]) => Row[]} change */
export const changeRows = (change) => notices.change((now) => ({ ...now, rows: change(now.rows) }));
