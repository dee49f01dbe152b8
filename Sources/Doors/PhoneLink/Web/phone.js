// The phone's own part: permission, sensors, the two buttons.

const element = id => document.getElementById(id);
const token = location.pathname.slice(1);

// iOS reports in Apple's signs, everything else as the specification says; the studio checks it by gravity.
function device() {
  const agent = navigator.userAgent;
  const isApple = /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && navigator.maxTouchPoints > 1);
  const browser = /CriOS|Chrome/.test(agent) ? "Chrome" : /FxiOS|Firefox/.test(agent) ? "Firefox"
    : /Safari/.test(agent) ? "Safari" : "a browser";
  const version = (agent.match(/(?:CriOS|Chrome|FxiOS|Firefox|Version)\/(\d+)/) || [])[1] || "";
  const hardware = (agent.match(/iPhone|iPad|Android[^;)]*/) || ["an unknown device"])[0];
  return { convention: isApple ? "apple" : "specificForce", name: `${browser} ${version} on ${hardware}`.slice(0, 120),
    origin: performance.timeOrigin };
}

// What has not arrived, kept by the browser: it is there again when the page is opened again. Without IndexedDB the page's own
// memory has to do.
class Shelf {
  constructor() { this.ready = this.open(); this.pending = []; }
  open() {
    return new Promise(resolve => {
      try {
        const request = indexedDB.open("gimbal", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("events", { keyPath: ["page", "number"] });
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => resolve(null);
      } catch { resolve(null); }
    });
  }
  add(item) {
    this.pending.push(item);
    if (!this.timer) this.timer = setTimeout(() => this.write(), 200);
  }
  async write() {
    this.timer = null;
    const items = this.pending.splice(0);
    const base = await this.ready;
    if (!base) return;
    const store = base.transaction("events", "readwrite").objectStore("events");
    for (const item of items) store.put(item);
  }
  async drop(page, before) {
    this.pending = this.pending.filter(item => item.number >= before);
    const base = await this.ready;
    if (!base) return;
    base.transaction("events", "readwrite").objectStore("events")
      .delete(IDBKeyRange.bound([page, 0], [page, before], false, true));
  }
  // What earlier pages could not send, page by page.
  async left() {
    const base = await this.ready;
    if (!base) return [];
    const all = await new Promise(resolve => {
      const request = base.transaction("events").objectStore("events").getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve([]);
    });
    const pages = new Map();
    for (const item of all) {
      if (!pages.has(item.page)) pages.set(item.page, []);
      pages.get(item.page).push(item);
    }
    return [...pages.values()];
  }
}

// What outlives the page, where the browser keeps anything: `tab` as long as this tab, `local` as long as the browser wants.
const keep = {
  get(store, name) { try { return window[store].getItem("gimbal-" + name); } catch { return null; } },
  set(store, name, value) {
    try { if (value === null) window[store].removeItem("gimbal-" + name); else window[store].setItem("gimbal-" + name, value); }
    catch { /* private mode */ }
  },
};

let key = keep.get("sessionStorage", "key");

// The name by which the studio knows that pages are of one phone.
function phoneName() {
  const known = keep.get("localStorage", "phone");
  if (known) return known;
  const name = "p" + [...crypto.getRandomValues(new Uint32Array(3))].map(n => n.toString(36)).join("");
  keep.set("localStorage", "phone", name);
  return name;
}

async function join() {
  const reply = await fetch("/join", { method: "POST", body: token });
  const text = await reply.text();
  if (!reply.ok) throw Object.assign(new Error(text), { isOver: true });
  key = text;
  keep.set("sessionStorage", "key", key);
}

async function send(batch) {
  if (!key) await join();
  const reply = await fetch("/events", {
    method: "POST", body: JSON.stringify(batch), headers: { Authorization: "Bearer " + key }
  });
  if (reply.ok) return reply.json();
  const error = new Error(await reply.text());
  error.refused = reply.status === 400 || reply.status === 413;
  error.isOver = reply.status === 403;
  error.isFull = reply.status === 507;
  error.isBusy = reply.status === 429;
  if (error.isOver) {
    // The key may be that of an earlier session, and the code in the address a new one.
    keep.set("sessionStorage", "key", null);
    if (key && !send.hasRetried) { send.hasRetried = true; key = null; return send(batch); }
  }
  throw error;
}

const shelf = new Shelf();
const phone = phoneName();
// Recordings have the name where the browser keeps it: elsewhere each page would be another phone.
const queue = new EventQueue({ ...device(), phone: keep.get("localStorage", "phone") }, send, shelf, phone);
// The phone's own recording goes on when its page is reloaded.
queue.recording = queue.latest = keep.get("sessionStorage", "recording");
let sent = 0, isOn = false, lastEvent = 0, level = 0;
const stamps = [];

function say(text, state) {
  const status = element("status");
  if (status.textContent !== text) status.textContent = text;
  status.dataset.state = state || "";
}

queue.onstate = state => {
  if (state.isConnected) {
    sent = queue.first;
    say(state.answer.isRecording ? "The studio is recording." : "Connected: move the phone.");
    element("note").textContent = state.answer.words || (queue.lost ? `${queue.lost} events were refused.` : "");
  } else if (state.error.isOver) {
    say(state.error.message + " What this phone has recorded stays on it.", "refused");
  } else if (state.error.isFull) {
    say(`${state.error.message} The phone keeps its ${state.waiting} events and sends them again.`, "refused");
  } else if (state.error.isBusy) {
    say(state.error.message);
  } else if (state.error.refused) {
    say("The studio refused some events: " + state.error.message, "refused");
  } else {
    say(`No connection. The phone keeps its ${state.waiting} events and sends them when the studio is back.`, "lost");
  }
};

const number = value => typeof value === "number" && Number.isFinite(value) ? value : null;
function triple(a, b, c) {
  const values = [number(a), number(b), number(c)];
  return values.includes(null) ? [null, null, null] : values;
}

function onMotion(event) {
  const g = event.accelerationIncludingGravity, a = event.acceleration, r = event.rotationRate;
  const gravity = g ? triple(g.x, g.y, g.z) : [null, null, null];
  if (gravity[0] === null) return;
  lastEvent = performance.now();
  stamps.push(event.timeStamp);
  if (stamps.length > 100) stamps.shift();
  level = Math.max(level * 0.9, Math.abs(Math.hypot(...gravity) - 9.81));
  queue.add(["m", event.timeStamp, ...gravity, ...(a ? triple(a.x, a.y, a.z) : [null, null, null]),
    ...(r ? triple(r.alpha, r.beta, r.gamma) : [null, null, null]), number(event.interval)]);
}

function onOrientation(event) {
  const angles = triple(event.alpha, event.beta, event.gamma);
  if (angles[0] === null) return;
  queue.add(["o", event.timeStamp, ...angles, event.absolute ? 1 : 0]);
}

// The magnetic field, which few browsers report: it is used to calibrate the magnetometer, and nothing else.
function measureField() {
  if (!("Magnetometer" in window)) return;
  try {
    const sensor = new window.Magnetometer({ frequency: 25 });
    sensor.addEventListener("reading", () => {
      const field = triple(sensor.x, sensor.y, sensor.z);
      if (field[0] !== null) queue.add(["f", sensor.timestamp, ...field]);
    });
    sensor.addEventListener("error", () => sensor.stop());
    sensor.start();
  } catch { /* the browser does not allow it */ }
}

// If a browser has the sensors of the Generic Sensor API, and they come faster than its events do, they are the source.
class FusedSensors {
  static get areThere() { return ["Accelerometer", "LinearAccelerationSensor", "Gyroscope", "RelativeOrientationSensor"].every(n => n in window); }

