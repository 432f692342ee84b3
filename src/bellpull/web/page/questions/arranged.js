// Which cards stand where: above the fold, or under it. Cards change places as time passes, but not while somebody types
// in one of them; the focus stays on its card; and a click in the next moment is not taken for one on the new place.
import { draftOf } from "./drafts.js";
import { useEffect, useLayoutEffect, useRef } from "../core/html.js";
import { moved } from "../core/items.js";
import { inOrder, inOrderOf, isLeft } from "./order.js";
import { learn } from "./questions.js";

/** @typedef {import("../types").Asked} Asked */
/** @typedef {{above: Asked[], under: Asked[], isOpen: boolean}} Arranged under: those of the fold that are drawn */

/** @param {Asked[]} asked @param {{current: HTMLElement | null}} list @param {number} now @param {boolean | null} chosen
 * @returns {Arranged & {folded: Asked[]}} folded: all of the fold */
export function useArranged(asked, list, now, chosen) {
  const drawn = useRef(/** @type {{ids: string[], under: Set<string>}} */ ({ ids: [], under: new Set() }));
  const focused = list.current?.contains(document.activeElement) ? document.activeElement : null;
  const isTyping = focused?.matches("textarea, input") ?? false;
  const { ids, under: wasUnder } = drawn.current;
  const wasDrawn = new Set(isTyping ? ids : []);
  const isFolded = (/** @type {Asked} */ one) =>
    (wasDrawn.has(one.question.id) ? wasUnder.has(one.question.id) : isLeft(one, now));
  const all = isTyping ? inOrderOf(inOrder(asked, now), ids) : inOrder(asked, now);
  const above = all.filter((one) => !isFolded(one));
  const folded = all.filter(isFolded);
  const isOpen = chosen ?? above.every((one) => one.settled);
  const wasSeen = new Set(ids);
  // What became of a card that somebody saw is shown for its moment.
  const isTold = (/** @type {Asked} */ one) => one.settled !== null && wasSeen.has(one.question.id);
  const under = folded.filter((one) => isOpen || isTold(one) || isHeld(one, focused));
  useLayoutEffect(() => {
    const next = [...above, ...under].map((one) => one.question.id);
    if (isAnotherOrder(drawn.current.ids, next)) moved();
    drawn.current = { ids: next, under: new Set(under.map((one) => one.question.id)) };
    // The browser takes the focus from an element that changes its place.
    if (focused?.isConnected && document.activeElement === document.body) {
      /** @type {HTMLElement} */ (focused).focus({ preventScroll: true });
    }
  });
  return { above, under, folded, isOpen };
}

/** Nothing is folded away with the focus in it, or with words that somebody has typed.
 * @param {Asked} asked @param {Element | null} focused */
function isHeld({ question: { id } }, focused) {
  return focused?.closest("[data-id]")?.getAttribute("data-id") === id || draftOf(id).trim() !== "";
}

/** @param {string[]} before @param {string[]} now */
function isAnotherOrder(before, now) {
  const [then, today] = [new Set(before), new Set(now)];
  const stayed = before.filter((id) => today.has(id));
  return now.filter((id) => then.has(id)).some((id, place) => id !== stayed[place]);
}

/** The time is up and nobody said that the agent stopped waiting: it may have asked for more.
 * @param {Asked[]} asked @param {number} now */
export function useOverdue(asked, now) {
  const looked = useRef(/** @type {Map<string, string>} */ (new Map()));
  useEffect(() => {
    for (const { question: { id, released, waiting_until: until }, settled } of asked) {
      const isOver = !settled && !released && until !== null && Date.parse(until) <= now;
      if (!isOver || looked.current.get(id) === until) continue;
      looked.current.set(id, until);
      learn(id).catch(() => {});
    }
  });
}
