// Rotations as far as drawing needs them, and drawing in space. Quaternions are [w, x, y, z], Hamilton's, device to reference.

import { drag, sharpen, colour, isDark } from "./common.js";

export function multiply(a, b) {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

export function conjugate(q) { return [q[0], -q[1], -q[2], -q[3]]; }

export function rotate(q, v) {
  const [w, x, y, z] = q;
  const tx = 2 * (y * v[2] - z * v[1]), ty = 2 * (z * v[0] - x * v[2]), tz = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
}

/** The turn about a unit vector. */
export function axisTurn(axis, degrees) {
  const half = degrees * Math.PI / 360;
  return [Math.cos(half), ...axis.map(v => v * Math.sin(half))];
}

/** Yaw, pitch, roll in degrees: Rz(yaw)·Rx(pitch)·Ry(roll). */
export function fromAngles(yaw, pitch, roll) {
  return multiply(axisTurn([0, 0, 1], yaw), multiply(axisTurn([1, 0, 0], pitch), axisTurn([0, 1, 0], roll)));
}

export function toAngles(q) {
  const degree = 180 / Math.PI;
  const y = rotate(q, [0, 1, 0]), x = rotate(q, [1, 0, 0]), z = rotate(q, [0, 0, 1]);
  const pitch = Math.asin(Math.min(1, Math.max(-1, y[2])));
  if (Math.abs(y[2]) > 0.9999999) return [Math.atan2(x[1], x[0]) * degree, pitch * degree, 0];
  return [Math.atan2(-y[0], y[1]) * degree, pitch * degree, Math.atan2(-x[2], z[2]) * degree];
}

/** Where the eye is: turned about the vertical, and looking down by `down` rad; `scale` points to a metre. */
export class View {
  constructor(around = -0.7, down = 0.4) {
    this.around = around;
    this.down = down;
    this.scale = 1;
  }

  /** Right, up and towards the eye. */
  place(p) {
    const [x, y, z] = p;
    const c = Math.cos(this.around), s = Math.sin(this.around);
    const right = c * x - s * y, away = s * x + c * y;
    const cd = Math.cos(this.down), sd = Math.sin(this.down);
    return [right, cd * z + sd * away, sd * z - cd * away];
  }

  project(p, width, height) {
    const [right, up, near] = this.place(p);
    return [width / 2 + right * this.scale, height / 2 - up * this.scale, near];
  }

  /** Lets a pointer or the arrow keys turn it. */
  attach(canvas, changed) {
    drag(canvas, 15, (dx, dy) => {
      this.around += dx / 150;
      this.down = Math.min(1.5, Math.max(-0.4, this.down + dy / 150));
      changed();
    });
  }
}

const size = [0.5, 1, 0.07];

function boxFaces(half) {
  const corner = (i) => [(i & 1 ? 1 : -1) * half[0], (i & 2 ? 1 : -1) * half[1], (i & 4 ? 1 : -1) * half[2]];
  return [[4, 5, 7, 6], [0, 2, 3, 1], [0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3]]
    .map(face => face.map(corner));
}

/** The phone in its attitude, with its axes and those of the reference frame. */
export function drawPhone(canvas, attitude, view, position = [0, 0, 0], options = {}) {
  const { context, width, height } = sharpen(canvas);
  context.clearRect(0, 0, width, height);
  view.scale = Math.min(width, height) * (options.scale || 0.34);
  const place = position.map(v => v * 0.9);
  const at = v => rotate(attitude, v).map((c, i) => c + place[i]);
  const ink = colour("ink"), rule = colour("rule"), panel = colour("panel"), faint = colour("faint");
  // The floor.
  context.lineWidth = 1;
  context.strokeStyle = rule;
  context.beginPath();
  for (let i = -2; i <= 2; i++) {
    for (const [a, b] of [[[i * 0.6, -1.2, -1], [i * 0.6, 1.2, -1]], [[-1.2, i * 0.6, -1], [1.2, i * 0.6, -1]]]) {
      const p = view.project(a, width, height), q = view.project(b, width, height);
      context.moveTo(p[0], p[1]);
      context.lineTo(q[0], q[1]);
    }
  }
  context.stroke();
  const ghosts = options.ghosts || [];
  for (const ghost of ghosts) drawBox(context, view, width, height, v => rotate(ghost, v), null, rule);
  drawBox(context, view, width, height, at, panel, ink);
  const axes = isDark() ? ["#ff8a5c", "#2fc59a", "#7cbcf0"] : ["#c04a00", "#00795c", "#00558c"];
  ["x", "y", "z"].forEach((name, i) => {
    const tip = [0, 0, 0];
    tip[i] = 1.25;
    arrow(context, view.project(at([0, 0, 0]), width, height), view.project(at(tip), width, height), axes[i], name);
  });
  if (options.reference) {
    ["E", "N", "up"].forEach((name, i) => {
      const tip = [-1.1, -1.1, -1];
      tip[i] += 0.5;
      arrow(context, view.project([-1.1, -1.1, -1], width, height), view.project(tip, width, height), faint, name);
    });
  }
}

function drawBox(context, view, width, height, at, fill, line) {
  const faces = boxFaces(size).map((face, index) => {
    const points = face.map(v => view.project(at(v), width, height));
    return { points, index, depth: points.reduce((sum, p) => sum + p[2], 0) };
  }).sort((a, b) => a.depth - b.depth);
  context.lineJoin = "round";
  context.lineWidth = 1.5;
  for (const { points, index } of faces) {
    context.beginPath();
    points.forEach((p, i) => i ? context.lineTo(p[0], p[1]) : context.moveTo(p[0], p[1]));
    context.closePath();
    if (fill) { context.fillStyle = fill; context.fill(); }
    context.strokeStyle = line;
    context.stroke();
    if (fill && index === 0) {
      // The screen, and the notch at its top edge: they show which side and which end is which.
      const inner = [[-0.44, -0.88], [0.44, -0.88], [0.44, 0.88], [-0.44, 0.88]]
        .map(([x, y]) => view.project(at([x, y, size[2] + 0.001]), width, height));
      context.beginPath();
      inner.forEach((p, i) => i ? context.lineTo(p[0], p[1]) : context.moveTo(p[0], p[1]));
      context.closePath();
      context.globalAlpha = 0.18;
      context.fillStyle = line;
      context.fill();
      context.globalAlpha = 1;
      const a = view.project(at([-0.14, 0.93, size[2] + 0.002]), width, height);
      const b = view.project(at([0.14, 0.93, size[2] + 0.002]), width, height);
      context.beginPath();
      context.moveTo(a[0], a[1]);
      context.lineTo(b[0], b[1]);
      context.lineWidth = 3;
      context.stroke();
      context.lineWidth = 1.5;
    }
  }
}

function arrow(context, from, to, ink, name) {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  context.strokeStyle = ink;
  context.fillStyle = ink;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(from[0], from[1]);
  context.lineTo(to[0], to[1]);
  context.stroke();
  if (Math.hypot(to[0] - from[0], to[1] - from[1]) > 10) {
    context.beginPath();
    context.moveTo(to[0], to[1]);
    context.lineTo(to[0] - 8 * Math.cos(angle - 0.4), to[1] - 8 * Math.sin(angle - 0.4));
    context.lineTo(to[0] - 8 * Math.cos(angle + 0.4), to[1] - 8 * Math.sin(angle + 0.4));
    context.fill();
  }
  context.font = "600 13px Helvetica, Arial, sans-serif";
  context.fillText(name, to[0] + 8 * Math.cos(angle) - 4, to[1] + 8 * Math.sin(angle) + 4);
}
