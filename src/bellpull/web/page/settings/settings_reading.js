// What the settings show of the hub: read when the view opens, again when something happens to it, and now and then,
// because the hub tells of no key that is used and of no surface that goes.
import { call } from "../core/api.js";
import { useEffect, useRef, useState } from "../core/html.js";
import { follow } from "../core/live.js";

/** The hub's answer, null until there is one, and the way to read it again. Requests do not overlap.
 * @param {string} path @param {{everyMs: number, concerns?: (event: import("../types").HubEvent) => boolean}} how
 * @returns {[any, () => void]} */
export function useReading(path, { everyMs, concerns = () => false }) {
  const [said, setSaid] = useState(null);
  const again = useRef(() => {});
  useEffect(() => {
    const reading = new Reading(path, setSaid);
    again.current = () => void reading.read().catch(() => {}); // the live line says that the hub is away
    const stop = follow({ load: () => reading.read(), take: (event) => void (concerns(event) && again.current()) });
    const timer = setInterval(() => document.hidden || again.current(), everyMs);
    return () => {
      reading.took = () => {};
      clearInterval(timer);
      stop();
    };
  }, [path]);
  return [said, () => again.current()];
}

class Reading {
  /** @param {string} path @param {(said: any) => void} took */
  constructor(path, took) {
    this.path = path;
    this.took = took;
    /** @type {Promise<void> | null} */
    this.under = null;
    this.stale = false;
  }

  /** Whoever asks while one is under way gets what is read after it. */
  read() {
    this.stale = true;
    this.under ??= this.#untilFresh().finally(() => (this.under = null));
    return this.under;
  }

  async #untilFresh() {
    while (this.stale) {
      this.stale = false;
      this.took(await call("GET", this.path));
    }
  }
}
