// Which notifications the filters of the address mean: as a query of the hub, and for a row that is here already.

/** @typedef {import("../types").Notification} Notification */
/** @typedef {Record<string, string>} Filters */

export const NAMES = ["text", "agent", "type", "priority", "status", "category"];

/** What the words of the address mean; without one, everything that is not dismissed.
 * @type {Record<string, string[]>} */
const STATUSES = {
  "": ["pending", "acknowledged"],
  new: ["pending"],
  seen: ["acknowledged"],
  dismissed: ["dismissed"],
  all: ["pending", "acknowledged", "dismissed"],
};
export const STATUS_WORDS = Object.keys(STATUSES);

/** @param {Filters} filters */
export const statusesOf = (filters) => (Object.hasOwn(STATUSES, filters.status ?? "") ? STATUSES[filters.status ?? ""] : STATUSES[""]);

/** Those of the address that are filters of notifications.
 * @param {Filters} filters @returns {Filters} */
export function filtersOf(filters) {
  return Object.fromEntries(NAMES.filter((name) => filters[name]).map((name) => [name, filters[name]]));
}

/** The same filters have the same key.
 * @param {Filters} filters */
export const keyOf = (filters) => JSON.stringify(filtersOf(filters));

/** As the hub calls them, without the status. @param {Filters} filters */
function named({ agent, type, priority, category, text }) {
  const said = { agent_name: agent, notification_type: type, priority, category, text: text?.slice(0, 200) };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value?.trim()));
}

/** The query that reads them. Questions have their cards: they are never rows, too.
 * @param {Filters} filters @returns {Record<string, string>} */
export function queryOf(filters) {
  return { ...named(filters), status: statusesOf(filters).join(), asked: "no" };
}

/** The body that means all of them, up to this one.
 * @param {Filters} filters @param {string} upTo */
export function bodyOf(filters, upTo) {
  return { ...queryOf(filters), up_to: upTo };
}

/** Does it fit? null: that cannot be known here, because not all of it is here.
 * @param {Notification} row @param {Filters} filters */
export function fits(row, filters) {
  const { agent, type, priority, category } = filters;
  const plain = statusesOf(filters).includes(row.status)
    && (!agent || agent === row.agent_name)
    && (!type || type.split(",").includes(row.notification_type))
    && (!priority || priority.split(",").includes(row.priority))
    && (!category || category === row.category);
  return plain && says(row, filters.text ?? "");
}

/** @param {Notification} row @param {string} text */
function says(row, text) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const said = [row.title, row.agent_name, row.category, row.message].join("\n").toLowerCase();
  if (wanted.every((word) => said.includes(word))) return true;
  return row.message === undefined ? null : false;
}
