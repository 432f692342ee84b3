// Theme and language, of this browser.
import { useCell } from "../core/cell.js";
import { html } from "../core/html.js";
import { theme } from "../core/preferences.js";
import { Choices, Panel } from "./settings_parts.js";
import { chooseLanguage, chosenLanguage, words } from "../core/words.js";

export function LookPanel() {
  const chosen = useCell(theme);
  return html`<${Panel} name="look" title=${words.look} about=${words.look_about}>
    <${Choices} name="theme" title=${words.theme} choices=${Object.entries(words.theme_names)} chosen=${chosen}
      onChoose=${(/** @type {string} */ name) => (theme.value = name)} />
    <${Choices} name="language" title=${words.page_language} choices=${Object.entries(words.page_languages)}
      chosen=${chosenLanguage()} onChoose=${speak} />
  </${Panel}>`;
}

/** The words are read once, before anything is drawn.
 * @param {string} language */
function speak(language) {
  chooseLanguage(language);
  location.reload();
}
