// One session: who it is, what it does or waits for, and what one can do about it. Sub-agents stand below their root.
import { href } from "../core/address.js";
import { call } from "../core/api.js";
import { Lasting } from "../core/duration.js";
import { cx, html, useLayoutEffect, useRef, useState } from "../core/html.js";
import { useItem } from "../core/items.js";
import { lookAt } from "../core/look.js";
import { announce } from "../core/said.js";
import { Todos, Tools, Waits } from "./session_parts.js";
import { Tell, Unread } from "./tell.js";
import { wordsFor } from "./tell_data.js";
import { lastPart, unmasked } from "../core/text.js";
import { isGuess } from "./watch_order.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("../types").Session} Session */
/** @typedef {import("../types").Wait} Wait */
/** @typedef {import("../types").Nudge} Nudge */

/** What is seen at a glance, and what a screen reader says instead.
 * @param {Session | null} session @param {Wait[]} waits @returns {[string, string, string]} icon, word, class */
function look(session, waits) {
  const guess = isGuess(waits);
  if (waits.some((one) => one.kind === "ask")) return ["🔔", words.session_states.asks, "is-waiting"];
  if (waits.length && !guess) return ["🔒", words.session_states.locked, "is-waiting"];
  if (guess) return ["🔒?", words.session_states.guess, "is-guess"];
  if (!session || session.state === "ended") return ["·", words.session_states.ended, "is-idle"];
  if (session.busy) return [session.parent ? "●" : "🤖", words.session_states.working, "is-working"];
  return [session.parent ? "○" : "💤", words.session_states.idle, "is-idle"];
}

/** @param {{entry: import("./watch_order.js").Entry, unread: Nudge[], linked?: boolean}} props */
export function SessionEntry({ entry, unread, linked = true }) {
  const { agent, session, below, waits } = entry;
  const to = (/** @type {string} */ id) => unread.filter((one) => one.session === id);
  const own = new Set(below.map((one) => one.id));
  return html`<li class="entry">
    <${Row} agent=${agent} session=${session} waits=${waits} linked=${linked}
      unread=${unread.filter((one) => !one.session || !own.has(one.session))} />
    ${below.length > 0 && html`<ul class="below" key="below" aria-label=${words.sub_agents}>
      ${below.map((one) => html`<li key=${one.id}>
        <${Row} agent=${agent} session=${one} waits=${one.waits} unread=${to(one.id)} linked=${false} /></li>`)}
    </ul>`}
  </li>`;
}

/** @param {{agent: string, session: Session | null, waits: Wait[], unread: Nudge[], linked: boolean}} props */
function Row({ agent, session, waits, unread, linked }) {
  const [icon, word, state] = look(session, waits);
  const field = useRef(/** @type {HTMLElement | null} */ (null));
  // What is asked for by a key counts up: the next key is already meant for the field.
  const [telling, setTelling] = useState(() => (wordsFor(agent, session?.id ?? null) ? 1 : 0));
  const [said, setSaid] = useState("");
  const openTell = () => setTelling((times) => times + 2);
  useLayoutEffect(() => void (telling > 1 && field.current?.focus()), [telling]);
  const jump = async () => setSaid(await showTerminal(/** @type {Session} */ (session)));
  const question = waits.find((one) => one.question_id)?.question_id;
  const item = useItem({
    Enter: () => (question ? lookAt(question) : openTell()),
    t: openTell,
    ...(session?.place ? { g: jump } : {}),
  });
  // What sub-agents wait for stands with them.
  const shown = session ? waits.filter((one) => !one.session || one.session === session.id) : waits;
  const title = session ? titleOf(session) : unmasked(agent);
  const since = waits[0]?.since ?? session?.since;
  return html`<article ref=${item} class=${cx("session", state)} data-session=${session?.id ?? agent}
      aria-label=${title}>
    <header>
      <span class="icon" aria-hidden="true">${icon}</span>
      <h3>${session || !linked ? title : html`<a href=${href("agents", { name: agent })}>${title}</a>`}</h3>
      <p class="state">${word}${!shown.length && html`<${Lasting} key="since" since=${since} />`}</p>
    </header>
    <div class="about">
      ${session && html`<${Facts} key="facts" session=${session} linked=${linked} />`}
      <div class="acts">
        ${!telling && html`<button key="t" type="button" class="plain" onClick=${openTell}>${words.tell_it}</button>`}
        ${session?.place && html`<button key="g" type="button" class="plain" onClick=${jump}>${words.show_it}</button>`}
      </div>
    </div>
    ${said && html`<p class="quiet" key="said">${said}</p>`}
    ${session?.trouble && html`<p class="trouble" key="trouble">⚠ ${unmasked(session.trouble)}</p>`}
    ${shown.length > 0 && html`<${Waits} key="waits" waits=${shown} />`}
    ${session && html`<${Tools} key="tools" session=${session} /><${Todos} key="todos" todos=${session.todos} counts=${session.todo_counts} />`}
    <${Unread} nudges=${unread} />
    ${telling > 0 && html`<${Tell} key="tell" agent=${agent} session=${session?.id} field=${field} />`}
  </article>`;
}

/** Whose it is, by which tool, where.
 * @param {{session: Session, linked: boolean}} props */
function Facts({ session, linked }) {
  const host = session.place?.host;
  const folder = lastPart(session.directory);
  const facts = [
    linked && html`<a href=${href("agents", { name: session.agent_name })}>${unmasked(session.agent_name)}</a>`,
    session.client && unmasked(session.client.replace("/", " ")),
    folder && html`<span title=${unmasked(session.directory)}>${unmasked(folder)}</span>`,
    typeof host === "string" && host && fill(words.on_host, { host: unmasked(host) }),
    session.reason && !session.waits.length && unmasked(session.reason),
  ].filter(Boolean);
  if (!facts.length) return null;
  return html`<p class="facts quiet">
    ${facts.map((fact, place) => html`${place > 0 && " · "}<span key=${place}>${fact}</span>`)}</p>`;
}

/** A sub-agent's title ends with its kind in parentheses, which says nothing to people.
 * @param {Session} session */
const titleOf = ({ title }) => unmasked(title?.replace(/\s*\(@[^()]*\)?\s*$/, "").trim()) || words.untitled;

/** @param {Session} session */
async function showTerminal(session) {
  try {
    const { asked } = await call("POST", "/api/sessions/jump", { session: session.id });
    const host = unmasked(typeof session.place?.host === "string" ? session.place.host : "");
    const said = fill(asked ? words.jump_asked : words.jump_nobody, { host: host || words.its_machine });
    announce(said);
    return said;
  } catch (refusal) {
    return /** @type {Error} */ (refusal).message;
  }
}
