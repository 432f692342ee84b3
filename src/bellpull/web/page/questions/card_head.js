// Above a question: who asks, where and about which task, how urgent it is and since when it is open; and whether the
// agent waits for the answer.
import { href } from "../core/address.js";
import { useCell } from "../core/cell.js";
import { cx, html } from "../core/html.js";
import { lastPart, unmasked } from "../core/text.js";
import { Age, clock, useSecond } from "../core/time.js";
import { watch } from "../sessions/watch_data.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("../types").Question} Question */

/** The window title of an agent that gave none. */
const DEFAULT_TITLE = "VoiceMode";

/** @param {{question: Question, children?: any}} props */
export function CardHead({ question, children }) {
  const { agent_name, look, project, urgency, opened_at } = question;
  const place = [look.repo, look.branch].filter(Boolean).join("@") || lastPart(project);
  const name = look.asked_as && look.asked_as !== agent_name ? `${look.asked_as} (${agent_name})` : agent_name;
  const title = look.window_title === DEFAULT_TITLE ? null : look.window_title;
  return html`<header>
    <a class="agent" href=${href("agents", { name: agent_name })}>${unmasked(name)}</a>
    ${title && html`<span class="quiet" key="title">${unmasked(title)}</span>`}
    ${place && html`<span class="quiet" key="place" title=${unmasked(project)}>${unmasked(place)}</span>`}
    ${look.task && html`<span class="quiet" key="task">${unmasked(look.task)}</span>`}
    ${question.session && html`<${SessionTitle} key="session" id=${question.session} />`}
    ${urgency !== "normal" && html`<span class=${cx("mark", urgency)} key="urgency">
      ${words.urgency[urgency] ?? urgency}</span>`}
    <${Age} at=${opened_at} />
    ${children}
  </header>`;
}

/** What the session is about, where one knows that.
 * @param {{id: string}} props */
function SessionTitle({ id }) {
  const title = useCell(watch)?.sessions.find((/** @type {any} */ one) => one.id === id)?.title;
  return title ? html`<span class="quiet">${unmasked(title)}</span>` : null;
}

/** Nobody counts the seconds of a day.
 * @param {number} left */
const waiting = (left) => (left > 3600 ? words.waiting_long : fill(words.waiting, { time: clock(left) }));

/** @param {{question: Question}} props */
export function Waits({ question }) {
  const { look, waiting_until: until, released } = question;
  const now = useSecond();
  const left = until ? (Date.parse(until) - now) / 1000 : 0;
  const waits = !released && left > 0;
  const asker = released || until ? words.moved_on : words.not_waiting;
  const waitless = look.listens ? asker : words.kept;
  return html`<p class=${cx("waits", waits && "live")}>
    ${waits ? waiting(left) : waitless}</p>`;
}
