// What one has typed and not sent, by question. It is kept through a reload of the page; secrets only as long as the
// page lives. Who signs out leaves nothing behind.
const PLACE = "bellpull.draft.";

/** @type {Map<string, string>} */
const typed = new Map();

/** @param {string} id */
export function draftOf(id) {
  return typed.get(id) ?? localStorage.getItem(PLACE + id) ?? "";
}

/** @param {string} id @param {string} text @param {boolean} secret */
export function keepDraft(id, text, secret) {
  typed.set(id, text);
  if (secret) return;
  try {
    if (text) localStorage.setItem(PLACE + id, text);
    else localStorage.removeItem(PLACE + id);
  } catch {
    // The storage is full: then it does not outlive the page.
  }
}

/** The question is settled: what was typed is only shown any more, until its card goes.
 * @param {string} id */
export function endDraft(id) {
  typed.set(id, draftOf(id));
  localStorage.removeItem(PLACE + id);
}

/** @param {string} id */
export function dropDraft(id) {
  typed.delete(id);
  localStorage.removeItem(PLACE + id);
}

export function forgetDrafts() {
  typed.clear();
  for (const place of Object.keys(localStorage)) if (place.startsWith(PLACE)) localStorage.removeItem(place);
}

/** Of questions that were settled while this browser was closed.
 * @param {(id: string) => boolean} isOpen */
export function pruneDrafts(isOpen) {
  const kept = Object.keys(localStorage).filter((place) => place.startsWith(PLACE));
  for (const place of kept) if (!isOpen(place.slice(PLACE.length))) localStorage.removeItem(place);
}
