// What the panels of the settings are made of.
import { html } from "../core/html.js";

/** @param {{name: string, title: string, about: string, children?: any}} props */
export function Panel({ name, title, about, children }) {
  return html`<section class="panel" id=${`settings-${name}`} aria-labelledby=${`${name}-title`}>
    <div class="panel-head"><h2 id=${`${name}-title`}>${title}</h2><p class="quiet">${about}</p></div>
    <div class="panel-body">${children}</div>
  </section>`;
}

/** One of a few, beside each other; the arrow keys walk between them.
 * @param {{name: string, title: string, choices: [string, string][], chosen: string,
 *          onChoose: (value: string) => void}} props */
export function Choices({ name, title, choices, chosen, onChoose }) {
  return html`<fieldset class="choices">
    <legend>${title}</legend>
    ${choices.map(([value, label]) => html`<label key=${value}>
      <input type="radio" name=${name} value=${value} checked=${value === chosen} onChange=${() => onChoose(value)} />
      ${label}</label>`)}
  </fieldset>`;
}

/** @param {{name: string, label: string, on: boolean, onSwitch: (on: boolean) => void}} props */
export function Switch({ name, label, on, onSwitch }) {
  /** @param {Event} event */
  const change = (event) => onSwitch(/** @type {HTMLInputElement} */ (event.target).checked);
  return html`<label class="switch">
    <input type="checkbox" name=${name} checked=${on} onChange=${change} /> ${label}</label>`;
}
