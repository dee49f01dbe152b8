(() => {
  const root = document.documentElement, pages = [...document.querySelectorAll(".page")];
  const speech = document.querySelector(".speech > div"), clock = document.querySelector(".clock");
  const begun = Date.now();
  let current = 0, step = 0, other = window.name === "gimbal-speaker" ? window.opener : null;
  const names = pages.map(page => page.querySelector(".slide").id);

  // The address may have the values of controls behind it.
  const parts = () => location.hash.slice(1).split("&").filter(part => part);
  // A slide's address: its heading's, which stays when slides are put in, or its number.
  const address = page => page.querySelector("h2[id], h3[id]")?.id ?? page.querySelector(".slide").id;
  function asked() {
    let name = "";
    try { name = decodeURIComponent(parts().find(part => !part.includes("=")) ?? ""); } catch { /* no address of a slide */ }
    if (/^\d+$/.test(name)) return Math.min(Math.max(+name, 1), pages.length) - 1;
    return Math.max(0, pages.indexOf(document.getElementById(name)?.closest(".page")));
  }

  // What does not fit gets smaller figures first, then is smaller as a whole; at half its size it can be scrolled.
  function fit(page) {
    const sheet = page.querySelector(".sheet");
    const set = (figure, share) => {
      sheet.style.setProperty("--figure", figure + "rem");
      sheet.style.width = sheet.style.height = 100 / share + "%";
      sheet.style.transform = share < 1 ? `scale(${share})` : "";
      return sheet.scrollHeight <= sheet.clientHeight + 1 && sheet.scrollWidth <= sheet.clientWidth + 1;
    };
    sheet.classList.remove("full");
    for (const figure of [18, 15.5, 13, 11]) if (set(figure, 1)) return;
    for (let share = 0.95; share > 0.49; share -= 0.05) if (set(13, share)) return;
    sheet.classList.add("full");
    sheet.tabIndex = 0;
  }

  // What comes step by step: behind “. . .”, and the items of an incremental list.
  let steps = [];
  const findSteps = () => { steps = pages.map(stepsOf); };
  function stepsOf(page) {
    const found = [];
    let count = 0;
    const walk = parent => {
      for (const child of parent.children) {
        if (child.matches(".pause")) { count += 1; continue; }
        if (count) found.push([count, child]);
        if (child.matches(".columns, .column")) walk(child);
        if (child.matches(".incremental"))
          for (const item of child.querySelectorAll(":scope > ul > li, :scope > ol > li")) found.push([++count, item]);
      }
    };
    walk(page.querySelector(".sheet"));
    return { found, count };
  }
  findSteps();
  function tell() { if (other && !other.closed) other.postMessage({ slide: current, step }, "*"); }
  function go(to, isTold = false) {
    step = Math.min(Math.max(to, 0), steps[current].count);
    for (const [number, element] of steps[current].found) element.classList.toggle("later", number > step);
    if (!isTold) tell();
  }
  const isStepping = () => !root.classList.contains("overview");

  function show(index, isTold = false, at = 0) {
    current = Math.min(Math.max(index, 0), pages.length - 1);
    go(at, true);
    pages.forEach((page, i) => {
      page.classList.toggle("current", i === current);
      page.classList.toggle("next", i === current + 1);
      page.inert = i !== current;
    });
    const notes = pages[current].querySelector(":scope > .notes");
    speech.replaceChildren(...(notes ? [notes.cloneNode(true)] : []));
    history.replaceState(null, "", "#" + [address(pages[current]), ...parts().filter(part => part.includes("="))].join("&"));
    document.dispatchEvent(new CustomEvent("gimbal-slide", { detail: pages[current] }));
    if (root.classList.contains("overview")) pages[current].scrollIntoView({ block: "nearest" });
    if (!isTold) tell();
  }

  function toggle(name) {
    const isOn = root.classList.toggle(name);
    if (name === "overview" && isOn) root.classList.remove("speaking");
    if (name === "speaking" && isOn) root.classList.remove("overview");
    show(current, true, step);
  }
  function openWindow() {
    other = open(location.href, "gimbal-speaker", "width=1100,height=760");
    // If no window may be opened, the notes come into this one.
    if (!other) toggle("speaking");
  }
  const acts = {
    on: () => isStepping() && step < steps[current].count ? go(step + 1) : current + 1 < pages.length && show(current + 1),
    back: () => isStepping() && step > 0 ? go(step - 1) : show(current - 1, false, isStepping() && current > 0 ? Infinity : 0),
    first: () => show(0), last: () => show(pages.length - 1),
    overview: () => toggle("overview"), notes: () => toggle("speaking"), window: openWindow,
    screen: () => document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.(),
  };
  const keys = {
    ArrowRight: "on", ArrowDown: "on", PageDown: "on", " ": "on", Enter: "on", ArrowLeft: "back", ArrowUp: "back",
    PageUp: "back", Backspace: "back", Home: "first", End: "last", Escape: "overview", o: "overview", n: "notes",
    s: "window", f: "screen",
  };
  const isOwn = target => target.closest?.("button, input, select, label, a, canvas, summary, .turnable[tabindex], video, audio");

  document.addEventListener("keydown", event => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const act = event.key === " " && event.shiftKey ? "back" : keys[event.key];
    if (!act) return;
    // Escape leaves a figure that is being turned.
    if (isOwn(event.target)) {
      if (event.key === "Escape") event.target.blur();
      else if (event.key !== "PageDown" && event.key !== "PageUp") return;
      else acts[act]();
      event.preventDefault();
      return;
    }
    const full = pages[current].querySelector(".sheet.full");
    if (full && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const before = full.scrollTop;
      full.scrollTop += (event.key === "ArrowDown" ? 1 : -1) * full.clientHeight / 4;
      if (full.scrollTop !== before) { event.preventDefault(); return; }
    }
    event.preventDefault();
    if (event.key === "Enter" && root.classList.contains("overview")) toggle("overview");
    else acts[act]();
  });
  document.addEventListener("click", event => {
    const button = event.target.closest(".controls button");
    if (button) { acts[button.dataset.act](); button.blur(); return; }
    if (!root.classList.contains("overview")) return;
    // A page that is not shown takes no clicks: its place tells which one is meant.
    const index = pages.findIndex(page => {
      const r = page.getBoundingClientRect();
      return r.left <= event.clientX && event.clientX <= r.right && r.top <= event.clientY && event.clientY <= r.bottom;
    });
    if (index >= 0) { root.classList.remove("overview"); show(index); }
  });
  let finger = null;
  document.addEventListener("pointerdown", event => {
    const isFree = event.pointerType !== "mouse" && !isOwn(event.target) && !event.target.closest(".speech, .full");
    finger = isFree && !root.classList.contains("overview") ? [event.clientX, event.clientY] : null;
  });
  document.addEventListener("pointerup", event => {
    if (!finger) return;
    const [x, y] = [event.clientX - finger[0], event.clientY - finger[1]];
    if (Math.abs(x) > 40 && Math.abs(x) > 1.5 * Math.abs(y)) acts[x < 0 ? "on" : "back"]();
    finger = null;
  });
  let quiet = 0;
  document.addEventListener("pointermove", () => {
    root.classList.add("moved");
    clearTimeout(quiet);
    quiet = setTimeout(() => root.classList.remove("moved"), 2000);
  });
  addEventListener("hashchange", () => show(asked()));
  addEventListener("message", event => {
    const slide = event.data?.slide;
    if (event.source !== other || !other) return;
    const values = event.data?.values;
    if (Array.isArray(values)) document.dispatchEvent(new CustomEvent("gimbal-explore", { detail: values.map(Number) }));
    if (Number.isInteger(slide)) show(slide, true, Number(event.data.step) || 0);
  });
  setInterval(() => {
    const s = Math.floor((Date.now() - begun) / 1000), two = x => String(x).padStart(2, "0");
    clock.textContent = `${two(Math.floor(s / 60))}:${two(s % 60)}`;
  }, 1000);

  function fitAll() {
    for (const svg of document.querySelectorAll(".picture > svg, .gimbal-scene > svg")) {
      const box = svg.viewBox.baseVal;
      if (box && box.height > 0) svg.style.setProperty("--ratio", box.width / box.height);
    }
    pages.forEach(fit);
  }
  // Controls have put other results in.
  document.addEventListener("gimbal-explored", () => {
    findSteps();
    go(step, true);
    document.dispatchEvent(new CustomEvent("gimbal-slide", { detail: pages[current] }));
    fitAll();
  });
  document.addEventListener("gimbal-moved", event => {
    if (other && !other.closed) other.postMessage({ values: event.detail }, "*");
  });
  root.classList.add("shown");
  if (window.name === "gimbal-speaker") root.classList.add("speaking");
  show(asked(), true);
  fitAll();
  document.fonts?.ready.then(fitAll);
  addEventListener("load", fitAll);
  let soon = 0;
  addEventListener("resize", () => { clearTimeout(soon); soon = setTimeout(fitAll, 100); });
})();
