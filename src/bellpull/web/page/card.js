// One open question: what is asked, by whom, whether the agent waits, and the ways to answer. A card is made once and
// then only changed where something changed, so that nobody loses what they are typing.
import { call } from "/page/api.js";
import { Composer } from "/page/composer.js";
import { age, ageElement, button, clock, fill, h, longText, misplaced, moved, say } from "/page/dom.js";
import { words } from "/page/words.js";

const SHOWN_AFTER_MS = 4_000;
/** The window title of an agent that gave none. */
const DEFAULT_TITLE = "VoiceMode";

export class Card {
  /** onFold(): it is not open any more; onGone(card): it is to be taken off the page. */
  constructor(question, onFold, onGone) {
    this.question = question;
    this.path = `/api/questions/${encodeURIComponent(question.id)}`;
    this.onFold = onFold;
    this.onGone = onGone;
    this.composer = null;
    this.busy = false;
    this.folded = false;
    this.settledMeanwhile = null;
    this.asked = null;
    this.held = false;
    this.trouble = h("p", { class: "trouble", role: "alert", hidden: true });
    this.waits = h("p", { class: "waits" });
    this.answers = h("div", { class: "answers" }, ...this.#answers());
    this.element = h("article", { class: `card ${question.urgency}`, "data-id": question.id, "aria-label": question.title },
      h("header", {}, ...this.#heading()),
      !beginsWithTitle(question) && h("h3", {}, question.title),
      longText(question.question, beginsWithTitle(question) ? "asked alone" : "asked"),
      this.answers, this.waits, this.trouble);
    this.tick();
    if (question.kind === "text" && question.look.show_history && question.project) this.#showHistory();
  }

  /** The hub tells of it anew: its text is what it was, its waiting may not be. */
  update(question) {
    this.question = question;
    say(this.trouble, "");
    this.tick();
  }

  tick() {
    if (this.folded) return;
    const { waiting_until: until, released } = this.question;
    const left = until ? (Date.parse(until) - Date.now()) / 1000 : 0;
    this.waits.classList.toggle("live", !released && left > 0);
    if (!released && left > 0) say(this.waits, fill(words.waiting, { time: clock(left) }));
    else say(this.waits, released || until ? words.moved_on : words.not_waiting);
    if (!released && until && left <= 0 && this.asked !== until) this.#askAgain(until);
  }

  /** The time is up and nobody said that the agent stopped waiting: it may have asked for more. */
  async #askAgain(until) {
    this.asked = until;
    const now = await call("GET", this.path).catch(() => null);
    if (now?.state === "open") this.update(now);
  }

  /** Somebody settled it: say so for a moment, and keep what was being typed for whoever typed it. */
  settle(outcome, via) {
    if (this.folded) return;
    if (this.busy) {
      this.settledMeanwhile = [outcome, via];
      return;
    }
    const typed = this.composer?.text.trim() ? this.composer.text : "";
    this.#fold([words.settled[outcome] ?? "", words.via[via] ?? ""].join(" ").trim(), typed);
  }

  #heading() {
    const { agent_name, look, project, urgency, opened_at, kind } = this.question;
    const place = [look.repo, look.branch].filter(Boolean).join("@") || project?.split(/[\\/]/).filter(Boolean).at(-1);
    const name = look.asked_as && look.asked_as !== agent_name ? `${look.asked_as} (${agent_name})` : agent_name;
    return [
      h("b", {}, name),
      look.window_title && look.window_title !== DEFAULT_TITLE && h("span", { class: "quiet" }, look.window_title),
      place && h("span", { class: "quiet", title: project }, place),
      look.task && h("span", { class: "quiet" }, look.task),
      urgency !== "normal" && h("span", { class: `mark ${urgency}` }, words.urgency[urgency] ?? urgency),
      ageElement(opened_at),
      (kind === "text" || !this.question.buttons.some((one) => one.answer.choice)) && this.#closeButton(),
    ];
  }

