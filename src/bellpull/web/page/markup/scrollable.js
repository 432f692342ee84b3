// What has to be scrolled can be reached and scrolled with the keyboard, and what has not is no stop on the way.
import { useEffect, useRef } from "../core/html.js";

/** Put the ref on what scrolls.
 * @param {any} content @returns {{current: any}} */
export function useScrollable(content) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const seen = new ResizeObserver(() => {
      const hidden = element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
      if (hidden) element.tabIndex = 0;
      else element.removeAttribute("tabindex");
    });
    seen.observe(element);
    for (const child of element.children) seen.observe(child);
    return () => seen.disconnect();
  }, [content]);
  return place;
}
