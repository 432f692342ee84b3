// A field to type an answer in. Enter sends, Shift+Enter makes a new line, and an Enter that only ends the
// composition of a character does neither.
import { button, h } from "/page/dom.js";
import { words } from "/page/words.js";

export class Composer {
  /** how: {secret, blankAllowed, onSend(text, event), onCancel(event)} */
  constructor(how) {
    this.how = how;
    this.field = how.secret ? secretField() : h("textarea", { rows: "2", "aria-label": words.your_reply });
    this.field.placeholder = how.secret ? words.your_secret : words.your_reply;
    this.field.addEventListener("keydown", (event) => this.#key(event));
    this.element = h("div", { class: "composer" },
      this.field,
      how.secret && h("p", { class: "quiet" }, words.secret_note),
      h("div", { class: "row" },
        button(words.send, (event) => this.#send(event), { class: "first" }),
        button(words.cancel, (event) => how.onCancel(event))));
  }

  get text() {
    return this.field.value;
  }

  #key(event) {
    // Some browsers end a composition before the key that ended it: then only the number 229 tells.
    const composing = event.isComposing || event.keyCode === 229;
    if (event.key !== "Enter" || event.shiftKey || composing) return;
    event.preventDefault();
    if (this.text.trim()) this.#send(event);
  }

  #send(event) {
    if (this.text.trim() || this.how.blankAllowed) this.how.onSend(this.text, event);
    else this.field.focus();
  }
}

function secretField() {
  return h("input", { type: "password", autocomplete: "off", spellcheck: "false", "aria-label": words.your_secret });
}
