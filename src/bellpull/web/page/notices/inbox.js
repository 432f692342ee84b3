// The inbox: the open questions, then what agents told. When neither is there it says so, and what one may try.
import { href } from "../core/address.js";
import { call } from "../core/api.js";
import { Questions } from "../questions/card_list.js";
import { useCell } from "../core/cell.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/html.js";
import { NoticeList, useShownRows } from "./notice_list.js";
import { notices } from "./notices.js";
import { questions, questionsRead } from "../questions/questions.js";
import { Trying } from "../trying.js";
import { words } from "../core/words.js";

const bell = new URL("../bell.svg", import.meta.url).href;

/** @param {{me: import("../types").Me | null}} props */
export function Inbox({ me }) {
  const asked = useCell(questions);
  const { filters, read, more, trouble } = useCell(notices);
  const rows = useShownRows();
  const known = useCell(questionsRead) && read;
  const calm = known && !asked.length && !rows.length && !more && !trouble && !Object.keys(filters).length;
  const nothing = useNothingYet(calm);
  const before = useRef(false);
  before.current ||= known && !calm;
  if (calm) {
    return html`<${Calm} key="calm" late=${before.current} used=${nothing === false} />
      <${Trying} key="trying" open=${nothing === true} />`;
  }
  return html`<${Questions} key="questions" /><${NoticeList} key="notices" me=${me?.name ?? ""} rows=${rows} />`;
}

/** Nothing waits. Who was in what has just gone is here now.
 * @param {{late: boolean, used: boolean}} props late: something was there before; used: or ever was */
function Calm({ late, used }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (late && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return html`<section class="empty calm">
    <img src=${bell} alt="" width="44" height="44" />
    <h2 ref=${heading} tabindex="-1"><strong>${words.nothing_waits}</strong></h2>
    <p>${words.no_open_questions} · ${words.no_notifications}</p>
    ${used && html`<p key="before"><a href=${href("inbox", { filters: { status: "dismissed" } })}>
      ${words.show_dismissed}</a></p>`}
  </section>`;
}

/** Whoever has used it already is not told again how to begin: true when nothing was ever asked or told,
 * null as long as that is not known.
 * @param {boolean} calm */
function useNothingYet(calm) {
  const [nothing, setNothing] = useState(/** @type {boolean | null} */ (null));
  useEffect(() => {
    let wanted = calm;
    if (!calm) setNothing(null);
    else everAnything().then((any) => wanted && setNothing(!any), () => {});
    return () => void (wanted = false);
  }, [calm]);
  return nothing;
}

async function everAnything() {
  const [told, asked] = await Promise.all([
    call("GET", "/api/notifications?limit=1"), call("GET", "/api/questions?state=settled&limit=1"),
  ]);
  return told.count + asked.count > 0;
}
