// Wave: the paths that schemes make of a phone's motion, as ribbons.

import { make, ask, attempt, say, slider, schemeStyle, sharpen, colour, number, length, kinds } from "./common.js";
import { rotate, View } from "./space.js";
import { follow, phone } from "./motion.js";

let schemes = [], knobs = [], names = [];
let panels = [], stop = null, age = 6, pad = null, letterCanvas, letterList, restSign, frameSign, sourceSign;
const view = new View(-0.5, 0.35);
let latest = null, isRunning = false;
/** For those who measure: ms from a virtual phone's sample to its ribbon, and frames. */
export const statistics = { latencies: [], frames: 0, late: 0, missed: 0, since: 0 };
window.gimbalStatistics = statistics;

/** Metres from the middle to the edge of a ribbon's frame, at least. */
const smallest = 0.15;

class Ribbon {
  constructor(index) {
    this.index = index;
    this.rows = [];
    this.extent = smallest;
    this.canvas = make("canvas", { tabIndex: 0, role: "img" });
    this.title = make("h2");
    this.knobs = make("div", { className: "knobs" });
    this.place = make("p", { className: "small place-of" });
    this.element = make("article", { className: "ribbon" }, this.title, this.canvas, this.place, this.knobs);
    view.attach(this.canvas, () => {});
  }

  name(text) {
    this.title.textContent = text;
    this.canvas.setAttribute("aria-label", `The phone's path under ${text}, live; arrow keys turn it`);
    this.schemeName = text;
  }

  add(row) {
    const at = 7 + 3 * this.index;
    if (row.length < at + 3) return;
    this.rows.push([row[0], row[at], row[at + 1], row[at + 2], row[1], row[2], row[3], row[4], row[5]]);
    const from = row[0] - age * 1000;
    let old = 0;
    while (old < this.rows.length && this.rows[old][0] < from) old += 1;
    if (old > 50 || old === this.rows.length) this.rows.splice(0, old);
  }

  draw() {
    const { context, width, height } = sharpen(this.canvas);
    context.clearRect(0, 0, width, height);
    const rows = this.rows, end = rows[rows.length - 1];
    let reach = smallest / 1.25;
    for (let i = 0; i < rows.length; i += 4) reach = Math.max(reach, Math.hypot(rows[i][1], rows[i][2], rows[i][3]));
    // The scale follows calmly, so that one sees the path grow and not the frame shrink.
    this.extent += (reach * 1.25 - this.extent) * (reach * 1.25 > this.extent ? 0.3 : 0.03);
    view.scale = Math.min(width, height) / 2 / this.extent;
    this.frame(context, width, height);
    if (!end) return;
    const [ink] = schemeStyle(this.schemeName);
    const half = this.extent * 0.055;
    let before = null;
    // A ribbon needs no more pieces than the eye can tell apart: of the older part every other sample, or fewer.
    const skip = Math.max(1, Math.ceil(rows.length / 260));
    for (let index = 0; index < rows.length; index++) {
      if (index % skip && index < rows.length - 30) continue;
      const row = rows[index];
      const share = 1 - (end[0] - row[0]) / (age * 1000);
      if (share <= 0) continue;
      const q = [row[4], row[5], row[6], row[7]];
      const side = rotate(q, [half, 0, 0]), face = rotate(q, [0, 0, 1]);
      const a = view.project([row[1] + side[0], row[2] + side[1], row[3] + side[2]], width, height);
      const b = view.project([row[1] - side[0], row[2] - side[1], row[3] - side[2]], width, height);
      const light = 0.55 + 0.45 * Math.abs(view.place(face)[2]);
      if (before) {
        context.globalAlpha = share * share * light;
        context.fillStyle = ink;
        context.beginPath();
        context.moveTo(before[0][0], before[0][1]);
        context.lineTo(a[0], a[1]);
        context.lineTo(b[0], b[1]);
        context.lineTo(before[1][0], before[1][1]);
        context.fill();
      }
      before = [a, b];
    }
    context.globalAlpha = 1;
    const head = view.project([end[1], end[2], end[3]], width, height);
    context.fillStyle = colour("ink");
    context.beginPath();
    context.arc(head[0], head[1], 4, 0, 7);
    context.fill();
    const distance = Math.hypot(end[1], end[2], end[3]);
    const text = `${length(distance)} from the start`;
    if (this.place.textContent !== text) this.place.textContent = text;
  }

