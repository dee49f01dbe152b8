// A phone that the mouse moves: the events that a real one would send.

import { EventQueue } from "./queue.js";
import { make, followArrows } from "./common.js";
import { rotate, multiply, conjugate, axisTurn, fromAngles, toAngles, drawPhone, View } from "./space.js";

const gravity = 9.80665;
const interval = 10;

export class VirtualPhone {
  constructor(send) {
    this.deliver = async batch => {
      try { return await send(batch); } catch (error) {
        error.refused = error.status === 400 || error.status === 413;
        throw error;
      }
    };
    this.onstate = () => {};
    // One phone, however often it is taken up.
    this.name = "virtual" + Math.random().toString(36).slice(2);
    this.isOn = false;
    // Metres and radians: where it is, and where the hand wants it.
    this.position = [0, 0, 0];
    this.velocity = [0, 0, 0];
    this.target = [0, 0, 0];
    this.attitude = fromAngles(0, 50, 0);
    this.aim = this.attitude;
    this.noise = 0.02;
    this.isTouching = false;
  }

  /** Begins to send, as if someone had taken the phone up. */
  start() {
    if (this.isOn) return;
    this.isOn = true;
    // Another page of the phone each time that it is taken up: the studio follows the one that came last. Times count from then.
    this.opened = performance.now();
    const device = { convention: "specificForce", name: "the studio's virtual phone", origin: Date.now() };
    this.queue = new EventQueue(device, this.deliver, null, this.name);
    this.queue.onstate = state => this.onstate(state);
    this.clock = this.opened;
    this.timer = setInterval(() => this.catchUp(), 8);
  }

  stop() {
    this.isOn = false;
    clearInterval(this.timer);
  }

  // Timers are late: the samples that are due are made, each at its own time.
  catchUp() {
    const now = performance.now();
    // After a pause, as of a page that was hidden, a hand takes the phone up again: nobody knows what happened between.
    if (now - this.clock > 500) {
      this.stop();
      this.velocity = [0, 0, 0];
      this.position = [...this.target];
      this.start();
      return;
    }
    while (this.clock + interval <= now) {
      this.clock += interval;
      this.step(this.clock - this.opened);
    }
  }

  // A critically damped spring pulls the phone to the hand; what it feels is its own acceleration.
  step(time) {
    const dt = interval / 1000, stiffness = 9;
    const acceleration = [0, 1, 2].map(i =>
      stiffness * stiffness * (this.target[i] - this.position[i]) - 2 * stiffness * this.velocity[i]);
    for (let i = 0; i < 3; i++) {
      this.position[i] += this.velocity[i] * dt + 0.5 * acceleration[i] * dt * dt;
      this.velocity[i] += acceleration[i] * dt;
    }
    const before = this.attitude;
    const next = before.map((v, i) => v + 0.12 * (this.aim[i] * Math.sign(dot(before, this.aim) || 1) - v));
    const length = Math.hypot(...next);
    this.attitude = next.map(v => v / length);
    const change = multiply(conjugate(before), this.attitude);
    const rate = [1, 2, 3].map(i => 2 * change[i] * Math.sign(change[0] || 1) / dt * 180 / Math.PI);
    const back = conjugate(this.attitude);
    const wobble = () => (Math.random() + Math.random() + Math.random() - 1.5) * this.noise;
    const user = rotate(back, acceleration).map(v => v + wobble());
    const up = rotate(back, [0, 0, gravity]);
    const [yaw, pitch, roll] = toAngles(this.attitude);
    this.queue.events.push(["o", time, (yaw + 360) % 360, pitch, roll, 0]);
    this.queue.add(["m", time, ...user.map((v, i) => v + up[i]), ...user, ...rate, interval]);
  }

  touch(isDown) {
    if (this.isTouching === isDown) return;
    this.isTouching = isDown;
    this.start();
    this.queue.add(["t", performance.now() - this.opened, isDown ? 1 : 0]);
  }

  /** A pad to move it by: drag to move, with Shift or two fingers to turn; arrow keys move, with Shift they turn. */
  pad() {
    const canvas = make("canvas", { className: "pad", tabIndex: 0, role: "application",
      "aria-label": "Virtual phone: drag or use the arrow keys to move it, with Shift to turn it" });
    const pointers = new Map();
    const move = (dx, dy, isTurn) => {
      this.start();
      if (isTurn) {
        this.aim = multiply(fromAngles(-dx * 0.5, 0, 0), multiply(this.aim, axisTurn([1, 0, 0], dy * 0.5)));
      } else {
        const scale = 1 / 500;
        this.target = [clamp(this.target[0] + dx * scale, 0.6), this.target[1], clamp(this.target[2] - dy * scale, 0.6)];
      }
    };
    canvas.addEventListener("pointerdown", event => {
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      this.start();
    });
    canvas.addEventListener("pointermove", event => {
      const from = pointers.get(event.pointerId);
      if (!from) return;
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      move((event.clientX - from[0]) / pointers.size, (event.clientY - from[1]) / pointers.size,
        event.shiftKey || event.button === 2 || pointers.size > 1);
    });
    for (const kind of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(kind, event => pointers.delete(event.pointerId));
    }
    followArrows(canvas, 30, (dx, dy, event) => move(dx, dy, event.shiftKey));
    const view = new View(-0.6, 0.25);
    canvas.draw = () => drawPhone(canvas, this.attitude, view, this.position);
    return canvas;
  }
}

function dot(a, b) { return a.reduce((sum, v, i) => sum + v * b[i], 0); }
function clamp(value, limit) { return Math.min(Math.max(value, -limit), limit); }
