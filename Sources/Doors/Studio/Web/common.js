// What all places use.

/** An element with properties, attributes (names with a dash or "role") and children. */
export function make(kind, properties = {}, ...children) {
  const element = document.createElement(kind);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "for" || name === "list") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

/** Asks the studio. What it refuses is thrown with its sentence. */
export async function ask(path, body, { raw = false } = {}) {
  if (isOver()) throw Object.assign(new Error("The studio has been started again."), { isGone: true, isOver: true });
  const seconds = raw ? 120 : 30;
  const options = { signal: AbortSignal.timeout(seconds * 1000), ...(body === undefined ? {} : { method: "POST", body: raw ? body : JSON.stringify(body) }) };
  let reply;
  try {
    reply = await fetch(path, options);
  } catch (error) {
    if (error.name === "TimeoutError") throw Object.assign(new Error(`The studio has not answered for ${seconds} s. Try again; if many of its pages are open, close some.`), { isGone: true });
    throw Object.assign(new Error("The studio does not answer."), { isGone: true });
  }
  if (reply.status === 403) {
    sayOver();
    throw Object.assign(new Error("The studio has been started again."), { isGone: true, isOver: true });
  }
  const text = await reply.text();
  const isJSON = (reply.headers.get("Content-Type") || "").startsWith("application/json");
  const value = isJSON ? JSON.parse(text) : text;
  if (!reply.ok) throw Object.assign(new Error(isJSON ? "" : text.trim()), { status: reply.status, value });
  return value;
}

let timer = null, over = false;

/** Whether another studio has this one's place, which takes nothing from this page. */
export function isOver() { return over; }

/** Says so, once for all, with the way to the new one where a page of this browser knows it. */
function sayOver() {
  over = true;
  clearTimeout(timer);
  const notice = document.getElementById("notice"), address = memory.get("address");
  const isKnown = typeof address === "string" && /^\/[\w-]+\/$/.test(address) && address !== location.pathname;
  notice.classList.add("problem");
  notice.replaceChildren("The studio has been started again since this page was opened. What you type is kept in this browser. ",
    isKnown ? make("a", { href: address + location.hash, textContent: "Go on in the new one" })
      : "Open the address that it has printed.");
}

/** Tells the other pages of this browser where the studio is, and hears of a new one. */
export function announce() {
  memory.set("address", location.pathname);
  addEventListener("storage", event => {
    if (event.key !== "gimbal-address" || memory.get("address") === location.pathname) return;
    if (over) sayOver(); else ask("phone").catch(() => {});
  });
}

/** Says something to the person, above the place. */
export function say(text, isProblem = false) {
  if (over) return;
  const notice = document.getElementById("notice");
  notice.textContent = text || "";
  notice.classList.toggle("problem", isProblem);
  clearTimeout(timer);
  if (text && !isProblem) timer = setTimeout(() => { notice.textContent = ""; }, 6000);
}

/** Does something that may be refused, and says why. */
export async function attempt(action) {
  const notice = document.getElementById("notice"), before = notice.textContent;
  try {
    const value = await action();
    // What went wrong before is over.
    if (notice.classList.contains("problem") && notice.textContent === before) say("");
    return value;
  } catch (error) {
    say(error.message || "That did not work.", true);
    return undefined;
  }
}

/** The schemes, as they are called and in words. */
export const kinds = {
  none: "none: the acceleration integrated twice", exponential: "exponential damping", nonlinear: "nonlinear step",
  highPass: "high-pass filter", rest: "rest recognition", restExponential: "rest recognition over exponential damping",
};

const darkness = matchMedia("(prefers-color-scheme: dark)");

/** Whether the page is dark. */
export function isDark() { return darkness.matches; }

