// A field to type an answer in. Enter sends, Shift+Enter makes a new line, and an Enter that only ends the
// composition of a character does neither.
import { draftOf, keepDraft } from "./drafts.js";
import { html, useLayoutEffect, useRef } from "../core/html.js";
import { words } from "../core/words.js";

/** The field is its own master: it is filled once with the draft and never set again, so that nothing disturbs typing.
 * @param {{
 *   question: import("../types").Question, label: string, blankAllowed: boolean, busy: boolean, eager: boolean,
 *   onSend: (text: string, event: Event) => void, onCancel: (event: Event) => void,
 * }} props eager: it takes the focus */
export function Composer({ question, label, blankAllowed, busy, eager, onSend, onCancel }) {
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  useLayoutEffect(() => {
    if (field.current) field.current.value = draftOf(question.id);
    if (eager) field.current?.focus();
  }, []);
  const text = () => field.current?.value ?? "";
  /** @param {Event} event */
  const send = (event) => {
    if (text().trim() || blankAllowed) onSend(text(), event);
    else field.current?.focus();
  };
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (!sends(event)) return;
    event.preventDefault();
    if (text().trim()) send(event);
  };
  const keep = () => keepDraft(question.id, text(), question.secret);
  const named = question.secret ? words.your_secret : label;
  const shown = { readonly: busy, placeholder: named, "aria-label": named };
  const common = { ref: field, onKeyDown: press, onInput: keep, ...shown };
  return html`<div class="composer">
    ${question.secret
      ? html`<input type="password" autocomplete="off" spellcheck=${false} ...${common} />
          <p class="quiet">${words.secret_note}</p>`
      : html`<textarea rows="2" ...${common}></textarea>`}
    <div class="row">
      <button type="button" class="first" aria-disabled=${busy} onClick=${send}>${words.send}</button>
      <button type="button" aria-disabled=${busy} onClick=${onCancel}>${words.cancel}</button>
    </div>
  </div>`;
}

/** Some browsers end a composition before the key that ended it: then only the number 229 tells.
 * @param {KeyboardEvent} event */
function sends(event) {
  const composing = event.isComposing || event.keyCode === 229;
  return event.key === "Enter" && !event.shiftKey && !composing;
}
