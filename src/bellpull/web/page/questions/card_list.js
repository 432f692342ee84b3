// All questions of the inbox: the open ones, oldest first, and in one line those that one has put off.
import { Card } from "./card.js";
import { useCell } from "../core/cell.js";
import { pruneDrafts } from "./drafts.js";
import { html, useState } from "../core/html.js";
import { timeOf } from "./later.js";
import { isOpenQuestion, questions, questionsRead } from "./questions.js";
import { putOff, untilWhen } from "./snooze.js";
import { useSteady } from "./steady.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("../types").Asked} Asked */

questionsRead.listen((isRead) => isRead && pruneDrafts(isOpenQuestion));

/** @param {{none?: any}} props none: what is said when there is nothing, in the place of the usual sentence */
export function Questions({ none }) {
  const known = useCell(questions);
  const isRead = useCell(questionsRead);
  const off = useCell(putOff);
  const cards = useSteady();
  const isOff = (/** @type {Asked} */ { question, settled }) => !settled && untilWhen(off, question) !== null;
  const shown = known.filter((one) => !isOff(one));
  const away = known.filter(isOff);
  const isEmpty = isRead && !away.length && !shown.some((one) => !one.settled);
  return html`<section class="questions">
    <div class="head"><h2 tabindex="-1">${words.questions}</h2></div>
    ${isEmpty && (none ?? html`<p class="none">${words.no_open_questions}</p>`)}
    <div class="cards" ref=${cards}>${shown.map((asked) => html`<${Card} key=${asked.question.id} asked=${asked} />`)}</div>
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
