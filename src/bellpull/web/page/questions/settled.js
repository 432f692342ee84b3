// What became of a question that was open a moment ago: one line that goes by itself. What one had typed and not sent
// stays until one has seen it.
import { draftOf, dropDraft, endDraft } from "./drafts.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/html.js";
import { continueAfter, moved } from "../core/items.js";
import { remove, UNSEEN } from "./questions.js";
import { unmasked } from "../core/text.js";
import { fill, words } from "../core/words.js";

const SHOWN_MS = 4_000;

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

/** Not while somebody points at the questions: the next one would move under the hand.
 * @param {string} id @param {{current: HTMLElement | null}} place */
function leaveSoon(id, place) {
  const timer = setInterval(() => {
    const pointed = matchMedia("(hover: hover)").matches && place.current?.parentElement?.matches(":hover");
    if (!pointed) leave(id);
  }, SHOWN_MS);
  return () => clearInterval(timer);
}

/** @param {string} id */
function leave(id) {
  moved();
  dropDraft(id);
  remove(id);
}
