// Turn: one attitude in all representations at once.

import { make, ask, attempt, say, slider, drag, sharpen, colour, number } from "./common.js";
import { axisTurn, multiply, conjugate, rotate, fromAngles, drawPhone, View } from "./space.js";
import { follow } from "./motion.js";

let attitude = [1, 0, 0, 0], canvas, dice, angleRows = [], tables, lock, stop = null, isFollowing = false, isRunning = false;
let from = [1, 0, 0, 0], to = fromAngles(120, 40, 60), share = 0;
let inputs = {};
const view = new View(-0.6, 0.35);
let asking = false, next = null;
// The fields into which a person is typing: no answer is put there until they are read.
let typing = null;

// The library computes; while it does, only the newest question waits.
async function set(question, source) {
  next = [question, source];
  if (asking) return;
  asking = true;
  while (next) {
    const [question, source] = next;
    next = null;
    try {
      const table = await ask("attitude", question);
      // What was typed meanwhile is not overwritten by the answer to something else.
      if (next && next[0].kind !== question.kind) continue;
      show(table, source);
      say("");
    } catch (error) { say(error.message, true); }
  }
  asking = false;
}

function show(table, source) {
  attitude = table.quaternion;
  if (source !== "angles") table.angles.forEach((angle, i) => angleRows[i].set(angle));
  const put = (name, values, digits = 5) => {
    if (source === name || typing === name) return;
    inputs[name].forEach((input, i) => {
      input.value = Math.abs(values[i]) < 1e-12 ? "0" : String(Number(values[i].toPrecision(digits)));
    });
  };
  put("quaternion", table.quaternion);
  put("axisAngle", [...table.axis, table.angle]);
  put("rotationVector", table.rotationVector);
  put("matrix", table.matrix.flat());
  const line = (name, text) => make("tr", {}, make("th", { scope: "row", textContent: name }), make("td", { textContent: text }));
  const list = values => values.map(v => number(v, 4)).join(", ");
  tables.replaceChildren(
    line("gravity in the device, g", list(rotate(conjugate(attitude), [0, 0, -1]))),
    line("modified Rodrigues parameters", list(table.modifiedRodrigues)),
    line("Rodrigues parameters", table.rodrigues ? list(table.rodrigues) : "infinite: half a turn"),
    line("angle of the rotation", number(table.angle, 4) + "°"));
  const close = Math.max(0, Math.min(1, 1 - table.distanceToLock / 20));
  lock.firstElementChild.style.transform = `scaleX(${close})`;
  lock.dataset.locked = table.isGimbalLocked || table.distanceToLock < 1;
  lock.lastElementChild.textContent = table.distanceToLock < 1
    ? "Gimbal lock: yaw and roll now turn about the same axis; move both and see."
    : `${number(table.distanceToLock, 3)}° of pitch to gimbal lock`;
}

function drawDice() {
  const { context, width, height } = sharpen(dice);
  context.clearRect(0, 0, width, height);
  const back = conjugate(attitude);
  // The dice stand in the world; the phone's camera looks along its −z.
  const half = 0.32, dark = colour("ink"), paper = colour("panel");
  const pips = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [-1, 1], [1, -1], [1, 1]],
    5: [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]], 6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]] };
  const faces = [];
  for (const centre of [[0, 0, -2.2], [1.5, 1.6, -1.2], [-1.6, 1.4, -1.4], [0, 2.4, 0]]) {
    [[0, 1, 1], [0, -1, 6], [1, 1, 2], [1, -1, 5], [2, 1, 3], [2, -1, 4]].forEach(([axis, sign, value]) => {
      const u = [0, 0, 0], v = [0, 0, 0], n = [0, 0, 0];
      n[axis] = sign; u[(axis + 1) % 3] = 1; v[(axis + 2) % 3] = 1;
      const point = (a, b) => rotate(back, centre.map((c, i) => c + half * (n[i] + a * u[i] + b * v[i])));
      const middle = point(0, 0), normal = rotate(back, n);
      if (middle[2] > -0.4) return;
      if (middle[0] * normal[0] + middle[1] * normal[1] + middle[2] * normal[2] >= 0) return;
      faces.push({ depth: middle[2], corners: [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => point(a, b)),
        pips: pips[value].map(([a, b]) => point(a * 0.55, b * 0.55)), light: Math.abs(normal[2]) });
    });
  }
  const focus = Math.min(width, height) * 0.9;
  const project = p => [width / 2 + focus * p[0] / -p[2], height / 2 - focus * p[1] / -p[2]];
  faces.sort((a, b) => a.depth - b.depth);
  for (const face of faces) {
    context.beginPath();
    face.corners.map(project).forEach((p, i) => i ? context.lineTo(p[0], p[1]) : context.moveTo(p[0], p[1]));
    context.closePath();
    context.fillStyle = paper;
    context.fill();
    context.strokeStyle = dark;
    context.lineWidth = 1.5;
    context.stroke();
    context.fillStyle = dark;
    for (const pip of face.pips) {
      const [x, y] = project(pip);
      context.beginPath();
      context.arc(x, y, focus * 0.045 / -pip[2], 0, 7);
      context.fill();
    }
  }
  if (!faces.length) {
    context.fillStyle = colour("faint");
    context.font = "13px Helvetica, Arial, sans-serif";
    context.fillText("The dice are behind the phone.", 14, 22);
  }
}

function frame() {
  if (!isRunning) return;
  drawPhone(canvas, attitude, view, [0, 0, 0], { reference: true, scale: 0.28, ghosts: share > 0 && share < 1 ? [from, to] : [] });
  drawDice();
  requestAnimationFrame(frame);
}