  constructor() {
    this.count = 0;
    this.isChosen = false;
    this.lastReading = -Infinity;
    const make = name => {
      const sensor = new window[name]({ frequency: 200 });
      sensor.addEventListener("error", () => this.stop());
      return sensor;
    };
    [this.accelerometer, this.linear, this.gyroscope, this.orientation] =
      ["Accelerometer", "LinearAccelerationSensor", "Gyroscope", "RelativeOrientationSensor"].map(make);
    this.sensors = [this.accelerometer, this.linear, this.gyroscope, this.orientation];
    this.orientation.addEventListener("reading", () => this.turn());
    this.accelerometer.addEventListener("reading", () => this.move());
    for (const sensor of this.sensors) sensor.start();
  }

  // From now on the browser's events wait.
  choose() {
    this.isChosen = true;
    this.held = [];
  }

  // What was chosen and fails gives its place back to the browser's events. Those that came since its last reading were held,
  // and no motion is lost.
  stop() {
    this.isOver = true;
    for (const sensor of this.sensors) sensor.stop();
    if (!this.isChosen) return;
    this.isChosen = false;
    for (const [pass, event] of this.held) if (event.timeStamp > this.lastReading) pass(event);
    this.held = [];
  }

  // Holds an event. Sensors that give no reading while sixty events come, half a second, have failed without a word.
  hold(pass, event) {
    this.held.push([pass, event]);
    if (this.held.length > 60) this.stop();
  }

