// What became of a question that was open a moment ago: one line that goes by itself. What one had typed and not sent
// stays until one has seen it.
import { draftOf, dropDraft, endDraft } from "./drafts.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/html.js";
import { continueAfter, moved } from "../core/items.js";
import { remove, UNSEEN } from "./questions.js";
import { unmasked } from "../core/text.js";
import { fill, words } from "../core/words.js";

/** So long it is shown; then it waits for a hand that moves above the cards until that rests, and not for ever. */
const SHOWN_MS = 4_000;
const RESTS_MS = 2_000;
const LONGEST_MS = 9_000;
const LOOKS_MS = 500;

let handMovedAt = -Infinity;
addEventListener("pointermove", (event) => {
  // What moves below a pointer that rests tells of no movement.
  if (event.movementX || event.movementY) handMovedAt = Date.now();
}, { passive: true });

/** @param {{question: import("../types").Question, settled: import("../types").Settled, held: boolean}} props
 * held: the open card, which it takes the place of, had the focus */
export function SettledCard({ question, settled, held }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [typed] = useState(() => draftOf(question.id));
  useLayoutEffect(() => {
    moved();
    endDraft(question.id);
    if (held) moveOn(/** @type {HTMLElement} */ (place.current));
  }, []);
  useEffect(() => (typed.trim() ? undefined : leaveSoon(question.id, place)), []);
  return html`<article class="card folded" data-id=${question.id} aria-label=${unmasked(question.title)} ref=${place}>
    <p role="status"><b>${unmasked(question.title)}</b> · ${unmasked(lineOf(settled))}</p>
    ${Boolean(typed.trim()) && html`<p class="quiet">${words.you_had_typed}</p>
      <div class="long typed">${question.secret ? "•".repeat(8) : unmasked(typed)}</div>
      <button type="button" onClick=${() => leave(question.id)}>${words.close}</button>`}
  </article>`;
}

/** Who answered here is told what; others, on which surface.
 * @param {import("../types").Settled} settled */
function lineOf({ outcome, via, said }) {
  if (outcome === UNSEEN) return words.question_unseen;
  const what = words.settled[outcome ?? ""] ?? words.settled.dismissed;
  if (said === undefined) return `${what} ${words.via[via ?? ""] ?? ""}`.trim();
  return said ? fill(words.answered_with, { what, said }) : what;
}

/** The focus goes to the heading: on the next question's button a second Enter would answer it. The keys that walk go
 * on behind the card before this one, which will be gone.
 * @param {HTMLElement} card */
export function moveOn(card) {
  const heading = card.closest("section")?.querySelector("h2");
  heading?.focus({ preventScroll: true });
  continueAfter(card.previousElementSibling ?? heading ?? card);
}

/** Not while a hand is on its way to a question: the next one would move under it. Who clicks all the same when they
 * move is not heard for a moment (`moved`).
 * @param {string} id @param {{current: HTMLElement | null}} place */
function leaveSoon(id, place) {
  const since = Date.now();
  const timer = setInterval(() => {
    const shown = Date.now() - since;
    if (shown >= LONGEST_MS || (shown >= SHOWN_MS && !isApproached(place.current?.parentElement))) leave(id);
  }, LOOKS_MS);
  return () => clearInterval(timer);
}

/** @param {Element | null | undefined} cards */
function isApproached(cards) {
  return Date.now() - handMovedAt < RESTS_MS && matchMedia("(hover: hover)").matches && Boolean(cards?.matches(":hover"));
}

/** @param {string} id */
function leave(id) {
  moved();
  dropDraft(id);
  remove(id);
}
