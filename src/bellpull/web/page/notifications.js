// What agents told, newest first: pending ones, and those that somebody has seen but not dismissed. An event only says
// that something changed; the list is then read anew, once at a time however many events there are.
import { call } from "/page/api.js";
import { ageElement, button, fill, h, longText, say, tickAges } from "/page/dom.js";
import { words } from "/page/words.js";

const PAGE = 50;
const MOST = 500;

export class Notifications {
  /** isOpen(id): whether that is a question still open: it has its card. */
  constructor(isOpen) {
    this.isOpen = isOpen;
    this.known = [];
    this.rows = new Map();
    this.shown = new Set();
    this.limit = PAGE;
    this.reading = null;
    this.again = false;
    this.clear = button(words.dismiss_all, () => this.#do(this.clear, "/api/notifications/dismiss-all"), { class: "plain" });
    this.older = button(words.show_older, () => this.#more(), { class: "plain" });
    this.none = h("p", { class: "none" }, words.no_notifications);
    this.trouble = h("p", { class: "trouble", role: "alert", hidden: true });
    this.list = h("ul", { class: "rows" });
    this.element = h("section", {},
      h("div", { class: "head" }, h("h2", { tabindex: "-1" }, words.notifications), this.clear),
      this.trouble, this.none, this.list, this.older);
  }

  /** Read the list anew. Whoever asks meanwhile gets one more reading after this one. */
  refresh() {
    this.again = true;
    this.reading ??= this.#readAll();
    return this.reading;
  }

  async #readAll() {
    try {
      while (this.again) {
        this.again = false;
        this.#take(...(await Promise.all([this.#read("pending"), this.#read("acknowledged")])));
      }
    } finally {
      this.reading = null;
    }
  }

  #take(pending, seen) {
    // An answered question is not told a second time.
    const told = seen.filter((one) => one.notification_type !== "question");
    this.known = [...pending, ...told].sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
    this.older.hidden = pending.length < this.limit || this.limit >= MOST;
    this.draw();
  }

  async #read(status) {
    return (await call("GET", `/api/notifications?status=${status}&limit=${this.limit}`)).notifications;
  }

  /** A question of kind `show` wants no answer: it is a message. */
  tell({ id, kind }) {
    if (kind === "show") this.shown.add(id);
  }

  draw() {
    const shown = this.known.filter((one) => !this.isOpen(one.id));
    const ids = new Set(shown.map((one) => one.id));
    for (const [id, row] of this.rows) if (!ids.has(id)) this.#remove(id, row);
    shown.forEach((one, place) => this.#place(one, this.list.children[place]));
    this.none.hidden = shown.length > 0;
    this.clear.hidden = shown.length === 0;
  }

  tick() {
    tickAges(this.list);
  }

  #place(notification, before) {
    const row = this.rows.get(notification.id) ?? new Row(notification, (...what) => this.#do(...what));
    this.rows.set(notification.id, row);
    row.update(notification, this.shown.has(notification.id) ? "show" : notification.notification_type);
    if (row.element !== before) this.list.insertBefore(row.element, before ?? null);
  }

  #remove(id, row) {
    if (row.element.contains(document.activeElement)) this.element.querySelector("h2").focus();
    row.element.remove();
    this.rows.delete(id);
  }

  async #do(control, path) {
    control.disabled = true;
    try {
      await call("POST", path);
      say(this.trouble, "");
      await this.refresh();
    } catch (refusal) {
      say(this.trouble, fill(words.not_sent, { reason: refusal.message }));
    } finally {
      control.disabled = false;
    }
  }

  async #more() {
    this.limit = Math.min(MOST, this.limit + PAGE);
    await this.refresh().catch(() => {});
  }
}

class Row {
  constructor(notification, act) {
    const { id, agent_name, notification_type: type, priority, title, message, category, created_at } = notification;
    const path = `/api/notifications/${encodeURIComponent(id)}`;
    this.mark = h("span", { class: `mark ${type}` });
    this.seen = h("span", { class: "quiet", hidden: true });
    this.acknowledge = button(words.acknowledge, () => act(this.acknowledge, `${path}/acknowledge`),
      { "aria-label": `${words.acknowledge}: ${title}` });
    this.dismiss = button(words.dismiss, () => act(this.dismiss, `${path}/dismiss`),
      { "aria-label": `${words.dismiss}: ${title}` });
    this.element = h("li", { class: `row-of ${type} ${priority}`, "data-id": id },
      h("header", {},
        h("b", {}, agent_name),
        this.mark,
        priority !== "normal" && h("span", { class: `mark ${priority}` }, words.urgency[priority] ?? priority),
        category && h("span", { class: "quiet" }, category),
        this.seen, ageElement(created_at)),
      h("h3", {}, title),
      message && message !== title && longText(message, "told"),
      h("div", { class: "row" }, this.acknowledge, this.dismiss));
  }

  update({ status, acknowledged_by: name }, type) {
    say(this.mark, words.type[type] ?? type);
    this.element.classList.toggle("seen", status !== "pending");
    this.acknowledge.hidden = status !== "pending";
    say(this.seen, status === "pending" ? "" : fill(words.seen_by, { name }));
  }
}
