// A finger that goes over a row to the left or to the right. Up and down it scrolls, as everywhere: the browser does
// that (touch-action), and tells when it has taken the finger over.
import { useEffect, useRef } from "../core/html.js";

const BEGINS = 12;
const FAR = 0.35;
const QUICK = 0.6;
const LEAVES_MS = 160;

/** Put the ref on what moves. `swiped` is called when it has left.
 * @param {() => void} swiped @returns {{current: any}} */
export function useSwipe(swiped) {
  const ref = useRef(/** @type {any} */ (null));
  const latest = useRef(swiped);
  latest.current = swiped;
  useEffect(() => listen(ref.current, () => latest.current()), []);
  return ref;
}

/** @param {HTMLElement} element @param {() => void} swiped */
function listen(element, swiped) {
  /** @type {{x: number, y: number, at: number, id: number} | null} */
  let start = null;
  let moves = false;
  /** @param {PointerEvent} event */
  const across = (event) => event.clientX - (start?.x ?? 0);
  /** @type {Record<string, (event: any) => void>} */
  const heard = {
    pointerdown(event) {
      if (event.pointerType !== "touch" || !event.isPrimary) return;
      start = { x: event.clientX, y: event.clientY, at: event.timeStamp, id: event.pointerId };
      moves = false;
    },
    pointermove(event) {
      if (!start || event.pointerId !== start.id) return;
      const down = Math.abs(event.clientY - start.y);
      if (!moves && (Math.abs(across(event)) < BEGINS || down > Math.abs(across(event)))) return;
      if (!moves) element.setPointerCapture(event.pointerId);
      moves = true;
      draw(element, across(event), true);
    },
    pointerup(event) {
      if (!start || event.pointerId !== start.id) return;
      const way = across(event);
      const far = Math.abs(way) > element.offsetWidth * FAR;
      const quick = Math.abs(way) / Math.max(1, event.timeStamp - start.at) > QUICK && Math.abs(way) > 3 * BEGINS;
      start = null;
      if (!moves) return;
      if (far || quick) leave(element, Math.sign(way), swiped);
      else draw(element, 0, false);
    },
    pointercancel() {
      if (moves) draw(element, 0, false);
      start = null;
    },
    // The finger that swiped does not also press what it began on.
    click(event) {
      if (moves) event.stopPropagation();
      moves = false;
    },
  };
  const kinds = Object.keys(heard);
  for (const kind of kinds) element.addEventListener(kind, heard[kind], kind === "click");
  return () => kinds.forEach((kind) => element.removeEventListener(kind, heard[kind], kind === "click"));
}

/** @param {HTMLElement} element @param {number} way @param {boolean} held */
function draw(element, way, held) {
  element.classList.toggle("held", held);
  element.parentElement?.classList.toggle("swiped", held);
  element.style.transform = way ? `translateX(${way}px)` : "";
}

/** @param {HTMLElement} element @param {number} sign @param {() => void} swiped */
function leave(element, sign, swiped) {
  element.classList.remove("held");
  element.style.transform = `translateX(${sign * 100}%)`;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  setTimeout(() => {
    swiped();
    // If it is undone it comes back where it was.
    draw(element, 0, false);
  }, still ? 0 : LEAVES_MS);
}
