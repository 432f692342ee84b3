// Notices when cards change places, because one came, went or grew above them: a click in the next moment was meant for
// what had been there. A phone's finger is on its way, too, so it is not asked where the pointer is.
import { useLayoutEffect, useRef } from "../core/html.js";
import { moved } from "../core/items.js";

/** @returns {{current: any}} put it on the list of cards */
export function useSteady() {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const cards = list.current;
    if (!cards) return undefined;
    /** @type {Map<Element, number>} */
    let places = placesOf(cards);
    const watch = new ResizeObserver(() => {
      const now = placesOf(cards);
      if ([...places].some(([card, top]) => now.get(card) !== top)) moved();
      places = now;
    });
    watch.observe(cards);
    return () => watch.disconnect();
  }, []);
  return list;
}

/** How far down each card begins, however far one has scrolled.
 * @param {HTMLElement} cards @returns {Map<Element, number>} */
function placesOf(cards) {
  return new Map([...cards.children].map((card) => [card, /** @type {HTMLElement} */ (card).offsetTop]));
}
