// A live stream for one page of many. A browser opens six connections to a host and no more: four pages have a stream as long
// as they are looked at, all others look in by turns, and a request always finds room.

/** Calls `on.message(event)` for each message of the stream, `on.open()` and `on.gone()` as it comes and goes, until the function
 *  that it gives back is called. */
function liveStream(url, on) {
  const places = [0, 1, 2, 3], rest = 3000, glance = 800, most = 10;
  let source = null, letGo = null, place = -1, isOver = false, failures = 0;
  const pause = time => new Promise(done => setTimeout(done, time));
  const key = k => "gimbal-stream-" + k;
  const lastUse = k => { try { return Number(localStorage.getItem(key(k))) || 0; } catch { return 0; } };
  const use = k => { try { localStorage.setItem(key(k), Date.now()); } catch { /* any page may have to go then */ } };

  function start() {
    if (source || isOver) return;
    source = new EventSource(url);
    source.onmessage = on.message;
    source.onopen = () => { failures = 0; if (on.open) on.open(); };
    // A server that does not come back is not asked for ever: only when a person turns to the page.
    source.onerror = () => {
      failures += 1;
      if (failures >= most || source?.readyState === EventSource.CLOSED) { failures = most; stop(); }
      if (on.gone) on.gone();
    };
  }

  function stop() {
    if (source) source.close();
    source = null;
  }

  // Holds a place until it is let go or another page takes it.
  function hold(k, options) {
    return new Promise(settled => {
      navigator.locks.request(key(k), options, lock => {
        if (!lock || isOver || document.hidden || place >= 0) return settled();
        place = k;
        use(k);
        start();
        settled();
        return new Promise(release => { letGo = release; });
      }).catch(() => {}).then(() => {
        if (place === k) { place = -1; letGo = null; stop(); }
        settled();
      });
    });
  }

  // A page that a person turns to takes the place of the one that was left alone longest.
  async function take(mayTake) {
    if (place >= 0) { use(place); return start(); }
    for (const k of places) if (place < 0) await hold(k, { ifAvailable: true });
    if (place < 0 && mayTake) await hold(places.reduce((a, b) => lastUse(b) < lastUse(a) ? b : a), { steal: true });
  }

  function leave() {
    if (letGo) letGo();
    stop();
  }

  const turn = () => { if (document.hidden) leave(); else if (navigator.locks) take(true); else start(); };

  async function lookIn() {
    while (!isOver) {
      await pause(rest);
      if (isOver || document.hidden || place >= 0 || failures >= most) continue;
      await take(false);
      if (place >= 0) continue;
      await navigator.locks.request(key("glance"), async () => {
        start();
        await pause(glance);
        if (place < 0) stop();
      });
    }
  }

  // A report is inside the studio's page, where a person turns to both.
  const windows = parent === window ? [window] : [window, parent];
  const signs = ["focus", "pointerdown", "keydown"];
  for (const each of windows) for (const sign of signs) each.addEventListener(sign, turn);
  document.addEventListener("visibilitychange", turn);
  function end() {
    isOver = true;
    for (const each of windows) for (const sign of signs) each.removeEventListener(sign, turn);
    document.removeEventListener("visibilitychange", turn);
    leave();
  }
  addEventListener("pagehide", end, { once: true });
  turn();
  if (navigator.locks) lookIn();
  return end;
}
