// All questions of the inbox: the open ones in their order, those that nobody waits for any more under a fold, and in one
// line those that one has put off.
import { useArranged, useOverdue } from "./arranged.js";
import { Card } from "./card.js";
import { useCell } from "../core/cell.js";
import { pruneDrafts } from "./drafts.js";
import { Fold, foldOpen } from "./fold.js";
import { html, useEffect, useState } from "../core/html.js";
import { timeOf } from "./later.js";
import { isOpenQuestion, questions, questionsLeftOut, questionsRead, remove } from "./questions.js";
import { putOff, untilWhen } from "./snooze.js";
import { useSteady } from "./steady.js";
import { useSecond } from "../core/time.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("../types").Asked} Asked */

questionsRead.listen((isRead) => isRead && pruneDrafts(isOpenQuestion));

/** @param {{none?: any}} props none: what is said when there is nothing, in the place of the usual sentence */
export function Questions({ none }) {
  const known = useCell(questions);
  const isRead = useCell(questionsRead);
  const leftOut = useCell(questionsLeftOut);
  const off = useCell(putOff);
  const now = useSecond();
  const chosen = useCell(foldOpen);
  const cards = useSteady();
  const isOff = (/** @type {Asked} */ { question, settled }) => !settled && untilWhen(off, question) !== null;
  const shown = known.filter((one) => !isOff(one));
  const away = known.filter(isOff);
  const { above, under, folded, isOpen } = useArranged(shown, cards, now, chosen);
  const left = folded.filter((one) => !one.settled).length;
  useOverdue(known, now);
  useEffect(() => {
    if (!folded.length) foldOpen.value = null;
    // Nobody sees what became of those.
    for (const one of folded) if (one.settled && !under.includes(one)) remove(one.question.id);
  });
  const isEmpty = isRead && !away.length && !shown.some((one) => !one.settled);
  const card = (/** @type {Asked} */ asked) => html`<${Card} key=${asked.question.id} asked=${asked} />`;
  return html`<section class="questions">
    <div class="head"><h2 tabindex="-1">${words.questions}</h2></div>
    ${isEmpty && (none ?? html`<p class="none">${words.no_open_questions}</p>`)}
    <div class="cards" ref=${cards}>
      ${[...above.map(card), left > 0 && html`<${Fold} key="fold" count=${left} open=${isOpen} />`, ...under.map(card)]}
    </div>
    ${leftOut > 0 && html`<p class="quiet">${fill(words.more_questions, { count: leftOut })}</p>`}
    ${away.length > 0 && html`<${PutOffOnes} asked=${away} />`}
  </section>`;
}

/** @param {{asked: Asked[]}} props */
function PutOffOnes({ asked }) {
  const [open, show] = useState(false);
  const off = useCell(putOff);
  const time = timeOf(Math.min(...asked.map((one) => untilWhen(off, one.question) ?? Infinity)));
  const said = fill(asked.length === 1 ? words.one_put_off : words.some_put_off, { count: asked.length, time });
  return html`<div class="put-off">
    <p class="quiet">${said}
      <button type="button" class="plain" aria-expanded=${open} onClick=${() => show(!open)}>
        ${open ? words.hide : words.show}</button></p>
    ${open && html`<div class="cards">
      ${asked.map((one) => html`<${Card} key=${one.question.id} asked=${one} />`)}</div>`}
  </div>`;
}
