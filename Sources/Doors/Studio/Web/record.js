// Record: a phone's motion becomes a file, and the file a notebook.

import { make, ask, attempt, say, sharpen, colour, number } from "./common.js";
import { follow, phone } from "./motion.js";

let stop = null, meter = {}, isRecording = false, history = [], isRunning = false;
let button, countdown, level, facts, remarks, list, drafts, pad, known, comparing, calibration;
// The files of recordings whose schemes are to be compared.
const ticked = new Set();

function fact(name, value) { return make("div", {}, make("dt", { textContent: name }), make("dd", { textContent: value })); }

function take(message) {
  if (message.kind === "meter") {
    meter = message;
    if (!isRecording && message.recording !== null) beginPace();
    isRecording = message.recording !== null;
    history.push(message.level);
    if (history.length > 300) history.shift();
    button.textContent = isRecording ? "Stop" : "Record";
    button.classList.toggle("alarm", isRecording);
    facts.replaceChildren(
      fact("device", message.device || "none yet"), fact("rate", message.rate ? Math.round(message.rate) + " Hz" : "–"),
      fact("jitter", message.rate ? message.jitter.toFixed(1) + " ms" : "–"), fact("missing", String(message.dropped)),
      fact("samples", isRecording ? String(message.count) : "–"), fact("time", isRecording ? message.seconds.toFixed(1) + " s" : "–"),
      fact("frames", paceWords()));
    const text = message.problem || message.remarks.join("; ");
    if (remarks.textContent !== text) remarks.textContent = text;
    remarks.classList.toggle("problem", message.problem !== null);
  } else if (message.kind === "recorded") {
    attempt(refresh);
  } else if (message.kind === "gone") say("The studio does not answer; what has arrived is kept.", true);
  else if (message.kind === "open") say("");
}

async function press() {
  if (isRecording) {
    const { id, count, words } = await ask("recordings/stop", {});
    await refresh();
    if (words || !count) say(words || "No sample came while it ran: there is nothing to keep.", true);
    document.getElementById("draft-" + id)?.querySelector("input")?.focus();
    return;
  }
  button.disabled = true;
  try {
    for (let count = 3; count > 0; count--) {
      countdown.textContent = count;
      await new Promise(resolve => setTimeout(resolve, countdown.dataset.quick ? 50 : 1000));
    }
    await ask("recordings/start", {});
    button.textContent = "Stop";
  } finally {
    countdown.textContent = "";
    button.disabled = false;
  }
}

async function refresh() {
  const { named, unnamed, shortage, calibrations } = await ask("recordings");
  if (shortage) say(shortage, true);
  const entries = await Promise.all(unnamed.map(draft));
  drafts.replaceChildren(...entries.filter(Boolean));
  for (const file of ticked) if (!named.some(item => item.file === file)) ticked.delete(file);
  list.replaceChildren(...named.map(entry));
  const chosen = calibration.value;
  calibration.replaceChildren(...["", ...calibrations].map(value => make("option", { value, textContent: value || "none" })));
  calibration.value = calibrations.includes(chosen) ? chosen : "";
  calibration.parentElement.hidden = !calibrations.length;
  paintTicks();
  if (!named.length) list.append(make("li", { className: "faint", textContent: "none yet" }));
}

