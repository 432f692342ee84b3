// One question: what is asked, by whom, whether the agent waits, and the ways to answer. What is being typed in it is
// never disturbed by what happens around it.
import { call } from "../core/api.js";
import { Answers, choicesOf, isTyped, named } from "./answers.js";
import { Blocks } from "../markup/blocks.js";
import { CardHead, Waits } from "./card_head.js";
import { draftOf, dropDraft } from "./drafts.js";
import { Earlier } from "./history.js";
import { cx, html, memo, useEffect, useRef, useState } from "../core/html.js";
import { misplaced, useItem } from "../core/items.js";
import { choose, Later } from "./later.js";
import { learn, settle } from "./questions.js";
import { useScrollable } from "../markup/scrollable.js";
import { SettledCard } from "./settled.js";
import { putOff, SPANS, takeBack, untilWhen } from "./snooze.js";
import { unmasked } from "../core/text.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("../types").Question} Question */
/** @typedef {import("../types").AnswerBody} AnswerBody */

const ASKS_AGAIN_MS = 4_000;

/** While an answer is under way the card stays as it is: who answers here knows best what was said.
 * @param {{asked: import("../types").Asked}} props */
function Draw({ asked: { question, settled } }) {
  const { busy, trouble, answer } = useAnswering(question);
  if (settled && !busy) {
    // The open card still stands there when this is drawn the first time.
    return html`<${SettledCard} question=${question} settled=${settled} held=${holdsFocus(question.id)} />`;
  }
  return html`<${OpenCard} question=${question} busy=${busy} trouble=${trouble} onAnswer=${answer} />`;
}

export const Card = memo(Draw);

/** @param {string} id */
const holdsFocus = (id) => document.activeElement?.closest("[data-id]")?.getAttribute("data-id") === id;

/** @param {Question} question */
function useAnswering(question) {
  const [busy, setBusy] = useState(false);
  const [trouble, say] = useState("");
  const isSending = useRef(false);
  useEffect(() => say(""), [question]);
  /** @param {AnswerBody} body @param {Event} event */
  const answer = async (body, event) => {
    if (isSending.current || misplaced(event)) return;
    isSending.current = true;
    setBusy(true);
    say("");
    say(await send(question, body));
    isSending.current = false;
    setBusy(false);
  };
  return { busy, trouble, answer };
}

/** What went wrong, in words.
 * @param {Question} question @param {AnswerBody} body */
async function send(question, body) {
  try {
    const path = `/api/questions/${encodeURIComponent(question.id)}/answer`;
    const now = await call("POST", path, { ...body, via: "page" });
    const said = [now.choice && named(question, now.choice), now.reply].filter(Boolean).join(" · ");
    // What was typed and thrown away by one click can still be read.
    if (!body.outcome) dropDraft(question.id);
    settle(question.id, { outcome: now.outcome, via: now.via, said: question.secret ? null : said });
    return "";
  } catch (refusal) {
    const { status, message } = /** @type {import("../core/api.js").Refusal} */ (refusal);
    if (status === 409 || status === 404) await learn(question.id).catch(() => {});
    return fill(words.not_sent, { reason: message });
  }
}

/** @param {{
 *   question: Question, busy: boolean, trouble: string, onAnswer: (answer: AnswerBody, event: Event) => void,
 * }} props */
function OpenCard({ question, busy, trouble, onAnswer }) {
  // One that was begun before a reload stands open; one that is opened by hand takes the focus.
  const [typing, type] = useState(draftOf(question.id) ? "kept" : "");
  const [later, openLater] = useState(false);
  const close = useClosing((event) => onAnswer({ outcome: "dismissed" }, event));
  const element = useItem(later ? laterKeys(question) : {
    ...choiceKeys(question, onAnswer),
    Enter: () => firstControl(element.current)?.focus(),
    e: () => write(),
    s: () => (untilWhen(putOff.value, question) ? takeBack(question.id) : openLater(true)),
    d: close.press,
  });
  const write = () => {
    if (isTyped(question) || typing) firstControl(element.current)?.focus();
    else if (question.free_text) type("now");
  };
  const unwrite = () => {
    type("");
    element.current?.querySelector(".else")?.focus();
  };
  const isAlone = beginsWithTitle(question);
  const text = useScrollable(question.question);
  const { look, project, kind, urgency, secret } = question;
  return html`<article class=${cx("card", kind, urgency)} data-id=${question.id} aria-label=${unmasked(question.title)}
    aria-busy=${busy} ref=${element}>
    <${CardHead} question=${question}>${isTyped(question) && html`<button type="button" class="icon plain close"
      aria-label=${words.close} title=${words.close} aria-disabled=${busy}
      onClick=${(/** @type {Event} */ event) => onAnswer({ outcome: "dismissed" }, event)}>×</button>`}<//>
    ${!isAlone && html`<h3>${unmasked(question.title)}</h3>`}
    <div class=${cx("asked", isAlone && "alone")} ref=${text}><${Blocks} text=${question.question} /></div>
    ${look.show_history && project && !secret && html`<${Earlier} project=${project} open=${kind === "text"} />`}
    <${Answers} question=${question} busy=${busy} typing=${typing} onWrite=${write} onUnwrite=${unwrite}
      onAnswer=${onAnswer} />
    <div class="foot">
      <${Waits} question=${question} />
      <${Later} question=${question} open=${later} onOpen=${openLater} />
    </div>
    <p class="quiet once-more" role="status">${close.asks && words.again_to_close}</p>
    ${trouble && html`<p class="trouble" role="alert">${unmasked(trouble)}</p>`}
  </article>`;
}

/** The digits answer.
 * @param {Question} question @param {(answer: AnswerBody, event: Event) => void} onAnswer */
function choiceKeys(question, onAnswer) {
  const choices = question.kind === "text" ? [] : choicesOf(question).slice(0, 9);
  return Object.fromEntries(choices.map((one, place) =>
    [place + 1, (/** @type {Event} */ event) => onAnswer(one.answer, event)]));
}

/** Who is asked how long to put it off does not answer with the same digits.
 * @param {Question} question */
function laterKeys(question) {
  return Object.fromEntries(Object.keys(SPANS).map((_, place) => [place + 1, () => choose(question, place)]));
}

/** An answer has no undo: one stray key does not close a question.
 * @param {(event: Event) => void} onClose */
function useClosing(onClose) {
  const [asks, ask] = useState(false);
  useEffect(() => {
    const timer = asks ? setTimeout(() => ask(false), ASKS_AGAIN_MS) : undefined;
    return () => clearTimeout(timer);
  }, [asks]);
  /** @param {Event} event */
  const press = (event) => (asks ? onClose(event) : ask(true));
  return { asks, press };
}

/** @param {HTMLElement | null} card @returns {HTMLElement | null | undefined} */
function firstControl(card) {
  return card?.querySelector(".answers :is(textarea, input)") ?? card?.querySelector(".answers button");
}

/** Most titles are the beginning of what is asked: said once is enough.
 * @param {Question} question */
function beginsWithTitle({ title, question }) {
  return question.trim().startsWith(title.replace(/…$/, ""));
}
