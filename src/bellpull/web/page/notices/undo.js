// The bar that says what was just done, as long as it can be undone; why something could not be done; and what one
// sees no longer.
import { acts, failed, undo, undoable } from "./acts.js";
import { useCell } from "../core/cell.js";
import { html } from "../core/html.js";
import { focusItem, useKeys } from "../core/items.js";
import { news } from "../core/said.js";
import { unmasked } from "../core/text.js";
import { few, words } from "../core/words.js";

/** @typedef {import("./acts.js").Act} Act */

export function UndoBar() {
  const act = undoable(useCell(acts));
  const trouble = useCell(failed);
  const said = useCell(news);
  useKeys({ u: takeBack });
  return html`<div class="undo-place">
    <div role="status">${said.length > 0 && html`<div class="undo news">
      <span>${said.map((line, place) => html`<span key=${place}>${line}</span>`)}</span>
      <button type="button" class="icon plain" aria-label=${words.close} onClick=${() => (news.value = [])}>×</button>
    </div>`}</div>
    <div role="status">${act && html`<div class="undo" key=${act.number}>
      <span>${told(act)}${act.count === 1 && html`<span key="title" class="quiet">${unmasked(act.title)}</span>`}</span>
      <button type="button" onClick=${takeBack}>${words.undo}</button>
      <i class="left" aria-hidden="true"></i>
    </div>`}</div>
    <div role="alert">${trouble && html`<div class="undo">
      <span class="trouble">${unmasked(trouble)}</span>
      <button type="button" class="icon plain" aria-label=${words.close} onClick=${() => (failed.value = "")}>×</button>
    </div>`}</div>
  </div>`;
}

/** @param {Act} act */
function told({ verb, count }) {
  if (count === null) return verb === "dismiss" ? words.all_dismissed : words.all_acknowledged;
  return verb === "dismiss" ? few(words.one_dismissed, words.many_dismissed, count)
    : few(words.one_acknowledged, words.many_acknowledged, count);
}

/** The focus goes back to what comes back. */
function takeBack() {
  const [id] = undo()?.ids ?? [];
  if (!id) return;
  requestAnimationFrame(() => focusItem(document.querySelector(`.row-of[data-id="${CSS.escape(id)}"]`)));
}
