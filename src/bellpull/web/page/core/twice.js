// A button for what cannot be undone: it takes two clicks, and the second of a double click is none.
import { html, useEffect, useRef, useState } from "./html.js";
import { misplaced, moved } from "./items.js";

/** How long "really?" stands there. */
const REALLY_MS = 6_000;

/** @param {{label: string, really: string, about: string, onDo: () => Promise<string>}} props
 * about: what it is done to, for who does not see it; onDo gives what went wrong, in words */
export function Twice({ label, really, about, onDo }) {
  const [asks, setAsks] = useState(false);
  const [trouble, setTrouble] = useState("");
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = () => {
    moved();
    setAsks(true);
    timer.current = setTimeout(() => setAsks(false), REALLY_MS);
  };
  const act = async () => {
    clearTimeout(timer.current);
    setAsks(false);
    setTrouble(await onDo());
  };
  /** @param {Event} event */
  const click = (event) => {
    if (!asks) ask();
    else if (!misplaced(event)) act();
  };
  const said = asks ? really : label;
  return html`<button type="button" class=${asks ? "really" : "plain"} onClick=${click}
      aria-label=${`${said} ${about}`}>${said}</button>
    ${trouble && html`<p class="trouble" role="alert">${trouble}</p>`}`;
}
