// The live line to the hub: it says who we are, resumes where it was, and comes back by itself after a restart of
// the hub, a lost network or a computer's sleep.
import { key, secretOf } from "./key.js";

const SHOWS = ["notification", "buttons", "text"];
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
// The hub pings every 20 seconds; who has heard nothing for two pings and some hears nothing any more.
const SILENCE_MS = 50_000;
const ANSWER_MS = 5_000;

/** @typedef {import("../types").HubEvent} HubEvent */
/** @typedef {{
 *   state: (name: "connecting" | "connected" | "reconnecting") => void,
 *   reset: () => void,
 *   event: (event: HubEvent) => void,
 *   refused: (held: import("./key.js").Held, why: string) => void,
 * }} Listener */

export class Line {
  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | null} */
    this.cursor = null;
    /** @type {string} */
    this.hub = "";
    /** The agents that one saw when it was opened. */
    this.agents = "";
    this.waited = 0;
    this.heardAt = 0;
    this.wanted = false;
    this.live = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    setInterval(() => this.#mustHaveHeard(Date.now() - SILENCE_MS), 5_000);
    addEventListener("online", () => this.#wake());
    addEventListener("offline", () => this.#wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.#wake());
  }

  start() {
    this.stop();
    Object.assign(this, { wanted: true, cursor: null, hub: "" });
    this.listener.state("connecting");
    this.#open();
  }

  stop() {
    this.wanted = false;
    this.#drop();
  }

  #open() {
    this.#drop();
    const since = this.cursor === null ? "" : `?${new URLSearchParams({ since: String(this.cursor), hub: this.hub })}`;
    const held = key.get();
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/events${since}`);
    this.socket = socket;
    this.heardAt = Date.now();
    setTimeout(() => socket === this.socket && !this.live && this.#ended(), 2 * ANSWER_MS);
    socket.onopen = () => this.#introduce(secretOf(held));
    socket.onmessage = (message) => this.#take(JSON.parse(message.data));
    socket.onclose = (end) => (end.code === 4001 ? this.#refused(held, end.reason) : this.#ended());
  }

  /** @param {string | null} token */
  #introduce(token) {
    if (token) this.#send({ type: "auth", token });
    this.#send({ type: "hello", surface: "page", name: browserName(), shows: SHOWS });
  }

  /** @param {object} message */
  #send(message) {
    this.socket?.send(JSON.stringify(message));
  }

  /** @param {any} frame */
  #take(frame) {
    this.heardAt = Date.now();
    if (frame.type === "connected") this.#connected(frame);
    else if (frame.type === "reset") this.#restart(frame.seq);
    else if (frame.type === "ping") this.cursor = frame.seq;
    else if (frame.seq) {
      this.cursor = frame.seq;
      this.listener.event(frame);
    }
  }

  /** Of an agent that one sees since it was away, or no longer, nothing was told: begin anew.
   * @param {{hub: string, seq: number, agents: string[]}} frame */
  #connected(frame) {
    const agents = namesOf(frame.agents);
    const isStale = this.cursor !== null && agents !== this.agents;
    this.agents = agents;
    if (isStale) {
      this.cursor = null;
      this.#open();
      return;
    }
    this.live = true;
    this.waited = 0;
    this.hub = frame.hub;
    this.listener.state("connected");
    if (this.cursor === null) this.#restart(frame.seq);
  }

  /** What happened up to here is unknown, or was never read: load everything anew.
   * @param {number} seq */
  #restart(seq) {
    this.cursor = seq;
    this.listener.reset();
  }

  /** @param {import("./key.js").Held} held @param {string} reason may end with a word for it, in brackets */
  #refused(held, reason) {
    this.stop();
    this.listener.refused(held, /\((\w+)\)$/.exec(reason)?.[1] ?? "");
  }

  #ended() {
    this.#drop();
    this.listener.state("reconnecting");
    this.waited = Math.min(LONGEST_WAIT_MS, this.waited * 2 || FIRST_WAIT_MS);
    // Not all pages of a hub that comes back knock at the same moment.
    this.retry = setTimeout(() => this.#open(), this.waited * (0.7 + 0.6 * Math.random()));
  }

  /** Closing a dead line can take a minute: nobody waits for it. */
  #drop() {
    clearTimeout(this.retry);
    const socket = this.socket;
    this.socket = null;
    this.live = false;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  /** The computer slept, or the network is back, or somebody looks again. */
  #wake() {
    if (!this.wanted) return;
    if (this.socket?.readyState !== WebSocket.OPEN) {
      this.#open();
    } else {
      const asked = Date.now();
      this.#send({ type: "ping" });
      setTimeout(() => this.#mustHaveHeard(asked), ANSWER_MS);
    }
  }

  /** @param {number} since */
  #mustHaveHeard(since) {
    if (this.wanted && this.socket && this.heardAt < since) this.#ended();
  }
}

/** @param {string[]} agents */
export const namesOf = (agents) => agents.toSorted().join();

function browserName() {
  /** @type {Record<string, string>} */
  const known = { Firefox: "Firefox", Edg: "Edge", OPR: "Opera", Chrome: "Chrome", Safari: "Safari" };
  const found = Object.keys(known).find((name) => navigator.userAgent.includes(`${name}/`));
  return found ? known[found] : "browser";
}