// A recording without a name: its outline, what to keep of it, and what to call it.
async function draft(id) {
  let outline = null;
  try { outline = await ask("recordings/outline/" + id); } catch (error) {
    if (error.status === 409) return null;
    return make("article", { className: "draft", id: "draft-" + id }, make("h2", { textContent: "A recording that cannot be integrated" }),
      make("p", { className: "problem", textContent: error.message }),
      make("button", { type: "button", className: "quiet", textContent: "Discard", onclick: () => discard(id) }));
  }
  const range = [0, outline.seconds];
  const canvas = make("canvas", { className: "outline", role: "img", "aria-label": "Strength of the motion over time" });
  const shown = make("p", { className: "small" });
  const paint = () => {
    const { context, width, height } = sharpen(canvas);
    context.clearRect(0, 0, width, height);
    const most = Math.max(1, ...outline.levels), step = width / outline.levels.length;
    outline.levels.forEach((value, i) => {
      // Nothing came: that is no rest, and has no line.
      if (value === null) return;
      const time = (i + 0.5) / outline.levels.length * outline.seconds;
      context.fillStyle = time >= range[0] && time <= range[1] ? colour("link") : colour("rule");
      const tall = Math.max(1, value / most * (height - 4));
      context.fillRect(i * step, (height - tall) / 2, Math.max(step - 0.5, 0.5), tall);
    });
    shown.textContent = `${range[0].toFixed(2)} s to ${range[1].toFixed(2)} s of ${outline.seconds.toFixed(2)} s`;
  };
  const bound = (index, label) => {
    const input = make("input", { type: "range", min: 0, max: outline.seconds, step: 0.01, value: range[index], "aria-label": label });
    input.oninput = () => {
      const other = range[1 - index];
      const value = index ? Math.max(Number(input.value), other + 0.05) : Math.min(Number(input.value), other - 0.05);
      range[index] = Math.min(Math.max(value, 0), outline.seconds);
      input.value = range[index];
      paint();
    };
    return input;
  };
  const name = make("input", { type: "text", id: "name-" + id, value: suggestion(), maxLength: 60, spellcheck: false });
  const save = async () => {
    const isWhole = range[0] === 0 && range[1] === outline.seconds;
    const saved = await ask("recordings/save/" + id, isWhole ? { name: name.value } : { name: name.value, from: range[0], to: range[1] });
    await refresh();
    say(saved.doubts.length ? `Saved as traces/${saved.file}. Doubtful: ${saved.doubts.join("; ")}` : `Saved as traces/${saved.file}.`, saved.doubts.length > 0);
    return saved;
  };
  const element = make("article", { className: "draft", id: "draft-" + id },
    make("h2", { textContent: "New recording" }), canvas, bound(0, "Beginning, s"), bound(1, "End, s"), shown,
    make("p", { className: "small faint", textContent: outline.quality }),
    make("div", { className: "row" }, make("label", { for: name.id, textContent: "name" }), name,
      make("button", { type: "button", textContent: "Save", onclick: () => attempt(save) }),
      make("button", { type: "button", className: "quiet", textContent: "Save and open in a notebook",
        onclick: () => attempt(async () => openInNotebook((await save()).file)) }),
      make("button", { type: "button", className: "quiet", textContent: "Discard", onclick: () => discard(id) })));
  name.addEventListener("keydown", event => { if (event.key === "Enter") attempt(save); });
  requestAnimationFrame(paint);
  new ResizeObserver(paint).observe(canvas);
  return element;
}

async function discard(id) {
  if (!confirm("Throw this recording away?")) return;
  await attempt(async () => { await ask("recordings/discard/" + id, {}); await refresh(); });
}

