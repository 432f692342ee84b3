// What has to happen before anything is drawn, so this is not a module, which would come late: the theme that was chosen in
// this browser, and a way out if one of the files does not arrive, because the hub went down while the page was loading.
(() => {
  /** A browser may be told to keep nothing. @param {() => any} work */
  const tried = (work) => {
    try {
      return work();
    } catch {
      return null;
    }
  };

  const theme = tried(() => localStorage.getItem("bellpull.theme"));
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

  const PLACE = "bellpull.tries";
  const MOST_TRIES = 5;
  const tries = Number(tried(() => sessionStorage.getItem(PLACE) ?? 0) ?? MOST_TRIES);

  /** Once the hub answers the page is loaded again; not for ever, for then it is not the hub. */
  async function again() {
    const there = await fetch("/health").then((answer) => answer.ok, () => false);
    if (there) {
      tried(() => sessionStorage.setItem(PLACE, String(tries + 1)));
      location.reload();
    } else {
      setTimeout(again, 1_000);
    }
  }

  let isLost = false;
  function lost() {
    const away = document.getElementById("away");
    if (isLost || !away) return;
    isLost = true;
    away.hidden = false;
    if (tries < MOST_TRIES) again();
  }

  // Of modules the first one is told of, whichever of those that it needs was missing.
  addEventListener("error", ({ target }) => {
    const isStyle = target instanceof HTMLLinkElement && target.rel === "stylesheet";
    if (target instanceof HTMLScriptElement || isStyle) lost();
  }, true);
  addEventListener("bellpull-lost", lost);
  // It is all there.
  addEventListener("bellpull-started", () => void tried(() => sessionStorage.removeItem(PLACE)));
})();
