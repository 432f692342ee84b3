// What a person who is signed in sees, and how events change it. Everything is loaded once, then kept by the socket's
// events; what comes while the lists are being read is kept back until they are there.
import { call } from "/page/api.js";
import { h } from "/page/dom.js";
import { Notifications } from "/page/notifications.js";
import { Questions } from "/page/questions.js";
import { tryingView } from "/page/trying.js";

export class Inbox {
  /** onStale(): what may be seen has changed, everything is to be read anew. */
  constructor(onStale) {
    this.onStale = onStale;
    this.questions = new Questions(() => this.#changed());
    this.notifications = new Notifications((id) => this.questions.has(id));
    this.trying = tryingView();
    this.element = h("div", { hidden: true }, this.questions.element, this.trying, this.notifications.element);
    this.loading = null;
    this.stale = true;
    this.kept = [];
  }

  /** Read everything. Fails when the hub does not answer; then what happens is kept back until it does. */
  load() {
    this.stale = true;
    this.kept ??= [];
    this.loading ??= this.#loadAll();
    return this.loading;
  }

  async #loadAll() {
    try {
      while (this.stale) {
        this.stale = false;
        await this.#read();
        if (!this.stale) this.#catchUp();
      }
    } finally {
      this.loading = null;
    }
  }

  async #read() {
    const lists = [readQuestions("open", 500), readQuestions("settled", 50), this.notifications.refresh()];
    const [open, settled] = await Promise.all(lists);
    settled.forEach((question) => this.notifications.tell(question));
    this.questions.set(open);
    this.#begin(open.length + settled.length + this.notifications.known.length);
  }

  /** Take what was kept back. If that makes the lists stale again, the rest is kept again. */
  #catchUp() {
    const kept = this.kept;
    this.kept = null;
    kept.forEach((event) => this.take(event));
  }

  /** Whoever has used it already is not told again how to begin. */
  #begin(things) {
    if (this.element.hidden) this.trying.open = things === 0;
    this.element.hidden = false;
  }

  take(event) {
    if (this.kept) this.kept.push(event);
    else if (event.type === "question_opened") this.#opened(event.question);
    else if (event.type === "question_settled") this.questions.settle(event.question_id, event.outcome, event.via);
    else if (event.type === "question_released") this.questions.release(event.question_id, event.reason);
    else if (event.type === "access_changed") this.#accessChanged(event);
    else if (event.type.includes("notification")) this.notifications.refresh().catch(() => this.onStale());
  }

  #accessChanged({ change }) {
    if (change.startsWith("agent_")) this.onStale();
  }

  #opened(question) {
    this.notifications.tell(question);
    this.questions.open(question);
  }

  tick() {
    this.questions.tick();
    this.notifications.tick();
  }

  #changed() {
    const count = this.questions.count;
    document.title = count ? `(${count}) Bellpull` : "Bellpull";
    this.trying.hidden = count > 0;
    this.notifications.draw();
  }
}

async function readQuestions(state, limit) {
  return (await call("GET", `/api/questions?state=${state}&limit=${limit}`)).questions;
}
