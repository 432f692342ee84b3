// The order in which people see open questions: who waits now, then urgency, then age, and in turn by agent. The rule and
// its reasons are the hub's (`domain/question_order.py`); one table of cases is the test of both.

/** @typedef {import("../types").Asked} Asked */
/** @typedef {import("../types").Question} Question */

const PRESSING_MS = 15_000;
/** Of one agent. */
const MOST_PRESSING = 3;
const URGENCIES = ["low", "normal", "high", "urgent"];
const [PRESSING, WAITED_FOR, NOT_WAITED_FOR, LEFT] = [0, 1, 2, 3];

/** @param {Pick<Question, "released" | "waiting_until">} question @param {number} now */
function groupOf({ released, waiting_until: until }, now) {
  const left = until === null ? 0 : Date.parse(until) - now;
  if (!released && left > 0) return left <= PRESSING_MS ? PRESSING : WAITED_FOR;
  return !released && until === null ? NOT_WAITED_FOR : LEFT;
}

/** One that was settled stays where it was then.
 * @param {Asked} asked @param {number} now */
const groupAt = ({ question, settled }, now) => groupOf(question, settled?.at ?? now);

/** Does nobody wait for it any more?
 * @param {Asked} asked @param {number} now */
export const isLeft = (asked, now) => groupAt(asked, now) === LEFT;

/** @param {Asked[]} asked @param {number} now */
export function inOrder(asked, now) {
  const keyed = asked.map((one) => ({ one, key: keyOf(one, now) })).sort((one, other) => compare(one.key, other.key));
  /** @type {Map<string, number>} */
  const turns = new Map();
  const taken = keyed.map(({ one, key: [first] }) => {
    const agent = one.question.agent_name;
    const group = first === PRESSING && turns.get(`${PRESSING} ${agent}`) === MOST_PRESSING ? WAITED_FOR : first;
    const turn = turns.get(`${group} ${agent}`) ?? 0;
    turns.set(`${group} ${agent}`, turn + 1);
    return { one, key: [group, group === PRESSING ? 0 : turn] };
  });
  return taken.sort((one, other) => compare(one.key, other.key)).map(({ one }) => one);
}

/** @param {Asked} asked @param {number} now */
function keyOf(asked, now) {
  const { id, opened_at: opened, urgency, waiting_until: until } = asked.question;
  const group = groupAt(asked, now);
  const deadline = group <= WAITED_FOR ? until ?? "" : "";
  return [group, deadline, -Math.max(0, URGENCIES.indexOf(urgency)), opened, id];
}

/** @param {(number | string)[]} one @param {(number | string)[]} other */
function compare(one, other) {
  const at = one.findIndex((part, place) => part !== other[place]);
  if (at < 0) return 0;
  return one[at] < other[at] ? -1 : 1;
}

/** Those that were drawn stay in the order in which they were drawn; the others come in at their places.
 * @param {Asked[]} asked in order @param {string[]} drawn ids */
export function inOrderOf(asked, drawn) {
  const places = new Map(drawn.map((id, place) => [id, place]));
  const place = (/** @type {Asked} */ one) => places.get(one.question.id) ?? Infinity;
  const held = asked.filter((one) => place(one) < Infinity).sort((one, other) => place(one) - place(other));
  for (const [at, one] of asked.entries()) {
    if (place(one) < Infinity) continue;
    const following = new Set(asked.slice(at + 1));
    const before = held.findIndex((other) => following.has(other));
    held.splice(before < 0 ? held.length : before, 0, one);
  }
  return held;
}
