// What is around every view: the bell, the ways between the views, whether the page is live, who is signed in, and help.
import { address, go, href } from "./core/address.js";
import { counted } from "./calling/badge.js";
import { useCell } from "./core/cell.js";
import { Help, openHelp } from "./help.js";
import { cx, html, useLayoutEffect, useRef } from "./core/html.js";
import { useKeys } from "./core/items.js";
import { line } from "./core/live.js";
import { questions } from "./questions/questions.js";
import { putOff, waitsNow } from "./questions/snooze.js";
import { unmasked } from "./core/text.js";
import { UndoBar } from "./notices/undo.js";
import { waitingSessions } from "./sessions/watch_data.js";
import { few, words } from "./core/words.js";
import { View } from "./views.js";

/** @param {{me: import("./types").Me | null, onSignOut: () => void}} props */
export function Frame({ me, onSignOut }) {
  const { view, name } = useCell(address);
  const main = useNewView(view + name);
  useKeys({
    i: () => go("inbox"),
    w: () => go("sessions"),
    ",": () => go("settings"),
    "/": () => focusSearch(),
    "?": () => openHelp(),
  });
  return html`
    <header class="top">
      <a class="skip" href="#main" onClick=${(/** @type {Event} */ event) => skip(event, main.current)}>${words.skip}</a>
      <a class="brand" href=${href("inbox")}><img src=${icon} alt="" width="26" height="26" /> Bellpull</a>
      <${Ways} view=${view} />
      <${LineState} />
      <div id="who">
        ${me && html`<span class="quiet">${unmasked(me.name)}</span>`}
        <button class="plain" type="button" id="sign-out" onClick=${onSignOut}>${words.sign_out}</button>
        <button class="icon plain" type="button" onClick=${openHelp} aria-label=${words.help} title=${words.help}>?</button>
      </div>
    </header>
    <main id="main" tabindex="-1" ref=${main}>
      <h1 class="unseen">${words[view === "agents" ? "sessions" : view]}</h1>
      <${View} key=${view + name} view=${view} name=${name} me=${me} />
    </main>
    <${UndoBar} />
    <${Help} />`;
}

const icon = new URL("bell.svg", import.meta.url).href;

/** @param {{view: string}} props */
function Ways({ view }) {
  const off = useCell(putOff);
  const open = useCell(questions).filter((one) => waitsNow(off, one)).length;
  const waiting = useCell(waitingSessions);
  /** @type {[string, number, string][]} */
  const ways = [
    ["inbox", open, few(words.one_question_waits, words.many_questions_wait, open)],
    ["sessions", waiting, few(words.one_waits, words.many_wait, waiting)],
    ["settings", 0, ""],
  ];
  const now = view === "agents" ? "sessions" : view;
  return html`<nav aria-label=${words.ways}>
    ${ways.map(([way, count, said]) => html`
      <a key=${way} href=${href(way)} aria-current=${way === now ? "page" : undefined}>
        ${words[way]}${count > 0 && html`${" "}<span class="count" key="count" role="img" aria-label=${said}
          title=${said}>${counted(count)}</span>`}
      </a>`)}
  </nav>`;
}

function LineState() {
  const state = useCell(line);
  return html`<p id="state" role="status" class=${cx(state)}>${words[state]}</p>`;
}

/** Who goes to another view begins at its top, with keyboard and screen reader, too.
 * @param {string} view @returns {{current: HTMLElement | null}} */
function useNewView(view) {
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const before = useRef(view);
  useLayoutEffect(() => {
    if (before.current === view) return;
    before.current = view;
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [view]);
  return main;
}

/** @param {Event} event @param {HTMLElement | null} main */
function skip(event, main) {
  event.preventDefault();
  main?.focus();
}

function focusSearch() {
  const field = () => /** @type {HTMLInputElement | null} */ (document.querySelector("[data-search]"));
  if (!field()) go("inbox");
  requestAnimationFrame(() => field()?.focus());
}
