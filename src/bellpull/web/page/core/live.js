// The live line, shared by everything on the page that follows the hub. Whoever follows reads once, then hears every
// event; what happens while it reads is kept back until it has read, so that nothing is lost and nothing comes twice.
import { cell } from "./cell.js";
import { Line, namesOf } from "./socket.js";

/** @typedef {import("../types").HubEvent} HubEvent */
/** @typedef {{load: () => Promise<void>, take?: (event: HubEvent) => void}} Follower */

const RETRY_MS = 1_000;
const SIGHT = /^(agent_.*|shared|unshared|given|user_removed)$/;

/** Told of each event after which one may see other agents, before anything is read anew.
 * @type {Set<(event: HubEvent) => void>} */
export const whenSightChanges = new Set();

export const line = cell(/** @type {"connecting" | "connected" | "reconnecting"} */ ("connecting"));

class Following {
  /** @param {Follower} how */
  constructor(how) {
    this.how = how;
    /** @type {HubEvent[] | null} kept back; null when what is shown is true */
    this.kept = [];
    this.stale = true;
    this.loading = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
  }

  /** Read everything, and again if that became stale meanwhile. A hub that is away, or stopping, is asked again. */
  async load() {
    this.stale = true;
    this.kept ??= [];
    if (this.loading) return;
    this.loading = true;
    clearTimeout(this.retry);
    try {
      while (this.stale) {
        this.stale = false;
        await this.how.load();
      }
      this.#catchUp();
    } catch {
      this.retry = setTimeout(() => following.has(this) && this.load(), RETRY_MS);
    } finally {
      this.loading = false;
    }
  }

  /** Taking one may make everything stale again: then the rest is kept back again. */
  #catchUp() {
    const kept = this.kept ?? [];
    this.kept = null;
    for (const event of kept) this.take(event);
  }

  /** @param {HubEvent} event */
  take(event) {
    if (this.kept) this.kept.push(event);
    else this.how.take?.(event);
  }
}

/** @type {Set<Following>} */
const following = new Set();
let began = false;
/** @type {(held: import("./key.js").Held, why: string) => void} */
let onRefused = () => {};

const socket = new Line({
  state: (name) => (line.value = name),
  reset() {
    began = true;
    for (const one of following) one.load();
  },
  event(event) {
    // Whose agents one sees has changed: what was read is not all, or too much.
    const anew = event.type === "access_changed" && SIGHT.test(event.change);
    if (anew) for (const tell of whenSightChanges) tell(event);
    for (const one of [...following]) {
      one.take(event);
      if (anew) one.load();
    }
  },
  refused: (held, why) => onRefused(held, why),
});

/** Read now and whenever everything is to be read anew, and hear what happens. Gives the way to stop.
 * @param {Follower} how */
export function follow(how) {
  const one = new Following(how);
  following.add(one);
  if (began) one.load();
  return () => {
    clearTimeout(one.retry);
    following.delete(one);
  };
}

/** @param {(held: import("./key.js").Held, why: string) => void} refused what happens when the hub does not take the key */
export function connect(refused) {
  onRefused = refused;
  began = false;
  socket.start();
}

/** Who sees others when the line comes back reads everything anew.
 * @param {string[]} names */
export function knowAgents(names) {
  socket.agents = namesOf(names);
}

export function disconnect() {
  began = false;
  socket.stop();
}
