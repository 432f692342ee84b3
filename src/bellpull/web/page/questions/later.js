// Putting a question off: a small menu in its card.
import { html, useEffect, useRef } from "../core/html.js";
import { misplaced } from "../core/items.js";
import { announce } from "../core/said.js";
import { moveOn } from "./settled.js";
import { putOff, putOffUntil, SPANS, takeBack, untilWhen } from "./snooze.js";
import { clockTime } from "../core/time.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("../types").Question} Question */

/** @param {{question: Question, open: boolean, onOpen: (open: boolean) => void}} props */
export function Later({ question, open, onOpen }) {
  const menu = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (open) menu.current?.querySelector("button")?.focus();
  }, [open]);
  if (untilWhen(putOff.value, question)) return html`<${Back} question=${question} />`;
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.key !== "Escape" || !open) return;
    event.preventDefault();
    onOpen(false);
    /** @type {HTMLElement | null | undefined} */ (menu.current?.closest("[data-item]"))?.focus();
  };
  /** @param {Event} event */
  const toggle = (event) => onOpen(/** @type {HTMLDetailsElement} */ (event.currentTarget).open);
  return html`<details class="later" open=${open} onToggle=${toggle} onKeyDown=${press} ref=${menu}>
    <summary class="quiet">${words.later}</summary>
    ${open && html`<div class="row">${Object.keys(SPANS).map((span, place) => html`
      <button key=${span} type="button" data-digit=${place + 1}
        onClick=${(/** @type {Event} */ event) => misplaced(event) || choose(question, place)}>
        ${words[span]}</button>`)}</div>`}
  </details>`;
}

/** @param {{question: Question}} props */
function Back({ question }) {
  return html`<button type="button" class="plain back" onClick=${() => takeBack(question.id)}>
    ${words.not_later}</button>`;
}

/** @param {Question} question @param {number} place */
export function choose(question, place) {
  const until = Object.values(SPANS)[place]();
  const card = document.querySelector(`[data-id="${CSS.escape(question.id)}"]`);
  if (card?.contains(document.activeElement)) moveOn(/** @type {HTMLElement} */ (card));
  announce(fill(words.put_off_until, { time: timeOf(until) }));
  putOffUntil(question, until);
}

/** 14:05, or with the day if that is another one.
 * @param {number} at */
export function timeOf(at) {
  const day = new Date(at).toDateString() === new Date(Date.now()).toDateString();
  const name = new Date(at).toLocaleDateString(words.language, { weekday: "long" });
  return day ? clockTime(at) : `${name} ${clockTime(at)}`;
}