  move() {
    this.count += 1;
    if (!this.isChosen) return;
    this.held = [];
    this.lastReading = this.accelerometer.timestamp;
    const degrees = 180 / Math.PI, { accelerometer: a, linear: l, gyroscope: g } = this;
    onMotion({ timeStamp: a.timestamp, accelerationIncludingGravity: a, acceleration: l.hasReading ? l : null,
      rotationRate: g.hasReading ? { alpha: g.x * degrees, beta: g.y * degrees, gamma: g.z * degrees } : null, interval: 0 });
  }

  turn() {
    if (!this.isChosen || !this.orientation.quaternion) return;
    onOrientation({ timeStamp: this.orientation.timestamp, absolute: false, ...angles(this.orientation.quaternion) });
  }
}

// The angles of Rz(alpha)·Rx(beta)·Ry(gamma), in degrees, of a quaternion x, y, z, w from device to reference.
function angles([x, y, z, w]) {
  const degrees = 180 / Math.PI;
  const r12 = 2 * (x * y - w * z), r22 = 1 - 2 * (x * x + z * z), r32 = 2 * (y * z + w * x);
  const r31 = 2 * (x * z - w * y), r33 = 1 - 2 * (x * x + y * y), r11 = 1 - 2 * (y * y + z * z), r21 = 2 * (x * y + w * z);
  const beta = Math.asin(Math.max(-1, Math.min(1, r32))) * degrees;
  // Straight up or down alpha and gamma turn about one axis: gamma is taken as 0.
  if (Math.abs(r32) > 1 - 1e-9) return { alpha: (Math.atan2(r21, r11) * degrees + 360) % 360, beta, gamma: 0 };
  return { alpha: (Math.atan2(-r12, r22) * degrees + 360) % 360, beta, gamma: Math.atan2(-r31, r33) * degrees };
}

let fused = null, eventCount = 0;
const pass = (to, event) => fused?.isChosen ? fused.hold(to, event) : to(event);
const onMotionEvent = event => { eventCount += 1; pass(onMotion, event); };
const onOrientationEvent = event => pass(onOrientation, event);

// Both sources are counted over a second; the faster one stays.
function chooseSource() {
  if (!FusedSensors.areThere) return;
  try { fused = new FusedSensors(); } catch { fused = null; return; }
  setTimeout(() => {
    [eventCount, fused.count] = [0, 0];
    setTimeout(() => {
      if (fused.isOver || fused.count < 1.2 * eventCount || fused.count < 20) { fused.stop(); fused = null; return; }
      fused.choose();
    }, 1000);
  }, 500);
}

async function start() {
  try {
    for (const kind of [window.DeviceMotionEvent, window.DeviceOrientationEvent]) {
      if (kind && typeof kind.requestPermission === "function" && await kind.requestPermission() !== "granted") {
        say("iOS was told not to share the phone's motion. Close Safari, open the page again, and touch “Allow”.", "refused");
        return;
      }
    }
  } catch (error) {
    say("The browser does not share the phone's motion: " + error.message, "refused");
    return;
  }
  if (!window.isSecureContext || !window.DeviceMotionEvent) {
    say("This browser shares no motion. Safari, Chrome and Firefox on a phone do.", "refused");
    return;
  }
  window.addEventListener("devicemotion", onMotionEvent);
  window.addEventListener("deviceorientation", onOrientationEvent);
  chooseSource();
  measureField();
  isOn = true;
  element("start").hidden = true;
  element("live").hidden = false;
  say("Waiting for the first sample…");
  stayAwake();
  setTimeout(() => {
    if (!lastEvent) say("No motion comes. Look below: “If nothing moves”.", "refused");
  }, 3000);
}

// The system takes the lock back when the page is hidden, and does not give it again by itself.
async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  try { await navigator.wakeLock.request("screen"); } catch { /* the screen may go dark */ }
}
document.addEventListener("visibilitychange", () => { if (isOn) stayAwake(); });

