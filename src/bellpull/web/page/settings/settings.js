// The settings: a panel for each thing that a person can choose or look after.
import { AccountPanel } from "./settings_account.js";
import { html } from "../core/html.js";
import { KeysPanel } from "./settings_keys.js";
import { LookPanel } from "./settings_look.js";
import { QuietPanel } from "./settings_quiet.js";
import { RingsPanel } from "./settings_rings.js";
import { SurfacesPanel } from "./settings_surfaces.js";
import { words } from "../core/words.js";

/** @param {{me: import("../types").Me | null}} props */
export function Settings({ me }) {
  return html`<h1 class="unseen">${words.settings}</h1>
    <${AccountPanel} me=${me} />
    <${LookPanel} />
    <${RingsPanel} />
    <${QuietPanel} />
    <${SurfacesPanel} me=${me} />
    <${KeysPanel} me=${me} />`;
}
