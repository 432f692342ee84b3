// What a notification of the type "question" is, when no answer is wanted: a message that was shown, or what an agent
// calls a question itself.
import { call } from "../core/api.js";

/** @typedef {import("./notice_events.js").Row} Row */

/** @param {Row[]} page @returns {Promise<Row[]>} */
export async function withKinds(page) {
  if (!page.some((row) => row.notification_type === "question")) return page;
  const settled = (await call("GET", "/api/questions?state=settled&limit=100")).questions;
  const kinds = new Map(settled.map((/** @type {import("../types").Question} */ one) => [one.id, one.kind]));
  return page.map((row) => (kinds.get(row.id) === "show" ? { ...row, shown: true } : row));
}
