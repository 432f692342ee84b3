// Questions that one has put off: until when, in this browser alone. They come back by themselves at that time, and
// earlier if they have become urgent meanwhile.
import { cell } from "../core/cell.js";
import { storage } from "../core/storage.js";

/** @typedef {{until: number, urgency: string}} PutOff */
/** @typedef {import("../types").Question} Question */

const PLACE = "bellpull.put-off";
const MINUTE_MS = 60_000;
const MORNING_HOUR = 9;
/** Browsers count no further. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The ways to put something off, by the word that names them: until when.
 * @type {Record<string, () => number>} */
export const SPANS = {
  in_ten_minutes: () => Date.now() + 10 * MINUTE_MS,
  in_an_hour: () => Date.now() + 60 * MINUTE_MS,
  until_tomorrow: tomorrow,
};

function tomorrow() {
  const at = new Date(Date.now());
  at.setDate(at.getDate() + 1);
  return at.setHours(MORNING_HOUR, 0, 0, 0);
}

/** @type {import("../core/cell.js").Cell<Record<string, PutOff>>} */
export const putOff = cell(stored());
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {Question} question @param {number} until */
export function putOffUntil(question, until) {
  keep({ ...putOff.value, [question.id]: { until, urgency: question.urgency } });
}

/** @param {string} id */
export function takeBack(id) {
  keep(Object.fromEntries(Object.entries(putOff.value).filter(([one]) => one !== id)));
}

/** Until when it is put off; null if it is not.
 * @param {Record<string, PutOff>} known @param {Question} question */
export function untilWhen(known, question) {
  const found = known[question.id];
  const nowUrgent = question.urgency === "urgent" && found?.urgency !== "urgent";
  return found && found.until > Date.now() && !nowUrgent ? found.until : null;
}

/** Does it wait for somebody now?
 * @param {Record<string, PutOff>} known @param {import("../types").Asked} asked */
export const waitsNow = (known, { question, settled }) => !settled && untilWhen(known, question) === null;

/** @param {Record<string, PutOff>} next */
function keep(next) {
  putOff.value = next;
  storage.set(PLACE, JSON.stringify(next));
  wakeInTime();
}

function wakeInTime() {
  clearTimeout(timer);
  const next = Math.min(...Object.values(putOff.value).map((one) => one.until));
  if (Number.isFinite(next)) timer = setTimeout(wake, Math.min(LONGEST_TIMER_MS, Math.max(0, next - Date.now()) + 50));
}

/** What is due is put off no more. */
function wake() {
  const left = Object.entries(putOff.value).filter(([, { until }]) => until > Date.now());
  if (left.length < Object.keys(putOff.value).length) keep(Object.fromEntries(left));
  else wakeInTime();
}

/** @returns {Record<string, PutOff>} */
function stored() {
  try {
    const kept = Object.entries(JSON.parse(storage.get(PLACE) ?? "{}") ?? {});
    return Object.fromEntries(kept.filter(([, one]) => Number.isFinite(/** @type {any} */ (one)?.until)));
  } catch {
    return {};
  }
}

wake();
// Timers of a page that slept come late.
document.addEventListener("visibilitychange", wake);
storage.onChange(PLACE, () => {
  putOff.value = stored();
  wakeInTime();
});
