// What agents told, newest first, as far as it was read and as the address filters it; kept true by the hub's events.
// Events are taken several at once, and what they leave open is asked in one request at a time, however many there are.
import { address } from "../core/address.js";
import { followAlarms } from "./alarms.js";
import { call, Refusal, withQuery } from "../core/api.js";
import { cell } from "../core/cell.js";
import { filtersOf, keyOf, queryOf } from "./filtering.js";
import { follow } from "../core/live.js";
import { changed, renewed } from "./notice_events.js";
import { withKinds } from "./notice_kinds.js";

export { alarming } from "./alarms.js";

/** @typedef {import("./notice_events.js").Row} Row */
/** @typedef {import("../types").HubEvent} HubEvent */
/** @typedef {{filters: Record<string, string>, rows: Row[], read: boolean, more: boolean, trouble: string}} Notices */

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
const NOTHING = { filters: {}, rows: [], read: false, more: false, trouble: "" };
/** @type {import("../core/cell.js").Cell<Notices>} */
export const notices = cell(NOTHING);

class List {
  /** @param {Record<string, string>} filters */
  constructor(filters) {
    this.filters = filters;
    /** @type {HubEvent[]} */
    this.events = [];
    /** What events did not say, and the hub has to be asked for. */
    this.unsure = false;
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
    this.unsure = false;
    return this.alone(() => this.again());
  }

  async again() {
    const limit = Math.min(MOST, Math.max(PAGE, notices.value.rows.length));
    try {
      const page = await this.read({ limit });
      const rows = renewed(notices.value.rows, page, null, true);
      this.show({ rows, read: true, more: page.length === limit, trouble: "" });
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || refusal.status === 0 || refusal.status >= 500) throw refusal;
      this.show({ rows: [], read: true, more: false, trouble: refusal.message });
    }
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
    if (rows.length > TOO_MANY && scrollY < innerHeight) this.show({ rows: rows.slice(0, MOST), more: true });
    else if (rows !== notices.value.rows) this.show({ rows });
    if (this.unsure) this.alone(() => this.ask()).catch(() => this.later(RETRY_MS));
  }

  /** From the newest to the oldest that only its event tells of. */
  async ask() {
    /** @type {string | null} */
    let before = null;
    while (current === this) {
      const known = notices.value.rows;
      const lacking = known.findLastIndex((row) => row.message === undefined);
      const limit = Math.min(MOST, Math.max(PAGE, lacking + 1));
      /** @type {Row[]} */
      const page = await this.read({ limit, before });
      const last = page.length < limit;
      this.show({ rows: renewed(known, page, before, last), ...(last ? { more: false } : {}) });
      if (last || !notices.value.rows.some((row) => row.message === undefined)) break;
      before = page[page.length - 1].id;
    }
    this.unsure = false;
  }

  async older() {
    if (this.asking) return;
    const before = notices.value.rows.at(-1)?.id;
    // All that was shown went meanwhile.
    await this.alone(before ? () => this.next(before) : () => this.again())
      .catch((refusal) => this.show({ trouble: refusal.message }));
  }

  /** @param {string} before */
  async next(before) {
    const page = await this.read({ limit: PAGE, before });
    const known = new Set(notices.value.rows.map((row) => row.id));
    const rows = [...notices.value.rows, ...page.filter((row) => !known.has(row.id))];
    this.show({ rows, more: page.length === PAGE, trouble: "" });
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
