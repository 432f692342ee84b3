// What one has typed and not sent, by question. It is kept through a reload of the page; secrets only as long as the
// page lives. Who signs out leaves nothing behind.
import { storage } from "../core/storage.js";

const PLACE = "bellpull.draft.";

/** @type {Map<string, string>} */
const typed = new Map();

/** @param {string} id */
export function draftOf(id) {
  return typed.get(id) ?? storage.get(PLACE + id) ?? "";
}

/** @param {string} id @param {string} text @param {boolean} secret */
export function keepDraft(id, text, secret) {
  typed.set(id, text);
  if (secret) return;
  if (text) storage.set(PLACE + id, text);
  else storage.remove(PLACE + id);
}

/** The question is settled: what was typed is only shown any more, until its card goes.
 * @param {string} id */
export function endDraft(id) {
  typed.set(id, draftOf(id));
  storage.remove(PLACE + id);
}

/** @param {string} id */
export function dropDraft(id) {
  typed.delete(id);
  storage.remove(PLACE + id);
}

export function forgetDrafts() {
  typed.clear();
  for (const place of storage.places(PLACE)) storage.remove(place);
}

/** Of questions that were settled while this browser was closed.
 * @param {(id: string) => boolean} isOpen */
export function pruneDrafts(isOpen) {
  for (const place of storage.places(PLACE)) if (!isOpen(place.slice(PLACE.length))) storage.remove(place);
}