  // The floor's grid, whose lines have a round distance, with a bar that says it.
  frame(context, width, height) {
    const power = 10 ** Math.floor(Math.log10(this.extent));
    const digit = this.extent / power;
    const mesh = (digit < 1.5 ? 0.5 : digit < 3.5 ? 1 : digit < 7.5 ? 2 : 5) * power / 1;
    context.strokeStyle = colour("rule");
    context.lineWidth = 1;
    context.beginPath();
    for (let i = -3; i <= 3; i++) {
      for (const [p, q] of [[[i * mesh, -3 * mesh, 0], [i * mesh, 3 * mesh, 0]], [[-3 * mesh, i * mesh, 0], [3 * mesh, i * mesh, 0]]]) {
        const a = view.project(p, width, height), b = view.project(q, width, height);
        context.moveTo(a[0], a[1]);
        context.lineTo(b[0], b[1]);
      }
    }
    context.stroke();
    const bar = mesh * view.scale;
    context.strokeStyle = context.fillStyle = colour("faint");
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(12, height - 12);
    context.lineTo(12 + bar, height - 12);
    context.stroke();
    context.font = "12px Helvetica, Arial, sans-serif";
    context.fillText(mesh >= 1 ? `${number(mesh)} m` : `${number(mesh * 100)} cm`, 12, height - 18);
  }
}

let sending = false, dirty = false;
async function choose() {
  dirty = true;
  if (sending) return;
  sending = true;
  while (dirty) {
    dirty = false;
    await attempt(async () => apply(await ask("motion/schemes", schemes)));
  }
  sending = false;
}

function apply(setup) {
  const isNew = JSON.stringify(setup.schemes.map(s => s.kind)) !== JSON.stringify(panels.map(p => p.kind));
  if (!isNew) return;
  ({ schemes, names, knobs } = setup);
  const box = document.getElementById("ribbons");
  panels = schemes.map((scheme, index) => {
    const panel = new Ribbon(index);
    panel.kind = scheme.kind;
    panel.name(names[index]);
    for (const knob of knobs[index]) {
      panel.knobs.append(slider({
        label: knob.words, unit: knob.unit, least: knob.least, greatest: knob.greatest, step: knob.step,
        value: scheme.values[knob.name] ?? knob.value,
        change: value => { schemes[index].values[knob.name] = value; choose(); },
      }));
    }
    return panel;
  });
  box.replaceChildren(...panels.map(panel => panel.element));
  box.dataset.count = panels.length;
  for (const tick of document.querySelectorAll("#scheme-choice input")) tick.checked = schemes.some(s => s.kind === tick.value);
}

function take(message) {
  if (message.kind === "setup") apply(message.setup);
  else if (message.kind === "wave") {
    for (const row of message.rows) for (const panel of panels) panel.add(row);
    latest = message.rows[message.rows.length - 1];
  } else if (message.kind === "clear") {
    for (const panel of panels) { panel.rows = []; panel.extent = smallest; }
  } else if (message.kind === "letter") showLetter(message);
  else if (message.kind === "missed") statistics.missed += message.count;
  else if (message.kind === "meter") {
    sourceSign.textContent = message.device ? `${message.device}, ${Math.round(message.rate)} Hz` : "nothing moves yet";
  } else if (message.kind === "gone") say("The studio does not answer; the page goes on when it is back.", true);
  else if (message.kind === "open") say("");
}

function showLetter(letter) {
  letterList.replaceChildren();
  if (letter.problem) {
    letterList.append(make("li", { textContent: letter.problem }));
  } else {
    letter.candidates.slice(0, 4).forEach((c, i) => letterList.append(
      make("li", { className: i ? "" : "best" }, make("b", { textContent: c.label }), " ", make("span", { textContent: number(c.score, 2) }))));
  }
  const { context, width, height } = sharpen(letterCanvas);
  context.clearRect(0, 0, width, height);
  if (!letter.stroke.length) return;
  const xs = letter.stroke.map(p => p[0]), ys = letter.stroke.map(p => p[1]);
  const left = Math.min(...xs), top = Math.min(...ys);
  const size = Math.max(Math.max(...xs) - left, Math.max(...ys) - top, 0.01);
  const scale = (Math.min(width, height) - 24) / size;
  context.strokeStyle = colour("link");
  context.lineWidth = 3;
  context.lineJoin = context.lineCap = "round";
  context.beginPath();
  letter.stroke.forEach(([x, y], i) => {
    const [px, py] = [12 + (x - left) * scale, 12 + (y - top) * scale];
    if (i) context.lineTo(px, py); else context.moveTo(px, py);
  });
  context.stroke();
}