/** The colour and dash of a scheme: the same as in figures. */
export function schemeStyle(name) {
  const isDark = darkness.matches;
  const styles = {
    "none": [isDark ? "#ff8a5c" : "#c04a00", []],
    "exponential": [isDark ? "#56b4e9" : "#0072b2", []],
    "nonlinear step": [isDark ? "#2fc59a" : "#00795c", [8, 4]],
    "high-pass": [isDark ? "#e49bd8" : "#9c4f83", [2, 4]],
    "rest recognition": [isDark ? "#f0c24a" : "#8a6500", [10, 3, 2, 3]],
    "rest recognition over exponential": [isDark ? "#c0b6ff" : "#5a4bb0", [4, 3]],
  };
  return styles[name] || [isDark ? "#ddd" : "#222", []];
}

const colours = new Map();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => colours.clear());

/** The value of one of the page's colours; asked for in every frame, so it is looked up once. */
export function colour(name) {
  if (!colours.has(name)) colours.set(name, getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim());
  return colours.get(name);
}

/** A number as a person reads it. */
export function number(value, digits = 3) {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) < 1e-9) return "0";
  const text = Math.abs(value) >= 1e5 || (value !== 0 && Math.abs(value) < 1e-3)
    ? value.toExponential(Math.max(digits - 1, 0)) : String(Number(value.toPrecision(digits)));
  return text.replace("-", "−");
}

/** A length in the unit in which it is read: metres, centimetres, or millimetres down to hundredths. */
export function length(metres) {
  if (!(Math.abs(metres) < 1)) return `${number(metres)} m`;
  return Math.abs(metres) >= 0.01 ? `${number(metres * 100)} cm` : `${number(Math.round(metres * 1e5) / 100)} mm`;
}

/** Makes a canvas as sharp as the screen; its context, in the page's points. */
export function sharpen(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { context, width, height };
}

/** A slider with its name, value and unit; `change(value)` while it moves. */
export function slider({ label, unit = "", least, greatest, step, value, change }) {
  const digits = Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)));
  const id = "slider-" + Math.random().toString(36).slice(2);
  const range = make("input", { type: "range", id, min: least, max: greatest, step, value });
  const shown = make("output", { htmlFor: id });
  const show = () => {
    shown.textContent = (Number(range.value).toFixed(digits) + " " + unit).trim();
    range.setAttribute("aria-valuetext", shown.textContent);
  };
  range.oninput = () => { show(); change(Number(range.value)); };
  show();
  const row = make("div", { className: "slider" }, make("label", { for: id, textContent: label }), range, shown);
  row.set = next => { range.value = next; show(); };
  return row;
}

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Lets the arrow keys move something: `move(dx, dy, event)`, by `step` points each. */
export function followArrows(canvas, step, move) {
  canvas.addEventListener("keydown", event => {
    const way = arrows[event.key];
    if (way) { move(way[0] * step, way[1] * step, event); event.preventDefault(); }
  });
}

/** Lets a pointer or the arrow keys move something: `move(dx, dy)` in points. */
export function drag(canvas, step, move) {
  let from = null;
  canvas.addEventListener("pointerdown", event => { from = [event.clientX, event.clientY]; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointermove", event => {
    if (!from) return;
    const [x, y] = from;
    from = [event.clientX, event.clientY];
    move(from[0] - x, from[1] - y);
  });
  for (const kind of ["pointerup", "pointercancel"]) canvas.addEventListener(kind, () => { from = null; });
  followArrows(canvas, step, move);
}

/** Remembers a small thing in this browser, where it may. */
export const memory = {
  get(key) { try { return JSON.parse(localStorage.getItem("gimbal-" + key)); } catch { return null; } },
  set(key, value) {
    try {
      if (value === null) localStorage.removeItem("gimbal-" + key);
      else localStorage.setItem("gimbal-" + key, JSON.stringify(value));
    } catch { /* full, or forbidden */ }
  },
  /** What is kept under names that begin so, with the rest of their names. */
  all(start) {
    try {
      return Object.keys(localStorage).filter(key => key.startsWith("gimbal-" + start))
        .map(key => [key.slice(("gimbal-" + start).length), JSON.parse(localStorage.getItem(key))]);
    } catch { return []; }
  },
};
