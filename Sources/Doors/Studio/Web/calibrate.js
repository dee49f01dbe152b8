// Calibrate: leads through the positions in which a phone's sensors are calibrated, and writes the file.

import { make, ask, attempt, say } from "./common.js";
import { drawPhone, axisTurn, multiply, fromAngles, View } from "./space.js";

let state = {}, isShown = false, isAsking = false, saved = null;
let picture, bar, words, buttons, targets, sensors, lead, outcome;
const view = new View(-0.6, 0.35);

/** The attitude in which a direction of the device points up, turned so that the screen is seen where it can be. */
function facing([x, y, z]) {
  const length = Math.hypot(x, y, z), across = Math.hypot(x, y), degrees = 180 / Math.PI;
  if (across < 1e-9) return z > 0 ? [1, 0, 0, 0] : axisTurn([0, 1, 0], 180);
  const turn = axisTurn([y / across, -x / across, 0], Math.acos(z / length) * degrees);
  return multiply(fromAngles(20, 0, 0), turn);
}

// The next target, or the one where the phone lies until it is done.
function shownTarget() {
  const { hold, next, targets } = state;
  if (hold && !hold.isKnown && hold.seconds < state.needed) return targets[hold.target];
  return next === undefined || next === null ? null : targets[next];
}

/** The direction of a target that points up: of a kind of leaning, first one and then its mirror image. */
function up({ up: direction, count, wanted }) {
  const first = wanted > 1 && count ? direction.findIndex(value => value) : -1;
  return direction.map((value, i) => i === first ? -value : value);
}

function sentence() {
  const { hold, targets, needed } = state, next = shownTarget();
  const then = next ? `Next: ${next.name}.` : "All positions are there: finish, or add more to make it surer.";
  if (!hold) return next ? `The phone moves. Lay it down: ${next.name}.` : then;
  const name = targets[hold.target].name;
  if (hold.trembles) return `It trembles, ${name}: lay it on a table, or lean it on a book.`;
  if (hold.seconds < needed && !hold.isKnown) return `Hold still, ${name}…`;
  return hold.isKnown ? `This position is known, ${name}. ${then}` : `Done, ${name}. ${then}`;
}

function row(target) {
  const isDone = target.count >= target.wanted;
  return make("li", { className: isDone ? "done" : "" }, make("span", { className: "tick-mark", textContent: isDone ? "✓" : "○", "aria-hidden": "true" }),
    make("span", { textContent: target.name }),
    make("span", { className: "faint", textContent: target.wanted > 1 || !isDone ? `${Math.min(target.count, target.wanted)} of ${target.wanted}` : "" }));
}

function sensorCard(sensor) {
  const share = sensor.name === "magnetometer" && state.isRunning && state.coverage !== undefined ? Math.round(state.coverage * 100) : null;
  const text = share !== null && !sensor.isReady ? `Turn the phone in figures of eight, in all directions, away from iron: ${share} % of the sphere.` : sensor.words;
  const card = make("article", { className: "draft" }, make("h2", { textContent: `${sensor.isReady ? "✓ " : ""}${sensor.name[0].toUpperCase()}${sensor.name.slice(1)}` }),
    make("p", { className: sensor.isReady || share !== null ? "" : "faint", textContent: text }));
  if (share !== null) {
    card.append(make("div", { className: "score-bar", role: "progressbar", "aria-label": "Share of the sphere", "aria-valuenow": String(share), "aria-valuemin": "0", "aria-valuemax": "100" },
      make("span", { style: `width: ${share}%` })));
  }
  if (sensor.rows.length) {
    const digits = margin => Math.max(0, Math.min(7, 1 - Math.floor(Math.log10(Math.max(margin, 1e-9)))));
    const shown = (value, margin) => value.toFixed(digits(margin)).replace("-", "−");
    card.append(make("details", {}, make("summary", { textContent: `${sensor.rows.length} numbers with their 95 % intervals` }),
      make("table", { className: "found" }, make("tbody", {}, ...sensor.rows.map(item => make("tr", {}, make("th", { scope: "row", textContent: item.name }),
        make("td", { textContent: shown(item.value, item.margin) }), make("td", { textContent: `± ${shown(item.margin, item.margin)} ${item.unit}`.trim() })))))));
  }
  return card;
}

function button(textContent, action, className = "quiet") {
  return make("button", { type: "button", className, textContent, onclick: () => attempt(async () => { await action(); await look(); }) });
}

// The buttons stay while they mean the same, so that the focus does.
function paintButtons() {
  const hasSession = state.seconds !== undefined && !state.isRunning, isReady = (state.sensors || []).some(sensor => sensor.isReady);
  const shape = JSON.stringify([state.isRunning, hasSession, isReady && hasSession, saved]);
  if (buttons.dataset.shape === shape) return;
  buttons.dataset.shape = shape;
  const begin = fresh => async () => { saved = null; await ask("calibration/start", { fresh }); };
  const discard = async () => { if (confirm("Throw this session away?")) await ask("calibration/discard", {}); };
  if (state.isRunning) return buttons.replaceChildren(button("Finish", () => ask("calibration/stop", {}), "large"), button("Discard", discard));
  if (!hasSession) return buttons.replaceChildren(button("Start", begin(false), "large"));
  buttons.replaceChildren(button("Continue", begin(false)), button("Start over", async () => { if (confirm("Throw this session away, and start over?")) await begin(true)(); }), button("Discard", discard));
}