function suggestion() {
  const now = new Date(), two = value => String(value).padStart(2, "0");
  return `recording-${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
}

function entry(item) {
  const when = new Date(item.modified * 1000).toLocaleString();
  const tick = make("input", { type: "checkbox", checked: ticked.has(item.file), "aria-label": `Compare schemes on ${item.file}` });
  tick.onchange = () => { if (tick.checked) ticked.add(item.file); else ticked.delete(item.file); paintTicks(); };
  return make("li", {}, tick, make("b", { textContent: item.file }),
    make("span", { className: "faint", textContent: ` ${Math.max(1, Math.round(item.bytes / 1024))} kB, ${when} ` }),
    make("button", { type: "button", className: "quiet", textContent: "Open in a notebook",
      "aria-label": `Open ${item.file} in a notebook`, onclick: () => attempt(() => openInNotebook(item.file)) }));
}

function paintTicks() {
  comparing.disabled = !ticked.size;
  comparing.textContent = ticked.size ? `Compare schemes on ${ticked.size === 1 ? "one recording" : ticked.size + " recordings"}` : "Compare schemes";
}

// A new notebook of the first name that is free.
async function openNew(base, content) {
  for (let number = 1; number < 100; number++) {
    try {
      const { id } = await ask("notebooks", { name: number === 1 ? base : `${base}-${number}`, ...content });
      location.hash = "notebooks/" + id;
      return;
    } catch (error) { if (error.status !== 409) throw error; }
  }
}

async function openInNotebook(file) {
  const { schemes } = await ask("motion/schemes");
  await openNew(file.replace(/\.(csv|csv\.gz|zip)$/, "").slice(0, 50),
    { recording: file, schemes: schemes.length > 1 ? schemes : null, calibration: calibration.value || null });
}

function compare() { return openNew("comparison", { recordings: [...ticked].sort(), truth: known.value || null }); }

async function drop(file) {
  const result = make("article", { className: "draft" }, make("h3", { textContent: file.name }), make("p", { textContent: "looking at it…" }));
  document.getElementById("dropped").prepend(result);
  try {
    const { text } = await ask("recordings/check/" + encodeURIComponent(file.name), file, { raw: true });
    const kind = (file.name.match(/\.(csv\.gz|csv|zip)$/i) || [""])[0];
    const name = file.name.slice(0, file.name.length - kind.length).replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^[-_]+/, "").slice(0, 60) || "recording";
    result.replaceChildren(make("h3", { textContent: file.name }), make("pre", { textContent: text, tabIndex: 0 }),
      make("div", { className: "row" },
        kind === "" ? make("span", { className: "faint", textContent: "Recordings that are kept end in .csv, .csv.gz or .zip." }) : make("button", { type: "button", textContent: "Keep in traces/", onclick: () => attempt(async () => {
          await ask("recordings/keep/" + encodeURIComponent(name + kind.toLowerCase()), file, { raw: true });
          result.remove();
          await refresh();
        }) }),
        make("button", { type: "button", className: "quiet", textContent: "Leave it", onclick: () => result.remove() })));
  } catch (error) {
    result.replaceChildren(make("h3", { textContent: file.name }), make("p", { className: "problem", textContent: error.message }),
      make("button", { type: "button", className: "quiet", textContent: "Leave it", onclick: () => result.remove() }));
  }
}

// Frames since the recording began, or since the place was opened; and how many a screen of 60 would have shown besides.
const pace = { frames: 0, dropped: 0, since: 0, last: 0 };
window.gimbalPace = pace;

function beginPace() { Object.assign(pace, { frames: 0, dropped: 0, since: performance.now(), last: 0 }); }

function paceWords() {
  const seconds = (performance.now() - pace.since) / 1000;
  return seconds > 0.5 ? `${Math.round(pace.frames / seconds)}/s, ${pace.dropped} dropped` : "–";
}

function frame(now) {
  if (!isRunning) return;
  pace.frames += 1;
  if (pace.last && now - pace.last > 25) pace.dropped += Math.round((now - pace.last) / 16.67) - 1;
  pace.last = now;
  const { context, width, height } = sharpen(level);
  context.clearRect(0, 0, width, height);
  const step = width / 300;
  context.fillStyle = isRecording ? colour("alarm") : colour("link");
  history.forEach((value, i) => {
    const tall = Math.max(1, Math.min(value / 20, 1) * (height - 4));
    context.fillRect((300 - history.length + i) * step, (height - tall) / 2, Math.max(step - 0.5, 0.5), tall);
  });
  if (pad) pad.draw();
  requestAnimationFrame(frame);
}

export const record = {
  build(section) {
    button = make("button", { type: "button", className: "large", id: "record-button", textContent: "Record", onclick: () => attempt(press) });
    countdown = make("span", { className: "countdown", id: "countdown", role: "status" });
    level = make("canvas", { className: "level", role: "img", "aria-label": "How strong the motion is" });
    facts = make("dl", { className: "facts" }, fact("device", "none yet"));
    remarks = make("p", { className: "small faint", role: "status" });
    drafts = make("div", { id: "drafts" });
    list = make("ul", { className: "plain", id: "recordings" });
    pad = phone.pad();
    known = make("select", { id: "known" }, ...[["", "what the recordings say"], ["loop", "each ends where it began"],
      ["rest:2", "the phone lay still for the last 2 s"], ["motionless", "the phone never moved"]].map(([value, textContent]) => make("option", { value, textContent })));
    comparing = make("button", { type: "button", id: "compare", onclick: () => attempt(compare) });
    calibration = make("select", { id: "calibration" });
    paintTicks();
    const input = make("input", { type: "file", id: "file", multiple: true, accept: ".csv,.gz,.zip,.txt,.tsv" });
    input.onchange = () => { for (const file of input.files) drop(file); input.value = ""; };
    const target = make("div", { className: "drop" }, make("label", { for: "file", textContent: "Drop recordings of other apps here, or choose them:" }), input);
    for (const kind of ["dragenter", "dragover"]) section.addEventListener(kind, event => { event.preventDefault(); target.classList.add("over"); });
    for (const kind of ["dragleave", "drop"]) section.addEventListener(kind, event => { event.preventDefault(); target.classList.remove("over"); });
    section.addEventListener("drop", event => { for (const file of event.dataTransfer.files) drop(file); });
    section.append(
      make("div", { className: "heading" }, make("h1", { id: "title-record", textContent: "Record" }),
        make("p", { className: "lead", textContent: "Hold the phone still for two seconds, move it, hold it still again." })),
      make("div", { className: "columns wide-first" },
        make("div", {}, make("div", { className: "recorder" }, button, countdown, make("a", { href: "#calibrate", textContent: "Calibrate the phone" })), level, facts, remarks, drafts),
        make("div", {}, make("h2", { textContent: "Virtual phone" }), pad,
          make("p", { className: "small", textContent: "Drag to move it, with Shift or two fingers to turn it." }))),
      make("h2", { textContent: "Recordings" }), list,
      make("div", { className: "row", hidden: true }, make("label", { for: "calibration", textContent: "Their notebooks apply the calibration:" }), calibration),
      make("div", { className: "row" }, make("label", { for: "known", textContent: "What is known of them:" }), known, comparing), target, make("div", { id: "dropped" }));
  },
  enter() {
    isRunning = true;
    beginPace();
    stop = follow(take);
    attempt(refresh);
    requestAnimationFrame(frame);
  },
  leave() {
    isRunning = false;
    if (!isRecording) phone.stop();
    if (stop) stop();
  },
};