let previous = 0;
function frame(now) {
  if (!isRunning) return;
  statistics.frames += 1;
  if (previous && now - previous > 25) statistics.late += Math.round((now - previous) / 16.67) - 1;
  previous = now;
  for (const panel of panels) panel.draw();
  if (pad) pad.draw();
  if (latest) {
    const isAtRest = latest[5] === 1;
    const text = latest[6] === 1 ? "drawing a letter" : isAtRest ? "at rest" : "moving";
    if (restSign.textContent !== text) restSign.textContent = text;
    restSign.dataset.rest = isAtRest;
    if (phone.isOn && !latest.isSeen) {
      latest.isSeen = true;
      statistics.latencies.push(performance.now() - phone.opened - latest[0]);
      if (statistics.latencies.length > 6000) statistics.latencies.splice(0, 1000);
    }
  }
  if (now - statistics.since > 1000) {
    frameSign.textContent = `${statistics.frames - (statistics.before || 0)} frames/s, ${statistics.late} dropped`
      + (statistics.missed ? `, ${statistics.missed} messages missed` : "");
    statistics.before = statistics.frames;
    statistics.since = now;
  }
  requestAnimationFrame(frame);
}

export const wave = {
  build(section) {
    restSign = make("span", { className: "sign", textContent: "–" });
    frameSign = make("span", { className: "faint" });
    sourceSign = make("span", { className: "faint", textContent: "nothing moves yet" });
    pad = phone.pad();
    const draws = make("input", { type: "checkbox", id: "pad-draws" });
    pad.addEventListener("pointerdown", () => { if (draws.checked) phone.touch(true); });
    for (const kind of ["pointerup", "pointercancel"]) pad.addEventListener(kind, () => phone.touch(false));
    pad.addEventListener("keydown", event => { if (event.key === " ") { if (!event.repeat) phone.touch(true); event.preventDefault(); } });
    pad.addEventListener("keyup", event => { if (event.key === " ") phone.touch(false); });
    letterCanvas = make("canvas", { className: "letter", role: "img", "aria-label": "The letter that was drawn in the air" });
    letterList = make("ol", { className: "candidates" }, make("li", { textContent: "none yet" }));
    const choice = make("fieldset", { id: "scheme-choice" }, make("legend", { textContent: "Schemes, up to four" }));
    for (const [kind, words] of Object.entries(kinds)) {
      const tick = make("input", { type: "checkbox", value: kind, id: "scheme-" + kind });
      tick.onchange = () => {
        const present = schemes.filter(s => s.kind !== kind);
        const next = tick.checked ? [...present, { kind, values: {} }] : present;
        if (next.length < 1 || next.length > 4) {
          tick.checked = !tick.checked;
          say(next.length ? "Four schemes at a time are enough: take one away first." : "At least one scheme has to stay.", true);
          return;
        }
        const order = Object.keys(kinds);
        schemes = next.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
        choose();
      };
      choice.append(make("div", {}, tick, make("label", { for: tick.id, textContent: words })));
    }
    section.append(
      make("div", { className: "heading" }, make("h1", { id: "title-wave", textContent: "Wave" }),
        make("p", { className: "lead", textContent: "A phone's acceleration integrated twice: without help the path flies off; each scheme holds it in its own way." })),
      make("div", { className: "bar" }, restSign, sourceSign, frameSign,
        make("button", { type: "button", textContent: "Clear", onclick: () => attempt(() => ask("motion/clear", {})) })),
      make("div", { id: "ribbons" }),
      make("div", { className: "columns" },
        make("div", {}, make("h2", { textContent: "Schemes" }), choice,
          slider({ label: "ribbon fades after", unit: "s", least: 1, greatest: 20, step: 1, value: age, change: value => { age = value; } })),
        make("div", {}, make("h2", { textContent: "Virtual phone" }), pad,
          make("p", { className: "small" }, "Drag to move it, with Shift or two fingers to turn it; arrow keys do the same. Space, held, draws a letter."),
          make("div", { className: "tick" }, draws, make("label", { for: "pad-draws", textContent: "dragging draws a letter in the air" }))),
        make("div", {}, make("h2", { textContent: "Letter in the air" }), letterCanvas, letterList)));
  },
  enter() {
    isRunning = true;
    previous = 0;
    statistics.since = performance.now();
    stop = follow(take);
    requestAnimationFrame(frame);
  },
  leave() {
    isRunning = false;
    phone.stop();
    if (stop) stop();
    stop = null;
  },
};
