// Telling an agent something: the field, what the hub says of it, and what has not been read yet.
import { call, newKey } from "../core/api.js";
import { html, useRef, useState } from "../core/html.js";
import { announce } from "../core/said.js";
import { keepWords, wordsFor } from "./tell_data.js";
import { unmasked } from "../core/text.js";
import { Age } from "../core/time.js";
import { watch } from "./watch_data.js";
import { fill, words } from "../core/words.js";

/** @typedef {{agent: string, session?: string | null, field?: {current: any}}} Props */

/** The field: Enter tells, Shift+Enter begins a line.
 * @param {Props} props */
export function Tell({ agent, session = null, field }) {
  const [text, setText] = useState(() => wordsFor(agent, session));
  const [said, setSaid] = useState({ text: "", wrong: false });
  const [sending, setSending] = useState(false);
  const latest = useRef(text);
  // Sent again after the hub was away, the same words are told once.
  const once = useRef({ message: "", key: "" });
  /** @param {string} next */
  const write = (next) => {
    latest.current = next;
    keepWords(agent, session, next);
    setText(next);
  };
  const send = async () => {
    const message = latest.current;
    if (sending || !message.trim()) return;
    setSending(true);
    if (once.current.message !== message) once.current = { message, key: newKey() };
    try {
      const path = `/api/agents/${encodeURIComponent(agent)}/nudges`;
      const told = await call("POST", path, nudge(message, session), { once: once.current.key });
      once.current = { message: "", key: "" };
      // What was typed while it was on its way stays.
      write(latest.current === message ? "" : latest.current);
      setSaid({ text: sentence(agent, session, told.delivery), wrong: false });
      announce(sentence(agent, session, told.delivery));
    } catch (refusal) {
      const reason = fill(words.not_sent, { reason: /** @type {Error} */ (refusal).message });
      setSaid({ text: reason, wrong: true });
      announce(reason);
    }
    setSending(false);
  };
  const label = fill(words.tell_field, { agent: unmasked(agent) });
  return html`<form class="tell" onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), send())}>
    <textarea rows="1" ref=${field} value=${text} aria-label=${label} placeholder=${label}
      onInput=${(/** @type {any} */ event) => write(event.target.value)}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => isSend(event) && (event.preventDefault(), send())} />
    <button type="submit" class="first" disabled=${sending || !text.trim()}>${words.tell}</button>
    ${said.text && html`<p class=${said.wrong ? "trouble" : "quiet"}>${said.text}</p>`}
  </form>`;
}

/** @param {KeyboardEvent} event An input method's Enter ends its word and nothing else. */
const isSend = (event) => event.key === "Enter" && !event.shiftKey && !event.isComposing && event.keyCode !== 229;

/** What is meant for a session that has ended goes to its agent: somebody has to read it.
 * @param {string} message @param {string | null} session */
function nudge(message, session) {
  const isThere = session !== null && watch.value?.sessions.some((one) => one.id === session);
  return isThere ? { message, session } : { message };
}

/** What will happen with it, as far as it is known.
 * @param {string} agent @param {string | null} session @param {string} delivery */
function sentence(agent, session, delivery) {
  const known = watch.value?.sessions.filter((one) => (session ? one.id === session : one.agent_name === agent)) ?? [];
  const asleep = known.length ? words.told_idle : words.told_unseen;
  const later = known.some((one) => one.busy) ? words.told_next : asleep;
  return fill(delivery === "new_message" ? words.told_wakes : later, { agent: unmasked(agent) });
}

/** What was told and not read yet.
 * @param {{nudges: import("../types").Nudge[]}} props */
export function Unread({ nudges }) {
  if (!nudges.length) return null;
  return html`<ul class="unread" aria-label=${words.not_read}>
    ${nudges.map((one) => html`<li key=${one.id}>
      <span class="mark">${words.not_read}</span>
      ${!one.question_id && html`<q class="said" key="said">${unmasked(one.message)}</q>`}
      ${one.times > 1 && html`<span class="quiet" key="times">×${one.times}</span>`}
      <span class="quiet">${origin(one)}</span> <${Age} at=${one.created_at} />
    </li>`)}
  </ul>`;
}

/** Who or what said it.
 * @param {import("../types").Nudge} nudge */
export function origin({ source, label, by, question_id }) {
  if (question_id) return words.late_answer;
  if (source === "user") return unmasked(by ?? "");
  return unmasked([source, label].filter(Boolean).join(", "));
}
