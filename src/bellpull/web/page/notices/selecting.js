// Which notifications are selected, by their ids.
import { cell } from "../core/cell.js";

/** @type {import("../core/cell.js").Cell<Set<string>>} */
export const selected = cell(/** @type {Set<string>} */ (new Set()));

/** @param {string} id */
export function toggle(id) {
  selected.change((ids) => new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]));
}

export const selectNone = () => void (selected.value = new Set());

/** What is not shown is not selected any more. @param {import("./notice_events.js").Row[]} rows */
export function keepSelected(rows) {
  if (!selected.value.size) return;
  const kept = rows.filter((row) => selected.value.has(row.id)).map((row) => row.id);
  if (kept.length < selected.value.size) selected.value = new Set(kept);
}
