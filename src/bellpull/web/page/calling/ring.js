// Notifications of the browser and a sound, for who has allowed them: for new questions, and for what is told with high or
// urgent priority. They keep quiet in quiet hours, but for what is urgent and for questions that somebody waits for.
import { call } from "../core/api.js";
import { follow } from "../core/live.js";
import { lookAt } from "../core/look.js";
import { isQuiet, rings, sound } from "../core/preferences.js";
import { questions, whenAsked } from "../questions/questions.js";
import { whenLost } from "../core/sight.js";
import { unmasked } from "../core/text.js";
import { fill, words } from "../core/words.js";

/** @typedef {import("../types").Question} Question */

/** With the agent that it is of. @type {Map<string, {made: Notification, agent: string}>} */
const shown = new Map();

export function followRings() {
  whenAsked.add(asked);
  whenLost.add(withdrawAll);
  const stops = [questions.listen(withdraw), follow({ load: async () => {}, take: told })];
  return () => {
    whenAsked.delete(asked);
    whenLost.delete(withdrawAll);
    stops.forEach((stop) => stop());
    for (const one of shown.values()) one.made.close();
    shown.clear();
  };
}

/** @param {Question} question */
function asked(question) {
  const pressing = question.urgency === "urgent" || question.waiting_until !== null;
  if (isQuiet(new Date()) && !pressing) return;
  ring(question.id, question.agent_name, question.title, question.question);
}

/** What is told, and messages that an agent only shows. Events have no message: the hub is asked for it.
 * @param {import("../types").HubEvent} event */
async function told(event) {
  const { question } = event;
  if (event.type === "question_opened" && question.kind === "show") {
    if (matters(question.urgency)) ring(question.id, question.agent_name, question.title, question.question);
  } else if (event.type === "agent_notification" && event.notification_type !== "question" && matters(event.priority)) {
    const id = event.notification_id;
    const found = await call("GET", `/api/notifications/${encodeURIComponent(id)}`).catch(() => null);
    ring(id, event.agent_name, event.title, found?.message ?? "");
  }
}

/** @param {string} priority */
const matters = (priority) => priority === "urgent" || (priority === "high" && !isQuiet(new Date()));

/** @type {boolean | undefined} */
let able;

/** Whether an open page can show notifications here. Chrome on Android has them, and throws when a page makes one, an
 * installed page too: only a service worker may. */
export const canShow = () => (able ??= tried());

function tried() {
  if (!globalThis.Notification) return false;
  // One that may be shown would be seen for a moment. A computer shows them, or the first one that fails will tell.
  if (Notification.permission === "granted" && matchMedia("(any-pointer: fine)").matches) return true;
  try {
    new Notification("", { silent: true }).close();
    return true;
  } catch {
    return false;
  }
}

const MANY = 4;
const SHORTLY_MS = 10_000;
/** When it rang last. @type {number[]} */
let rung = [];

/** Many in a short time are one: nobody reads two hundred.
 * @param {string} id @param {string} agent @param {string} title @param {string} text */
function ring(id, agent, title, text) {
  const now = Date.now();
  rung = [...rung.filter((at) => now - at < SHORTLY_MS), now];
  if (rung.length <= MANY) chime();
  if (rung.length <= MANY) show(id, agent, `${agent}: ${title}`, text);
  else show("many", agent, fill(words.many_ring, { count: rung.length }), `${agent}: ${title}`);
}

/** Who looks at the page sees it there. The tag makes one of several tabs' notifications.
 * @param {string} id @param {string} agent @param {string} title @param {string} text */
function show(id, agent, title, text) {
  if (!rings.value || document.hasFocus() || globalThis.Notification?.permission !== "granted") return;
  try {
    const made = new Notification(unmasked(title), { body: unmasked(text).slice(0, 300), tag: id, icon: iconAddress() });
    made.onclick = () => (window.focus(), lookAt(id));
    made.onclose = () => shown.delete(id);
    shown.set(id, { made, agent });
  } catch {
    able = false;
  }
}

const iconAddress = () => new URL("../bell.svg", import.meta.url).href;

/** What was settled elsewhere need not be looked at any more.
 * @param {import("../types").Asked[]} known */
function withdraw(known) {
  for (const { question, settled } of known) if (settled) shown.get(question.id)?.made.close();
}

/** Nor what is of an agent that one sees no longer.
 * @param {string} name */
function withdrawAll(name) {
  for (const { made, agent } of [...shown.values()]) if (agent === name) made.close();
}

/** Two soft notes. Off unless somebody switched it on. */
function chime() {
  if (!sound.value) return;
  play();
}

export function play() {
  const sounding = new AudioContext();
  for (const [place, hertz] of [880, 1318.5].entries()) {
    const note = sounding.createOscillator();
    const loudness = sounding.createGain();
    const at = sounding.currentTime + place * 0.14;
    note.frequency.value = hertz;
    loudness.gain.setValueAtTime(0, at);
    loudness.gain.linearRampToValueAtTime(0.12, at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
    note.connect(loudness).connect(sounding.destination);
    note.start(at);
    note.stop(at + 0.5);
  }
  setTimeout(() => sounding.close(), 1_500);
}
