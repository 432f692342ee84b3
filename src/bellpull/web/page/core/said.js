// What the page says without being asked: to a screen reader, once; and in a quiet line, for a moment.
import { cell } from "./cell.js";

/** @param {string} text */
export function announce(text) {
  const place = /** @type {HTMLElement} */ (document.getElementById("said"));
  if (place.textContent !== text) place.textContent = text;
}

const NEWS_MS = 10_000;
const MOST_NEWS = 3;

/** What happened to what one sees; the bar of undo shows it. */
export const news = cell(/** @type {string[]} */ ([]));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** All of it goes a moment after the last of it.
 * @param {string} line */
export function tellNews(line) {
  news.change((said) => [...said, line].slice(-MOST_NEWS));
  clearTimeout(timer);
  timer = setTimeout(() => (news.value = []), NEWS_MS);
}
