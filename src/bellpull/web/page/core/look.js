// From anywhere on the page to a question's card or a notification's row in the inbox.
import { go } from "./address.js";
import { focusItem } from "./items.js";
import { unfold } from "../questions/fold.js";
import { takeBack } from "../questions/snooze.js";

/** So many frames a new view gets to draw it. */
const PATIENCE = 30;

/** @param {string} id */
export function lookAt(id) {
  takeBack(id);
  unfold(id);
  go("inbox");
  find(id, PATIENCE);
}

/** @param {string} id @param {number} left */
function find(id, left) {
  const item = /** @type {HTMLElement | null} */ (document.querySelector(`[data-id="${CSS.escape(id)}"]`));
  if (item) focusItem(item);
  else if (left) requestAnimationFrame(() => find(id, left - 1));
}
