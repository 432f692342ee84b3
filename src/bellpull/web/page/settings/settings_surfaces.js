// What shows things to this person now: pages, desks, terminals. An admin sees everybody's.
import { html } from "../core/html.js";
import { Panel } from "./settings_parts.js";
import { useReading } from "./settings_reading.js";
import { unmasked } from "../core/text.js";
import { Age } from "../core/time.js";
import { words } from "../core/words.js";

const EVERY_MS = 2_000;

/** @typedef {{surface: string, name: string, shows: string[], user: string, since: string}} Surface */

/** @param {{me: import("../types").Me | null}} props */
export function SurfacesPanel({ me }) {
  const [said] = useReading("/api/surfaces", { everyMs: EVERY_MS });
  /** @type {Surface[]} */
  const surfaces = said?.surfaces ?? [];
  return html`<${Panel} name="surfaces" title=${words.surfaces} about=${words.surfaces_about}>
    ${said && !surfaces.length && html`<p class="none">${words.surfaces_none}</p>`}
    <ul class="lines">
      ${surfaces.map((one) => html`<${Line} key=${`${one.user} ${one.surface} ${one.since}`} of=${one} me=${me} />`)}
    </ul>
  </${Panel}>`;
}

/** @param {{of: Surface, me: import("../types").Me | null}} props */
function Line({ of, me }) {
  return html`<li class="line">
    <div class="line-text">
      <p><strong>${words.surface_kinds[of.surface] ?? unmasked(of.surface)}</strong> ${unmasked(of.name)}
        ${me && of.user !== me.name && html` <span class="mark">${unmasked(of.user)}</span>`}</p>
      <p class="quiet">${words.surface_connected} <${Age} at=${of.since} /></p>
    </div>
  </li>`;
}
