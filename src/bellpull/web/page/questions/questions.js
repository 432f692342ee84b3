// The open questions, kept true by the hub's events. One that was settled stays a moment, so that everybody sees what
// became of it. In which order they are shown is order.js's, how a card looks card.js's.
import { call } from "../core/api.js";
import { cell } from "../core/cell.js";
import { hubNow } from "../core/clock.js";
import { draftOf } from "./drafts.js";
import { follow } from "../core/live.js";
import { announce } from "../core/said.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("../types").Question} Question */
/** @typedef {import("../types").Asked} Asked */
/** @typedef {import("../types").Settled} Settled */

const MOST = 500;
/** The outcome of a question that one sees no longer. */
export const UNSEEN = "unseen";

/** @type {import("../core/cell.js").Cell<Asked[]>} */
export const questions = cell(/** @type {Asked[]} */ ([]));
/** Whether they have been read yet. */
export const questionsRead = cell(false);
/** How many more are open than were read. */
export const questionsLeftOut = cell(0);
/** Told of each question that is new, not of those that were there when the page was opened.
 * @type {Set<(question: Question) => void>} */
export const whenAsked = new Set();

/** @param {string} id */
export const isOpenQuestion = (id) => questions.value.some((one) => one.question.id === id && !one.settled);

export function followQuestions() {
  questions.value = [];
  questionsRead.value = false;
  return follow({ load, take });
}

async function load() {
  const { questions: open, total } = await call("GET", `/api/questions?state=open&limit=${MOST}`);
  questionsLeftOut.value = total - open.length;
  const ids = new Set(open.map((/** @type {Question} */ one) => one.id));
  const missing = questions.value.filter((one) => !ids.has(one.question.id) && !one.settled);
  for (const question of open) put(question);
  questionsRead.value = true;
  await Promise.all(missing.map((one) => learn(one.question.id)));
}

/** @param {import("../types").HubEvent} event */
function take(event) {
  if (event.type === "question_opened") opened(event.question);
  else if (event.type === "question_settled") settle(event.question_id, { outcome: event.outcome, via: event.via });
  else if (event.type === "question_released") change(event.question_id, { released: event.reason });
}

/** @param {Question} question */
function opened(question) {
  if (question.state !== "open") return;
  const isNew = !questions.value.some((one) => one.question.id === question.id);
  put(question);
  if (!isNew) return;
  announce(fill(words.new_question, { agent: question.agent_name, title: question.title }));
  for (const tell of whenAsked) tell(question);
}

/** @param {Question} question */
function put(question) {
  questions.change((known) => {
    const at = known.find((one) => one.question.id === question.id);
    if (at) return known.map((one) => (one === at ? { ...one, question } : one));
    return [...known, { question, settled: null }];
  });
}

/** @param {string} id @param {Partial<Question>} fields */
function change(id, fields) {
  questions.change((known) => known.map((one) =>
    (one.question.id === id ? { ...one, question: { ...one.question, ...fields } } : one)));
}

/** The hub tells of it anew.
 * @param {Question} question */
function renew(question) {
  if (question.state === "open") change(question.id, question);
  else settle(question.id, question);
}

/** It is not open any more. The first to say so is heard, but who answered here knows best what was said.
 * @param {string} id @param {Omit<Settled, "at">} settled */
export function settle(id, settled) {
  questions.change((known) => known.map((one) => {
    if (one.question.id !== id || (one.settled && settled.said === undefined)) return one;
    return { ...one, settled: { ...settled, at: one.settled?.at ?? hubNow() } };
  }));
}

/** One sees it no longer: it goes at once, but not with words that somebody typed, nor from under their hands.
 * @param {string} id */
function lose(id) {
  const isHeld = document.activeElement?.closest("[data-id]")?.getAttribute("data-id") === id;
  if (isHeld || draftOf(id).trim()) settle(id, { outcome: UNSEEN, via: null });
  else remove(id);
}

/** Take a settled one off the page.
 * @param {string} id */
export function remove(id) {
  questions.change((known) => known.filter((one) => one.question.id !== id));
}

/** It may be settled, and nobody told us: what became of it?
 * @param {string} id */
export async function learn(id) {
  try {
    renew(await call("GET", `/api/questions/${encodeURIComponent(id)}`));
  } catch (refusal) {
    if (/** @type {any} */ (refusal).status === 404) lose(id);
    else throw refusal;
  }
}
