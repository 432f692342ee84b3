// The parts of a session's row: what it waits for, what it runs, what it has to do.
import { href } from "../core/address.js";
import { Lasting } from "../core/duration.js";
import { html } from "../core/html.js";
import { lookAt } from "../core/look.js";
import { unmasked } from "../core/text.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("../types").Wait} Wait */
/** @typedef {import("../types").Session} Session */

/** @param {Wait} wait */
const icon = (wait) => (wait.kind === "ask" ? "🔔" : wait.confidence === "guess" ? "🔒?" : "🔒");

/** How it is known, and what one can do about it; where it can be answered here the link says enough.
 * @param {Wait} wait */
function why(wait) {
  if (wait.confidence === "guess") return words.wait_guess;
  if (wait.confidence === "likely") return words.wait_stopped;
  if (wait.question_id) return wait.kind === "permission" ? words.wait_permission : words.wait_answer;
  return words.wait_there;
}

/** @param {{waits: Wait[]}} props */
export function Waits({ waits }) {
  return html`<ul class="reasons">
    ${waits.map((wait) => html`<li key=${wait.question_id ?? wait.request ?? wait.title}>
      <span class="icon" aria-hidden="true">${icon(wait)}</span>
      <div>
        <p class="what">${unmasked(wait.title) || words.wait_untitled}</p>
        <p class="quiet">${why(wait)}<${Lasting} since=${wait.since} /></p>
      </div>
      ${wait.question_id && html`<${AnswerLink} key="link" id=${wait.question_id} title=${wait.title} />`}
    </li>`)}
  </ul>`;
}

/** To the question's card in the inbox.
 * @param {{id: string, title: string}} props */
export function AnswerLink({ id, title }) {
  /** @param {MouseEvent} event */
  const go = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    lookAt(id);
  };
  return html`<a class="button first" href=${href("inbox")} onClick=${go}>${words.answer_it}
    <span class="unseen">: ${unmasked(title)}</span></a>`;
}

/** What runs now, but for what only waits for its permission.
 * @param {{session: Session}} props */
export function Tools({ session }) {
  const waited = new Set(session.waits.filter((one) => one.kind === "permission").map((one) => inOneLine(one.title)));
  const running = session.tools.filter((one) => !waited.has(inOneLine(`${one.tool}: ${one.argument}`)));
  if (!running.length) return null;
  return html`<ul class="tools" aria-label=${words.tools_running}>
    ${running.map((one, place) => html`<li key=${place}>
      <span aria-hidden="true">🔧</span> <span class="tool">${unmasked(one.tool)}</span>
      ${one.argument && html`<code key="argument" title=${unmasked(one.argument)}>
        ${unmasked(inOneLine(one.argument))}</code>`}
      ${one.since && html`<${Lasting} key="since" since=${one.since} />`}
    </li>`)}
  </ul>`;
}

/** @param {string} text */
const inOneLine = (text) => text.split(/\s+/).filter(Boolean).join(" ");

/** @type {Record<string, string>} */
const MARKS = { in_progress: "🔄", pending: "○", completed: "✓", cancelled: "✗" };

/** How far it is, and what it is at; all of them when one opens it. Clients say these as they like.
 * @param {{todos: any[], counts: {all: number, done: number, left_out: number}}} props */
export function Todos({ todos, counts }) {
  const known = todos.filter((one) => one && typeof one.content === "string" && one.status !== "cancelled");
  if (!known.length) return null;
  const current = known.find((one) => one.status === "in_progress") ?? known.find((one) => one.status !== "completed");
  const { all, done, left_out: leftOut } = counts;
  return html`<details class="todos">
    <summary>
      <progress value=${done} max=${all} aria-label=${fill(words.todos_done, { done, all })}></progress>
      <span aria-hidden="true">${done}/${all}</span>
      <span class="current">${current ? unmasked(current.content) : words.todos_all_done}</span>
    </summary>
    <ul>${known.map((one, place) => html`<li key=${place} class=${one.status === "completed" ? "done" : ""}>
      <span aria-hidden="true">${MARKS[one.status] ?? MARKS.pending}</span>
      <span class="unseen">${words.todo_states[one.status] ?? words.todo_states.pending}: </span>
      ${unmasked(one.content)}
    </li>`)}${leftOut > 0 && html`<li class="quiet">+${leftOut}</li>`}</ul>
  </details>`;
}
