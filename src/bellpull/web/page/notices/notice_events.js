// What the hub's events change in a list of notifications: each event only what it is about.
import { fits, statusesOf } from "./filtering.js";

/** @typedef {import("../types").HubEvent} HubEvent */
/** @typedef {import("../types").Notification} Notification */
/** @typedef {Notification & {fresh?: boolean, shown?: boolean}} Row fresh: it came while one looked on; shown: it is a
 * message that an agent showed. `message` is undefined while only its event is known. */

/** How many of them nobody has seen yet. @param {Row[]} rows */
export const newOnes = (rows) => rows.filter((row) => row.status === "pending").length;

/** The list after these events, and whether the hub has to be asked for what they do not say.
 * @param {Row[]} rows newest first @param {HubEvent[]} events @param {Record<string, string>} filters
 * @returns {{rows: Row[], unsure: boolean}} */
export function changed(rows, events, filters) {
  const known = new Map(rows.map((row) => [row.id, row]));
  /** @type {Row[]} */
  const added = [];
  let unsure = false;
  /** @param {Row} row */
  const add = (row) => {
    const fit = fits(row, filters);
    if (known.has(row.id) || fit === false) return;
    // Its message, in which the wanted text may be: the hub knows.
    unsure ||= row.message === undefined;
    if (fit === null) return;
    known.set(row.id, row);
    added.unshift(row);
  };
  const asked = new Set(events.filter((one) => one.type === "question_opened").map((one) => one.question.id));
  const wanted = statusesOf(filters);
  for (const event of events) {
    if (event.type === "agent_notification") {
      // An agent may call a question what is none: then nothing was opened.
      if (event.notification_type === "question") unsure ||= !asked.has(event.notification_id);
      else add(told(event));
    } else if (event.type === "question_opened" && event.question.kind === "show") {
      add(shown(event.question));
    } else if (event.type === "notifications_cleared") {
      cleared(known, event, filters);
    } else if (event.type === "notification_acknowledged" || event.type === "notification_dismissed") {
      const row = known.get(event.notification_id);
      if (row) put(known, ended(row, event), filters);
      // It may be one that the list has from now on.
      else unsure ||= wanted.includes(event.status) && !wanted.includes("pending");
    }
  }
  const same = known.size === rows.length && rows.every((row) => known.get(row.id) === row);
  return { rows: same ? rows : [...added, ...rows].flatMap((row) => known.get(row.id) ?? []), unsure };
}

/** @param {HubEvent} event @returns {Row} */
function told(event) {
  return {
    id: event.notification_id,
    agent_name: event.agent_name,
    notification_type: event.notification_type,
    title: event.title,
    message: /** @type {any} */ (undefined),
    priority: event.priority,
    category: event.category,
    metadata: null,
    status: "pending",
    created_at: event.timestamp,
    acknowledged_at: null,
    acknowledged_by: null,
    fresh: true,
  };
}

/** @param {import("../types").Question} question @returns {Row} */
function shown(question) {
  const { id, agent_name, title, question: message, urgency: priority, opened_at: created_at } = question;
  return {
    id, agent_name, notification_type: "question", title, message, priority, category: null, metadata: null,
    status: "pending", created_at, acknowledged_at: null, acknowledged_by: null, fresh: true, shown: true,
  };
}

/** @param {Row} row @param {HubEvent} event @returns {Row} */
function ended(row, { status, acknowledged_at, acknowledged_by }) {
  return { ...row, status, acknowledged_at, acknowledged_by };
}

/** @param {Map<string, Row>} known @param {Row} row @param {Record<string, string>} filters */
function put(known, row, filters) {
  if (statusesOf(filters).includes(row.status)) known.set(row.id, row);
  else known.delete(row.id);
}

/** Everything of an agent up to then was dismissed.
 * @param {Map<string, Row>} known @param {HubEvent} event @param {Record<string, string>} filters */
function cleared(known, { agent_name, at, cleared_by }, filters) {
  for (const row of [...known.values()]) {
    if (row.agent_name !== agent_name || row.created_at > at || row.status === "dismissed") continue;
    const [by, when] = [row.acknowledged_by ?? cleared_by, row.acknowledged_at ?? at];
    put(known, { ...row, status: "dismissed", acknowledged_at: when, acknowledged_by: by }, filters);
  }
}

/** The list after a page of it was read anew: what the page spans is as the page says.
 * @param {Row[]} rows @param {Row[]} page @param {string | null} before the page begins after this one
 * @param {boolean} last whether the list ends with the page */
export function renewed(rows, page, before, last) {
  const known = new Map(rows.map((row) => [row.id, row]));
  const ids = new Set(page.map((row) => row.id));
  const start = before === null ? 0 : rows.findIndex((row) => row.id === before) + 1;
  const end = page.at(-1);
  const older = last || !end ? [] : rows.slice(start).filter((row) => isOlder(row, end) && !ids.has(row.id));
  return [...rows.slice(0, start), ...page.map((row) => kept(known.get(row.id), row)), ...older];
}

/** In the hub's order: several are told in one millisecond.
 * @param {Row} one @param {Row} other */
function isOlder(one, other) {
  return one.created_at < other.created_at || (one.created_at === other.created_at && one.id < other.id);
}

/** @param {Row | undefined} before @param {Row} row */
function kept(before, row) {
  if (!before) return row;
  const same = before.message === row.message && before.status === row.status;
  return same ? before : { ...row, fresh: before.fresh, shown: before.shown };
}
