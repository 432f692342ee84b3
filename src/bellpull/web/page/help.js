// The keys, in a dialog.
import { html, useRef } from "./core/html.js";
import { words } from "./core/words.js";

export function openHelp() {
  const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("help"));
  if (dialog && !dialog.open) dialog.showModal();
}

/** @type {[string[], string][]} */
const KEYS = [
  [["j", "k"], "key_walk"], [["Enter"], "key_enter"], [["1 … 9"], "key_choose"], [["e"], "key_else"],
  [["a"], "key_acknowledge"], [["d"], "key_dismiss"], [["s"], "key_snooze"], [["x"], "key_select"], [["u"], "key_undo"],
  [["t"], "key_tell"], [["g"], "key_jump"], [["/"], "key_search"], [["i"], "key_inbox"], [["w"], "key_sessions"],
  [[","], "key_settings"], [["Esc"], "key_leave"], [["?"], "key_help"],
];

export function Help() {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const close = () => dialog.current?.close();
  /** @param {MouseEvent} event A click beside the dialog hits the dialog itself. */
  const beside = (event) => event.target === dialog.current && close();
  return html`<dialog id="help" ref=${dialog} aria-labelledby="help-title" onClick=${beside}>
    <div class="head"><h2 id="help-title">${words.keys}</h2>
      <button type="button" class="icon plain" onClick=${close} aria-label=${words.close}>×</button></div>
    <dl class="keys">
      ${KEYS.map(([keys, what]) => html`<div key=${what}>
        <dt>${keys.map((one, place) => html`${place > 0 && " "}<kbd key=${one}>${one}</kbd>`)}</dt><dd>${words[what]}</dd></div>`)}
    </dl>
  </dialog>`;
}
