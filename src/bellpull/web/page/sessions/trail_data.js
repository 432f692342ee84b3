// An agent's trail, newest first: its head is read again after what happened, older pages when one wants them.
import { rereader } from "../core/again.js";
import { call, Refusal, withQuery } from "../core/api.js";
import { cell } from "../core/cell.js";
import { follow } from "../core/live.js";

/** @typedef {import("../types").TrailEntry} Entry */

const PAGE = 50;
const TOLD_BY = /^(agent_notification|question_|nudge_)/;

export class Trail {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.path = `/api/agents/${encodeURIComponent(name)}`;
    /** null: not read yet */
    this.entries = cell(/** @type {Entry[] | null} */ (null));
    this.numbers = cell(/** @type {import("../types").Numbers | null} */ (null));
    /** Is the oldest of them the first that there is? */
    this.complete = cell(false);
    /** There is no such agent, or it is not this person's. */
    this.gone = cell(false);
    this.reading = false;
  }

  /** Keeps it true; gives the way to stop. */
  follow() {
    const load = () => this.#load();
    const again = rereader(load);
    const stop = follow({
      load,
      take: (event) => event.agent_name === this.name && TOLD_BY.test(event.type) && again.soon(),
    });
    return () => {
      stop();
      again.stop();
    };
  }

  async #load() {
    try {
      await this.#head();
      await this.#count();
      this.gone.value = false;
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || ![400, 403, 404].includes(refusal.status)) throw refusal;
      this.gone.value = true;
    }
  }

  async #head() {
    const page = await this.#page();
    this.entries.value = this.#joined(page, this.entries.value ?? []);
  }

  async #count() {
    this.numbers.value = await call("GET", `${this.path}/numbers`);
  }

  /** What was read before goes on where the new head ends. If it does not reach that far, something is between them.
   * @param {Entry[]} page @param {Entry[]} before */
  #joined(page, before) {
    const oldest = page.length < PAGE ? 0 : page[PAGE - 1].seq;
    const older = before.filter((one) => one.seq < oldest);
    const meets = before.some((one) => one.seq >= oldest) && this.entries.value !== null;
    if (oldest && meets) return [...page, ...older];
    this.complete.value = !oldest;
    return page;
  }

  /** The page after the oldest one; nothing if that is being read, or if there is none. */
  async older() {
    const known = this.entries.value;
    if (this.reading || this.complete.value || !known?.length) return;
    this.reading = true;
    try {
      const page = await this.#page(known[known.length - 1].seq);
      const seen = new Set(this.entries.value?.map((one) => one.seq));
      this.entries.change((now) => [...(now ?? []), ...page.filter((one) => !seen.has(one.seq))]);
      this.complete.value = page.length < PAGE;
    } finally {
      this.reading = false;
    }
  }

  /** @param {number} [before] @returns {Promise<Entry[]>} */
  async #page(before) {
    return (await call("GET", withQuery(`${this.path}/trail`, { limit: PAGE, before }))).entries;
  }
}
