// Quiet hours: the hub's, one's own, or none. They hold on all surfaces of a person.
import { useCell } from "../core/cell.js";
import { cx, html, useLayoutEffect, useRef, useState } from "../core/html.js";
import { chooseQuiet, hoursOf, isQuiet, quiet } from "../core/preferences.js";
import { announce } from "../core/said.js";
import { Panel } from "./settings_parts.js";
import { useNow } from "../core/time.js";
import { fill, words } from "../core/words.js";

/** What the fields begin with if there are no hours yet. */
const NIGHT = /** @type {[string, string]} */ (["22:00", "07:00"]);

export function QuietPanel() {
  const known = useCell(quiet);
  const [trouble, setTrouble] = useState("");
  /** @param {string | null} hours */
  const choose = async (hours) => {
    const refusal = await chooseQuiet(hours).then(() => null, (error) => error);
    setTrouble(refusal ? fill(words.not_sent, { reason: refusal.message }) : "");
    if (!refusal) announce(words.quiet_saved);
  };
  return html`<${Panel} name="quiet" title=${words.quiet_hours} about=${words.quiet_about}>
    ${known && html`<${Hours} known=${known} choose=${choose} /><${Holding} />`}
    <p class="trouble" role="alert" hidden=${!trouble}>${trouble}</p>
  </${Panel}>`;
}

/** @param {{known: {chosen: string | null, usual: string}, choose: (hours: string | null) => Promise<void>}} props */
function Hours({ known, choose }) {
  const which = known.chosen === null ? "hub" : known.chosen ? "own" : "none";
  const usual = hoursOf({ chosen: null, usual: known.usual })?.join("–") ?? words.quiet_unset;
  const begin = hoursOf(known) ?? hoursOf({ chosen: null, usual: known.usual }) ?? NIGHT;
  /** @type {[string, string, string | null][]} */
  const ways = [
    ["hub", fill(words.quiet_hub, { hours: usual }), null],
    ["own", words.quiet_own, begin.join("-")],
    ["none", words.quiet_none, ""],
  ];
  return html`<fieldset class="ways">
    <legend class="unseen">${words.quiet_hours}</legend>
    ${ways.map(([way, label, hours]) => html`<div key=${way}><label class="switch">
      <input type="radio" name="quiet" value=${way} checked=${way === which} onChange=${() => choose(hours)} /> ${label}
      </label>${way === "own" && way === which && html`<${Own} saved=${begin.join("-")} choose=${choose} />`}</div>`)}
  </fieldset>`;
}

/** The two times. They are saved by a click: half a time is nobody's wish.
 * @param {{saved: string, choose: (hours: string) => Promise<void>}} props */
function Own({ saved, choose }) {
  const [from, setFrom] = useState(saved.split("-")[0]);
  const [to, setTo] = useState(saved.split("-")[1]);
  const before = useRef(saved);
  // What was saved, here or elsewhere, is shown, but not over what is being changed just now.
  useLayoutEffect(() => {
    const was = before.current.split("-");
    before.current = saved;
    setFrom((/** @type {string} */ now) => (now === was[0] ? saved.split("-")[0] : now));
    setTo((/** @type {string} */ now) => (now === was[1] ? saved.split("-")[1] : now));
  }, [saved]);
  const same = from !== "" && from === to;
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (from && to && !same) choose(`${from}-${to}`);
  };
  return html`<form class="own-hours" onSubmit=${submit}>
    <${Time} name="from" label=${words.quiet_from} value=${from} set=${setFrom} />
    <${Time} name="to" label=${words.quiet_to} value=${to} set=${setTo} />
    <button type="submit" class=${cx(`${from}-${to}` !== saved && "first")} disabled=${!from || !to || same}>
      ${words.quiet_save}</button>
    ${same && html`<p class="trouble">${words.quiet_same}</p>`}
  </form>`;
}

/** @param {{name: string, label: string, value: string, set: (value: string) => void}} props */
function Time({ name, label, value, set }) {
  /** @param {Event} event */
  const input = (event) => set(/** @type {HTMLInputElement} */ (event.target).value);
  return html`<label>${label}
    <input type="time" name=${`quiet-${name}`} required value=${value} onInput=${input} /></label>`;
}

/** Whether it is quiet just now. */
function Holding() {
  const now = useNow();
  const hours = hoursOf(useCell(quiet));
  if (!hours) return html`<p class="quiet">${words.quiet_never}</p>`;
  const holds = isQuiet(new Date(now));
  const [begin, end] = hours;
  return html`<p class="quiet">
    ${holds ? fill(words.quiet_now, { time: end }) : fill(words.quiet_later, { time: begin })}</p>`;
}
