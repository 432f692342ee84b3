// One entry of an agent's trail: told, asked, answered, nudged, read, or that it stopped waiting.
import { Blocks } from "../markup/blocks.js";
import { Brief } from "../markup/brief.js";
import { useCell } from "../core/cell.js";
import { cx, html, memo, useState } from "../core/html.js";
import { useItem } from "../core/items.js";
import { questions } from "../questions/questions.js";
import { AnswerLink } from "./session_parts.js";
import { origin } from "./tell.js";
import { unmasked } from "../core/text.js";
import { clockTime } from "../core/time.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("../types").TrailEntry} Entry */

const SHORT = 240;

export const TrailRow = memo(({ entry }) => {
  const [open, setOpen] = useState(false);
  const text = longText(entry);
  const isLong = text.length > SHORT || text.trim().includes("\n");
  const toggle = () => setOpen(!open);
  const item = useItem(isLong ? { Enter: toggle } : {});
  const at = new Date(entry.at);
  return html`<li class=${cx("step", `is-${entry.kind}`)} ref=${item}>
    <time datetime=${entry.at} title=${at.toLocaleString(words.language)}>${clockTime(at)}</time>
    <div>
      <p class="kind"><span class="what">${kindOf(entry)}</span>
        <span class="quiet">${about(entry)}</span>
        ${marks(entry).map((mark) => html`<span key=${mark} class=${cx("mark", mark)}>${named(mark)}</span>`)}</p>
      <${Said} entry=${entry} />
      ${text && html`<${Long} key="text" text=${text} open=${open || !isLong} />`}
      ${isLong && html`<button key="more" type="button" class="plain" aria-expanded=${open} onClick=${toggle}>
        ${open ? words.show_less : words.show_whole}</button>`}
      ${entry.kind === "asked" && html`<${Asked} key="asked" entry=${entry} />`}
    </div>
  </li>`;
});

/** @param {string} mark */
const named = (mark) => words.urgency[mark] ?? words.type[mark] ?? mark;

/** What is not usual about it.
 * @param {Entry} entry @returns {string[]} */
function marks(entry) {
  if (entry.kind !== "told") return [];
  return [entry.notification_type, entry.priority].filter((one) => one && !["info", "low", "normal"].includes(one));
}

/** By whom, and on which surface.
 * @param {Entry} entry */
function about(entry) {
  if (entry.kind === "answered") {
    const by = entry.by ? fill(words.by, { name: unmasked(entry.by) }) : "";
    return [words.via[entry.via], by].filter(Boolean).join(" ");
  }
  if (entry.kind === "released") return words.released[entry.reason] ?? entry.reason ?? "";
  if (entry.kind === "handed") return entry.via ? fill(words.handed_via, { via: unmasked(entry.via) }) : "";
  if (entry.kind !== "nudged") return "";
  const from = origin(/** @type {any} */ (entry));
  const said = entry.question_id ? from : fill(words.nudged_by, { name: from });
  return [from && said, entry.times > 1 && `×${entry.times}`].filter(Boolean).join(" ");
}

/** @param {Entry} entry */
function kindOf(entry) {
  return (entry.kind === "answered" ? words.settled[entry.outcome] : words.trail_kinds[entry.kind]) ?? entry.kind;
}

/** @param {{entry: Entry}} props */
function Said({ entry }) {
  const title = unmasked(entry.title);
  if (entry.kind === "answered") {
    const answer = answerOf(entry);
    return html`<p class="title">${title}</p>${answer && html`<p class="answer" key="answer">${answer}</p>`}`;
  }
  return title ? html`<p class="title">${title}</p>` : null;
}

/** What was chosen or typed; a secret is not told.
 * @param {Entry} entry */
function answerOf({ outcome, text }) {
  if (outcome === "empty") return words.empty_answer;
  if (outcome !== "accepted" && outcome !== "declined") return "";
  return text === null ? words.secret_answer : `→ ${unmasked(text)}`;
}

/** @param {Entry} entry */
function longText(entry) {
  if (entry.kind === "told") return entry.message ?? "";
  if (entry.kind === "asked") return entry.question === entry.title ? "" : entry.question;
  if (entry.kind === "nudged" || entry.kind === "handed") return entry.question_id ? "" : entry.message ?? "";
  return "";
}

/** @param {{text: string, open: boolean}} props */
function Long({ text, open }) {
  if (open) return html`<div class="text"><${Blocks} text=${text} /></div>`;
  return html`<${Brief} text=${text} kind="text cut" />`;
}

/** The options; and the way to its card while it is open.
 * @param {{entry: Entry}} props */
function Asked({ entry }) {
  const open = useCell(questions).some((one) => one.question.id === entry.question_id && !one.settled);
  return html`<p class="row">
    ${entry.options.map((/** @type {string} */ one) => html`<span class="mark" key=${one}>${unmasked(one)}</span>`)}
    ${open && html`<${AnswerLink} key="answer it" id=${entry.question_id} title=${entry.title} />`}
  </p>`;
}