element("start").onclick = start;

const draw = element("draw");
function touch(down) {
  if (draw.classList.contains("down") === down) return;
  draw.classList.toggle("down", down);
  queue.add(["t", performance.now(), down ? 1 : 0]);
}
draw.addEventListener("pointerdown", event => { draw.setPointerCapture(event.pointerId); touch(true); });
for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) draw.addEventListener(kind, () => touch(false));
draw.addEventListener("keydown", event => { if (event.key === " " && !event.repeat) touch(true); });
draw.addEventListener("keyup", event => { if (event.key === " ") touch(false); });
draw.addEventListener("contextmenu", event => event.preventDefault());

const record = element("record");
function showRecording() {
  record.setAttribute("aria-pressed", String(queue.latest !== null));
  record.textContent = queue.latest !== null ? "Stop recording" : "Record";
}
record.onclick = () => {
  queue.add(["r", performance.now(), queue.latest === null ? 1 : 0]);
  keep.set("sessionStorage", "recording", queue.latest);
  showRecording();
};
showRecording();
if (queue.latest !== null) say("The page was reloaded while it recorded. Touch “Start”: the recording goes on.");

setInterval(() => {
  if (!isOn) return;
  const span = stamps[stamps.length - 1] - stamps[0];
  element("rate").textContent = stamps.length > 1 && span > 0 ? Math.round((stamps.length - 1) * 1000 / span) + " Hz" + (fused && fused.isChosen ? " (fused sensors)" : "") : "–";
  element("waiting").textContent = queue.waiting;
  element("sent").textContent = sent;
  const meter = element("meter");
  meter.setAttribute("aria-valuenow", level.toFixed(1));
  meter.firstElementChild.style.transform = `scaleX(${Math.min(level / 20, 1)})`;
}, 200);

// What an earlier page of this phone could not send goes first, under its own name.
(async () => {
  for (const items of await shelf.left()) {
    if (items[0].page === queue.page) continue;
    const old = new EventQueue(items[0].device, send, shelf, items[0].phone);
    old.page = items[0].page;
    old.first = items[0].number;
    old.recording = items[0].recording || null;
    old.events = items.map(item => item.event);
    old.onstate = state => {
      if (state.isConnected) element("note").textContent = `An earlier recording: ${state.waiting} events still to be sent.`;
    };
    old.pump();
  }
})();
