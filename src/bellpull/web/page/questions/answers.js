// The ways to answer: a button for each option, with its number, and a field for what is not among them.
import { Composer } from "./composer.js";
import { cx, html } from "../core/html.js";
import { unmasked } from "../core/text.js";
import { words } from "../core/words.js";

/** @typedef {import("../types").Question} Question */
/** @typedef {import("../types").AnswerBody} AnswerBody */
/** @typedef {(answer: AnswerBody, event: Event) => void} Answering */

const MOST_DIGITS = 9;

/** The buttons that stand for an option, in the order of their numbers.
 * @param {Question} question */
export const choicesOf = (question) => question.buttons.filter((one) => !one.answer.outcome);

/** Is it answered in words alone?
 * @param {Question} question */
export const isTyped = (question) => question.kind === "text" || !choicesOf(question).length;

/** What the button says that closes without an answer: the hub's label, which no option has, in the page's language.
 * @param {Question} question */
function closing(question) {
  const label = question.buttons.find((one) => one.answer.outcome)?.label ?? words.close;
  return words.closes[label] ?? label;
}

/** @param {{
 *   question: Question, busy: boolean, typing: string, onWrite: () => void, onUnwrite: () => void, onAnswer: Answering,
 * }} props typing: the field for something else is open; "now": it was opened by hand */
export function Answers({ question, busy, typing, onWrite, onUnwrite, onAnswer }) {
  const send = (/** @type {string} */ text, /** @type {Event} */ event) => onAnswer({ text }, event);
  const field = { question, busy, onSend: send };
  if (isTyped(question)) {
    const cancel = (/** @type {Event} */ event) => onAnswer({ outcome: "cancelled" }, event);
    return html`<div class="answers">
      <${Composer} ...${field} label=${words.your_reply} blankAllowed=${question.kind === "text"} onCancel=${cancel} />
    </div>`;
  }
  const asksWhy = question.kind === "permission";
  return html`<div class="answers">
    <div class="row">
      ${choicesOf(question).map((one, place) => html`
        <${Choice} key=${place} question=${question} place=${place} busy=${busy} onAnswer=${onAnswer} />`)}
      ${question.free_text && html`<button type="button" key="else" class="else" aria-disabled=${busy}
        aria-expanded=${Boolean(typing)} onClick=${onWrite}>
        ${asksWhy ? words.reject_because : words.something_else}</button>`}
      <button type="button" key="close" class="plain" aria-disabled=${busy}
        onClick=${(/** @type {Event} */ event) => onAnswer({ outcome: "dismissed" }, event)}>${closing(question)}</button>
    </div>
    ${typing && html`<${Composer} ...${field} label=${asksWhy ? words.your_reason : words.your_reply}
      eager=${typing === "now"} onCancel=${onUnwrite} />`}
  </div>`;
}

/** A label that is not the option itself says which option it stands for: nobody agrees to what they cannot read.
 * @param {{question: Question, place: number, busy: boolean, onAnswer: Answering}} props */
function Choice({ question, place, busy, onAnswer }) {
  const { label, answer } = choicesOf(question)[place];
  const digit = place < MOST_DIGITS ? String(place + 1) : undefined;
  const isOther = answer.choice && answer.choice !== label;
  return html`<button type="button" class=${cx("choice", place === 0 && "first")} aria-disabled=${busy}
    data-digit=${digit} aria-keyshortcuts=${digit} onClick=${(/** @type {Event} */ event) => onAnswer(answer, event)}>
    <span>${unmasked(named(question, label))}${isOther && html`<small>${unmasked(answer.choice)}</small>`}</span>
  </button>`;
}

/** A permission's options are always the same ones: they have names in the page's language.
 * @param {Question} question @param {string} option */
export function named(question, option) {
  return question.kind === "permission" ? words.permission[option] ?? option : option;
}