  #closeButton() {
    const close = (event) => this.#answer({ outcome: "dismissed" }, event);
    return button("×", close, { class: "close plain", "aria-label": words.close, title: words.close });
  }

  #answers() {
    if (this.question.kind === "text") {
      this.composer = this.#composer(true, (event) => this.#answer({ outcome: "cancelled" }, event));
      return [this.composer.element];
    }
    const choices = this.question.buttons.filter((one) => !one.answer.outcome);
    if (!choices.length) {
      this.composer = this.#composer(false, (event) => this.#answer({ outcome: "cancelled" }, event));
      return [this.composer.element];
    }
    const endings = this.question.buttons.filter((one) => one.answer.outcome);
    return [h("div", { class: "row" },
      ...choices.map((one, place) => this.#choice(one, place === 0 ? "first" : "")),
      this.question.free_text && this.#somethingElse(),
      ...endings.map((one) => this.#choice(one, "plain")))];
  }

  /** A label that is not the option itself says which option it stands for: nobody agrees to what they cannot read. */
  #choice({ label, answer }, kind) {
    const shown = button(label, (event) => this.#answer(answer, event), { class: kind });
    if (answer.choice && answer.choice !== label) shown.append(h("small", {}, answer.choice));
    return shown;
  }

  #somethingElse() {
    const open = button(words.something_else, () => {
      if (!this.composer) {
        this.composer = this.#composer(false, () => {
          this.composer.element.hidden = true;
          open.focus();
        });
        this.answers.append(this.composer.element);
      }
      this.composer.element.hidden = false;
      this.composer.field.focus();
    });
    return open;
  }

  #composer(blankAllowed, onCancel) {
    const onSend = (text, event) => this.#answer({ text }, event);
    return new Composer({ secret: this.question.secret, blankAllowed, onSend, onCancel });
  }

  async #answer(answer, event) {
    if (this.busy || this.folded || misplaced(event)) return;
    const focused = document.activeElement;
    this.held = this.element.contains(focused);
    this.#setBusy(true);
    say(this.trouble, "");
    try {
      const settled = await call("POST", `${this.path}/answer`, { ...answer, via: "page" });
      this.#setBusy(false);
      const said = this.question.secret ? null : settled.choice ?? settled.reply;
      this.#fold([words.settled[settled.outcome], said].filter(Boolean).join(": "), "");
    } catch (refusal) {
      this.#setBusy(false);
      if (this.settledMeanwhile) this.settle(...this.settledMeanwhile);
      else if (refusal.status === 409 || refusal.status === 404) await this.learn();
      if (!this.folded) this.#fail(refusal, focused);
    }
  }

  /** It may be settled, and nobody told us: what became of it? */
  async learn() {
    const now = await call("GET", this.path).catch((refusal) => refusal);
    if (now.state === "settled" || now.status === 404) this.settle(now.outcome, now.via);
  }

  #fail(refusal, focused) {
    say(this.trouble, fill(words.not_sent, { reason: refusal.message }));
    focused?.focus();
  }

  #setBusy(busy) {
    this.busy = busy;
    this.element.setAttribute("aria-busy", busy);
    for (const control of this.element.querySelectorAll("button")) control.disabled = busy;
    if (this.composer) this.composer.field.readOnly = busy;
  }

  #fold(line, typed) {
    this.folded = true;
    const held = this.#holdsFocus();
    moved();
    this.element.classList.add("folded");
    this.element.replaceChildren(
      h("p", { role: "status" }, h("b", {}, this.question.title), " · ", line || words.settled.dismissed),
      ...(typed ? [h("p", { class: "quiet" }, words.you_had_typed), this.#typed(typed)] : []),
      ...(typed ? [button(words.close, () => this.onGone(this))] : []));
    if (held) this.element.closest("section")?.querySelector("h2").focus({ preventScroll: true });
    if (!typed) this.#leaveSoon();
    this.onFold();
  }

  /** Not while somebody points at the questions: the next one would move under the hand. */
  #leaveSoon() {
    setTimeout(() => {
      if (this.element.parentElement?.matches(":hover")) this.#leaveSoon();
      else this.onGone(this);
    }, SHOWN_AFTER_MS);
  }

  /** A button that was disabled lost the focus to nobody: it was here if it went from here. */
  #holdsFocus() {
    const focused = document.activeElement;
    return this.element.contains(focused) || (this.held && focused === document.body);
  }

  #typed(text) {
    return longText(this.question.secret ? "•".repeat(8) : text, "typed");
  }

  async #showHistory() {
    const query = new URLSearchParams({ project: this.question.project });
    const { exchanges } = await call("GET", `/api/history?${query}`).catch(() => ({ exchanges: [] }));
    if (!exchanges.length || this.folded) return;
    moved();
    this.answers.before(history(exchanges));
  }
}

/** Most titles are the beginning of what is asked: said once is enough. */
function beginsWithTitle({ title, question }) {
  return question.trim().startsWith(title.replace(/…$/, ""));
}

/** The last exchanges, oldest first, scrolled to the newest. */
function history(exchanges) {
  const list = h("ol", { class: "long history", tabindex: "0", "aria-label": words.earlier },
    ...exchanges.map(({ at, agent_name, message, reply }) => h("li", {},
      h("p", {}, h("b", {}, agent_name), " ", h("time", { datetime: at }, age(at))),
      h("p", { class: "kept" }, message),
      reply && h("p", { class: "kept reply" }, h("b", {}, words.you), " ", reply))));
  requestAnimationFrame(() => (list.scrollTop = list.scrollHeight));
  return list;
}
