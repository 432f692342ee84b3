// Notifications of the browser and a sound, for who has allowed them: for new questions, and for what is told with high or
// urgent priority. They keep quiet in quiet hours, but for what is urgent and for questions that somebody waits for.
import { follow } from "../core/live.js";
import { lookAt } from "../core/look.js";
import { isQuiet, rings, sound } from "../core/preferences.js";
import { questions, whenAsked } from "../questions/questions.js";
import { unmasked } from "../core/text.js";

/** @typedef {import("../types").Question} Question */

/** @type {Map<string, Notification>} */
const shown = new Map();

export function followRings() {
  whenAsked.add(asked);
  const stops = [questions.listen(withdraw), follow({ load: async () => {}, take: told })];
  return () => {
    whenAsked.delete(asked);
    stops.forEach((stop) => stop());
    for (const one of shown.values()) one.close();
    shown.clear();
  };
}

/** @param {Question} question */
function asked(question) {
  const pressing = question.urgency === "urgent" || question.waiting_until !== null;
  if (isQuiet(new Date()) && !pressing) return;
  chime();
  show(question.id, `${question.agent_name}: ${question.title}`, question.question);
}

/** @param {import("../types").HubEvent} event */
function told(event) {
  if (event.type !== "agent_notification" || event.notification_type === "question") return;
  if (!["high", "urgent"].includes(event.priority)) return;
  if (isQuiet(new Date()) && event.priority !== "urgent") return;
  chime();
  show(event.notification_id, `${event.agent_name}: ${event.title}`, event.message ?? "");
}

/** Who looks at the page sees it there. The tag makes one of several tabs' notifications.
 * @param {string} id @param {string} title @param {string} text */
function show(id, title, text) {
  if (!rings.value || document.hasFocus() || globalThis.Notification?.permission !== "granted") return;
  try {
    const made = new Notification(unmasked(title), { body: unmasked(text).slice(0, 300), tag: id, icon: iconAddress() });
    made.onclick = () => (window.focus(), lookAt(id));
    made.onclose = () => shown.delete(id);
    shown.set(id, made);
  } catch {
    // Telephones have notifications for installed pages alone.
  }
}

const iconAddress = () => new URL("../bell.svg", import.meta.url).href;

/** What was settled elsewhere need not be looked at any more.
 * @param {import("../types").Asked[]} known */
function withdraw(known) {
  for (const { question, settled } of known) if (settled) shown.get(question.id)?.close();
}

/** Two soft notes. Off unless somebody switched it on. */
export function chime() {
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
