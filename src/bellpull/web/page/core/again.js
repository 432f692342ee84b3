// Reads something again after what has happened, at most once a second: a storm of events is one reading. What fails
// is tried again.
const PAUSE_MS = 1_000;

/** @param {() => Promise<unknown>} read */
export function rereader(read) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let readAt = -Infinity;
  let reading = false;
  let wanted = false;
  let stopped = false;

  async function begin() {
    timer = undefined;
    wanted = false;
    reading = true;
    readAt = Date.now();
    try {
      await read();
    } catch {
      wanted = true;
    }
    reading = false;
    if (wanted && !stopped) soon();
  }

  function soon() {
    wanted = true;
    if (stopped || reading || timer !== undefined) return;
    timer = setTimeout(begin, Math.min(PAUSE_MS, Math.max(0, readAt + PAUSE_MS - Date.now())));
  }

  function stop() {
    stopped = true;
    clearTimeout(timer);
  }

  return { soon, stop };
}
