// What to try, for those whose agents have not asked anything yet.
import { html } from "./core/html.js";
import { fill, words } from "./core/words.js";

/** @param {{open?: boolean}} props */
export function Trying({ open = false }) {
  const asks = `bellpull ask "${words.try_question}" --option "${words.try_yes}" --option "${words.try_no}"`;
  return html`<details class="trying" open=${open}>
    <summary>${words.try_it}</summary>
    <p>${words.try_demo}</p>
    <${Commands} lines=${["bellpull demo"]} />
    <p>${words.try_connect}</p>
    <${Commands} lines=${["bellpull connect opencode", "bellpull connect claude-code"]} />
    <p>${words.try_ask}</p>
    <${Commands} lines=${[asks]} />
    <p>${words.try_send}</p>
    <${Commands} lines=${[`bellpull send "${words.try_hello}"`]} />
    <p class="quiet">${fill(words.try_mcp, { address: location.origin })}</p>
    <p class="quiet">${words.not_installed}</p>
  </details>`;
}

/** @param {{lines: string[]}} props */
export const Commands = ({ lines }) => html`<pre tabindex="0"><code>${lines.join("\n")}</code></pre>`;
