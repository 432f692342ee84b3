// The open questions, oldest first. Cards are kept by id: one that is there is never made anew.
import { Card } from "/page/card.js";
import { fill, h, say, tickAges } from "/page/dom.js";
import { words } from "/page/words.js";

export class Questions {
  /** onChange(): the number of open questions may be another. */
  constructor(onChange) {
    this.cards = new Map();
    this.onChange = onChange;
    this.list = h("div", { class: "cards" });
    this.none = h("p", { class: "none" }, words.no_open_questions);
    this.element = h("section", {}, h("h2", { tabindex: "-1" }, words.questions), this.none, this.list);
  }

  get count() {
    return [...this.cards.values()].filter((card) => !card.folded).length;
  }

  has(id) {
    return this.cards.has(id);
  }

  /** All that is open now; what is not among them may have been settled while we did not listen. */
  set(questions) {
    const open = new Set(questions.map((question) => question.id));
    for (const [id, card] of this.cards) if (!open.has(id)) card.learn();
    for (const question of questions) this.#put(question);
    this.#changed();
  }

  open(question) {
    if (question.state !== "open") return;
    if (!this.has(question.id)) this.#announce(question);
    this.#put(question);
    this.#changed();
  }

  settle(id, outcome, via) {
    this.cards.get(id)?.settle(outcome, via);
  }

  release(id, reason) {
    const card = this.cards.get(id);
    card?.update({ ...card.question, released: reason });
  }

  tick() {
    for (const card of this.cards.values()) card.tick();
    tickAges(this.element);
  }

  #put(question) {
    const known = this.cards.get(question.id);
    if (known) return known.update(question);
    const card = new Card(question, () => this.#changed(), (gone) => this.#remove(gone));
    this.cards.set(question.id, card);
    const after = [...this.cards.values()].find((other) => other.question.opened_at > question.opened_at);
    this.list.insertBefore(card.element, after?.element ?? null);
  }

  #remove(card) {
    card.element.remove();
    this.cards.delete(card.question.id);
    this.#changed();
  }

  #changed() {
    this.none.hidden = this.count > 0;
    this.onChange();
  }

  #announce({ agent_name: agent, title }) {
    say(document.getElementById("said"), fill(words.new_question, { agent, title }));
  }
}
