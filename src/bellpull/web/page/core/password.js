// Fields for passwords, which one may look at, and the time one has to wait after too many wrong ones.
import { html, useEffect, useRef, useState } from "./html.js";
import { clock } from "./time.js";
import { fill, words } from "./words.js";

/** @param {{name: string, label: string, autocomplete: string, describedby?: string, field?: {current: any}}} props */
export function PasswordField({ name, label, autocomplete, describedby, field }) {
  const [shown, show] = useState(false);
  const id = `password-${name}`;
  return html`<div class="field"><label for=${id}>${label}</label>
    <div class="look-in">
      <input id=${id} name=${name} type=${shown ? "text" : "password"} autocomplete=${autocomplete} required
        autocapitalize="off" spellcheck=${false} aria-describedby=${describedby} ref=${field} />
      <button type="button" class="plain" aria-label=${`${shown ? words.hide : words.show} ${label}`}
        onClick=${() => show(!shown)}>${shown ? words.hide : words.show}</button>
    </div></div>`;
}

/** How many seconds one still has to wait, and the way to begin waiting.
 * @returns {[number, (seconds: number) => void]} */
export function useWaiting() {
  const until = useRef(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (!left) return undefined;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until.current - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [left > 0]);
  return [left, (seconds) => {
    until.current = Date.now() + seconds * 1000;
    setLeft(Math.ceil(seconds));
  }];
}

/** What went wrong, said at once; and the time one has to wait, which nobody wants to hear every second.
 * @param {{trouble: string, left: number}} props */
export function Trouble({ trouble, left }) {
  return html`<div role="alert">${trouble && html`<p class="trouble">${trouble}</p>`}
      ${left > 0 && html`<p class="trouble">${words.too_many_logins}</p>`}</div>
    ${left > 0 && html`<p class="quiet" data-left=${left}>${fill(words.wait_so_long, { time: clock(left) })}</p>`}`;
}
