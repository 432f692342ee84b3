// A value that several parts of the page share and follow. All that the page knows is kept in cells; components show them.
import { useLayoutEffect, useState } from "./html.js";

/** @template T */
export class Cell {
  /** @param {T} initial */
  constructor(initial) {
    this.now = initial;
    /** @type {Set<(value: T) => void>} */
    this.listeners = new Set();
  }

  get value() {
    return this.now;
  }

  set value(next) {
    if (Object.is(next, this.now)) return;
    this.now = next;
    for (const listener of [...this.listeners]) listener(next);
  }

  /** @param {(before: T) => T} make */
  change(make) {
    this.value = make(this.now);
  }

  /** Tells of every change from now on; gives the way to stop that.
   * @param {(value: T) => void} listener */
  listen(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

/** @template T @param {T} initial @returns {Cell<T>} */
export const cell = (initial) => new Cell(initial);

/** The cell's value in a component, which is drawn again when it changes.
 * @template T @param {Cell<T>} of @returns {T} */
export function useCell(of) {
  const [, redraw] = useState(0);
  const drawn = of.value;
  useLayoutEffect(() => {
    const stop = of.listen(() => redraw((count) => count + 1));
    // It may have changed between the drawing and this line.
    if (!Object.is(drawn, of.value)) redraw((count) => count + 1);
    return stop;
  }, [of]);
  return drawn;
}
