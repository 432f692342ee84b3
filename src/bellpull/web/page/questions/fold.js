// The fold over the questions that nobody waits for any more. They are open and can be answered.
import { cell } from "../core/cell.js";
import { hubNow } from "../core/clock.js";
import { html } from "../core/html.js";
import { isLeft } from "./order.js";
import { questions } from "./questions.js";
import { few, words } from "../core/words.js";

/** How somebody wants it; null: nobody said, and it is open if nothing else is asked.
 * @type {import("../core/cell.js").Cell<boolean | null>} */
export const foldOpen = cell(/** @type {boolean | null} */ (null));

/** Show the question, also if it is under the fold.
 * @param {string} id */
export function unfold(id) {
  if (questions.value.some((one) => one.question.id === id && isLeft(one, hubNow()))) foldOpen.value = true;
}

/** @param {{count: number, open: boolean}} props */
export function Fold({ count, open }) {
  return html`<div class="fold">
    <p class="quiet">${few(words.one_left, words.many_left, count)}
      <button type="button" class="plain" aria-expanded=${open} onClick=${() => (foldOpen.value = !open)}>
        ${open ? words.hide : words.show}</button></p>
  </div>`;
}