function fields(name, labels, kind) {
  inputs[name] = labels.map(label => {
    const input = make("input", { type: "text", inputMode: "decimal", "aria-label": `${kind}, ${label}`, spellcheck: false });
    input.onkeydown = event => { if (event.key === "Enter") apply(); };
    return make("span", { className: "field" }, make("span", { className: "small faint", textContent: label, "aria-hidden": "true" }), input);
  });
  const boxes = inputs[name];
  inputs[name] = boxes.map(box => box.querySelector("input"));
  let before = "";
  // Several fields are typed before they make sense together: they are read when one leaves them, or presses Enter.
  function apply() {
    const values = inputs[name].map(i => Number(i.value.replace("−", "-").replace(",", ".")));
    if (values.some(v => !Number.isFinite(v)) || inputs[name].some(i => i.value.trim() === "")) {
      say(`${kind}: one of the fields holds no number.`, true);
      return;
    }
    typing = null;
    stopFollowing();
    set({ kind: name, values });
  }
  const group = make("div", { className: "fields fields-" + name, role: "group", "aria-label": kind }, ...boxes);
  const typed = () => inputs[name].map(input => input.value).join();
  group.addEventListener("input", () => { typing = name; });
  group.addEventListener("focusin", event => { if (!group.contains(event.relatedTarget)) before = typed(); });
  group.addEventListener("focusout", event => {
    if (group.contains(event.relatedTarget)) return;
    if (typed() !== before) apply(); else typing = null;
  });
  return group;
}

let followTick;
function stopFollowing() { isFollowing = false; if (followTick) followTick.checked = false; }

function take(message) {
  if (!isFollowing || message.kind !== "wave") return;
  const row = message.rows[message.rows.length - 1];
  set({ kind: "quaternion", values: row.slice(1, 5) });
}

export const turn = {
  build(section) {
    canvas = make("canvas", { className: "stage", tabIndex: 0, role: "application",
      "aria-label": "The phone's attitude: drag or use the arrow keys to turn it" });
    const nudge = (dx, dy) => {
      stopFollowing();
      // About the axes that the eye sees: right, and up.
      const c = Math.cos(-view.around), s = Math.sin(-view.around);
      const turned = multiply(axisTurn([0, 0, 1], dx * 0.6), multiply(axisTurn([c, s, 0], dy * 0.6), attitude));
      attitude = turned;
      set({ kind: "quaternion", values: turned });
    };
    drag(canvas, 8, nudge);
    dice = make("canvas", { className: "dice", role: "img", "aria-label": "Dice that stand still in the room, as the phone's camera sees them" });
    angleRows = [["yaw, about z", 180], ["pitch, about x", 90], ["roll, about y", 180]].map(([label, limit]) => slider({
      label, unit: "°", least: -limit, greatest: limit, step: 0.5, value: 0,
      change: () => {
        stopFollowing();
        set({ kind: "angles", values: angleRows.map(row => Number(row.querySelector("input").value)) }, "angles");
      },
    }));
    lock = make("div", { className: "lock" }, make("span", { className: "fill" }), make("span", { className: "words", role: "status" }));
    tables = make("tbody");
    followTick = make("input", { type: "checkbox", id: "follow" });
    followTick.onchange = () => { isFollowing = followTick.checked; };
    const travel = slider({ label: "from A to B, t", least: 0, greatest: 1, step: 0.01, value: 0, change: value => {
      stopFollowing();
      share = value;
      set({ kind: "slerp", values: [...from, ...to], t: value });
    } });
    section.append(
      make("div", { className: "heading" }, make("h1", { id: "title-turn", textContent: "Turn" }),
        make("p", { className: "lead", textContent: "One attitude, written in every way at once. Change any of them; the others follow." })),
      make("div", { className: "columns two" },
        make("div", {}, canvas,
          make("div", { className: "tick" }, followTick, make("label", { for: "follow", textContent: "follow the phone" })),
          make("h2", { textContent: "Through the phone" }), dice,
          make("p", { className: "small", textContent: "Four dice stand still in the room. Turn the phone, and it looks elsewhere." })),
        make("div", {},
          make("h2", { textContent: "Yaw, pitch, roll" }), ...angleRows, lock,
          make("h2", { textContent: "Quaternion" }), fields("quaternion", ["w", "x", "y", "z"], "Quaternion"),
          make("h2", { textContent: "Axis and angle" }), fields("axisAngle", ["x", "y", "z", "angle °"], "Axis and angle"),
          make("h2", { textContent: "Rotation vector, rad" }), fields("rotationVector", ["x", "y", "z"], "Rotation vector"),
          make("h2", { textContent: "Matrix, device to reference" }),
          fields("matrix", ["xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"], "Matrix"),
          make("h2", { textContent: "And also" }), make("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "Other representations" }, make("table", { className: "attitude-table" }, tables)),
          make("h2", { textContent: "Two attitudes" }),
          make("div", { className: "row" },
            make("button", { type: "button", className: "quiet", textContent: "Set A here", onclick: () => { from = attitude; travel.set(0); } }),
            make("button", { type: "button", className: "quiet", textContent: "Set B here", onclick: () => { to = attitude; travel.set(1); } })),
          travel, make("p", { className: "small", textContent: "Slerp: the shortest way, at constant speed." }))));
    set({ kind: "angles", values: [30, 50, 0] });
  },
  enter() { isRunning = true; stop = follow(take); requestAnimationFrame(frame); },
  leave() { isRunning = false; if (stop) stop(); },
};
