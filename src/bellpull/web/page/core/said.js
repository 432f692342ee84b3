// What the page says without being asked: to a screen reader, once; and in a quiet line, until it was read.
import { cell } from "./cell.js";

/** @param {string} text */
export function announce(text) {
  const place = /** @type {HTMLElement} */ (document.getElementById("said"));
  if (place.textContent !== text) place.textContent = text;
}

/** What happened to what one sees; the bar of undo shows it. */
export const news = cell(/** @type {string[]} */ ([]));