function paintOutcome() {
  const hasSession = state.seconds !== undefined && !state.isRunning, isReady = (state.sensors || []).some(sensor => sensor.isReady);
  const shape = JSON.stringify([hasSession, isReady, saved]);
  if (outcome.dataset.shape === shape) return;
  outcome.dataset.shape = shape;
  outcome.replaceChildren();
  if (saved) {
    outcome.append(make("article", { className: "draft" }, make("h2", { textContent: `Written: ${saved.file}` }),
      make("p", { textContent: "A notebook applies it with a parameter in its front matter:" }),
      make("pre", { tabIndex: 0, textContent: `params:\n  calibration: ${saved.file}` }),
      make("p", { textContent: "and in its code:" }),
      make("pre", { tabIndex: 0, textContent: "let trace = try Trace(contentsOf: params.trace, calibration: params.calibration)" }),
      make("p", {}, "In ", make("a", { href: "#record", textContent: "Record" }), " choose it below the recordings: their notebooks are written with both lines.")));
  } else if (hasSession && isReady) {
    const name = make("input", { type: "text", id: "calibration-name", value: suggestion(), maxLength: 60, spellcheck: false });
    const save = () => attempt(async () => {
      const send = replacing => ask("calibration/save", { name: name.value, replacing });
      try { saved = await send(false); } catch (error) {
        if (error.status !== 409 || !/exists already/.test(error.message)) throw error;
        if (!confirm(`A calibration “${name.value}” is there already. Replace it?`)) return;
        saved = await send(true);
      }
      await look();
    });
    name.addEventListener("keydown", event => { if (event.key === "Enter") save(); });
    outcome.append(make("div", { className: "row" }, make("label", { for: name.id, textContent: "name" }), name,
      make("span", { className: "faint", textContent: ".calibration.yaml" }), make("button", { type: "button", id: "calibration-save", textContent: "Save", onclick: save })));
  }
}

function suggestion() {
  const hardware = (state.phone || "").split(" on ")[1] || "phone";
  return hardware.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "phone";
}

function paint() {
  const hasSession = state.seconds !== undefined;
  lead.textContent = !hasSession ? "Six sides, six leanings, two seconds in each: two minutes take out what is wrong with a phone's sensors."
    : `${state.phone}, ${Math.round(state.seconds)} s. ` + (state.isRunning ? "The order does not matter, and the table need not be level." : "The session is kept until it is saved or discarded.");
  const { hold } = state;
  bar.parentElement.hidden = !state.isRunning;
  picture.parentElement.hidden = !state.isRunning || !shownTarget();
  if (state.isRunning) {
    bar.style.transform = `scaleX(${hold ? (hold.isKnown ? 1 : Math.min(hold.seconds / state.needed, 1)) : 0})`;
    bar.parentElement.dataset.done = String(!!hold && (hold.isKnown || hold.seconds >= state.needed));
    const text = state.problem || sentence();
    if (words.textContent !== text) words.textContent = text;
    words.classList.toggle("problem", !!state.problem);
  } else {
    const text = hasSession ? "" : state.phone ? `Moves now: ${state.phone}.` : "Nothing moves yet: connect a phone with “Phone”, above, or take the virtual one in Record.";
    if (words.textContent !== text) words.textContent = text;
    words.classList.remove("problem");
  }
  const content = JSON.stringify([state.targets, state.sensors, state.coverage, state.isRunning]);
  if (targets.dataset.content !== content) {
    targets.dataset.content = content;
    targets.replaceChildren(...(state.targets || []).map(row));
    targets.parentElement.hidden = !hasSession;
    sensors.replaceChildren(...(state.sensors || []).map(sensorCard));
  }
  paintButtons();
  paintOutcome();
}

async function look() {
  if (isAsking) return;
  isAsking = true;
  try { state = await ask("calibration"); } finally { isAsking = false; }
  paint();
}

// The next answer is asked for when the last one is there: a long session takes a moment to judge.
async function keepLooking() {
  while (isShown) {
    try { await look(); } catch (error) { if (error.isOver) return; say(error.message, true); }
    await new Promise(resolve => setTimeout(resolve, state.isRunning ? 250 : 1000));
  }
}

function draw() {
  if (!isShown) return;
  const target = state.isRunning && shownTarget();
  if (target) drawPhone(picture, facing(up(target)), view);
  requestAnimationFrame(draw);
}

export const calibrate = {
  build(section) {
    lead = make("p", { className: "lead" });
    words = make("p", { role: "status", id: "calibration-words" });
    bar = make("div", { className: "fill" });
    buttons = make("div", { className: "recorder" });
    picture = make("canvas", { className: "pad", role: "img", "aria-label": "How the phone is to lie next" });
    targets = make("ul", { className: "plain targets" });
    sensors = make("div", {});
    outcome = make("div", {});
    section.append(make("div", { className: "heading" }, make("h1", { id: "title-calibrate", textContent: "Calibrate" }), lead),
      buttons, make("div", { className: "lock still" }, bar, make("span", { className: "words", textContent: "still" })), words,
      make("div", { className: "columns" }, make("div", {}, make("h2", { textContent: "Lay it so" }), picture), make("div", { hidden: true }, make("h2", { textContent: "Positions" }), targets),
        make("div", {}, sensors, outcome)));
  },
  enter() {
    isShown = true;
    keepLooking();
    requestAnimationFrame(draw);
  },
  leave() { isShown = false; },
};
