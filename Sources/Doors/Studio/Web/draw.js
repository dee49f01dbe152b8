// Draw: letters by finger, pen or mouse, recognised as they grow, learned from.

import { make, ask, attempt, say, slider, sharpen, colour, number, memory } from "./common.js";

let canvas, strokes = [], current = null, answer = null, list, features, counts, label, result, pause = 0.8, dot = null, isDown = false;
let asking = false, again = false;

function letter() { return { strokes: strokes.map(stroke => stroke.map(p => [p.x, p.y, p.t])) }; }

async function recognise() {
  if (!strokes.length) return;
  if (asking) { again = true; return; }
  asking = true;
  do {
    again = false;
    await attempt(async () => { answer = await ask("letters/recognise", letter()); showAnswer(); });
  } while (again);
  asking = false;
}

function begin(x, y, t) {
  const last = strokes.length && strokes[strokes.length - 1];
  // A stroke that begins late is another letter.
  if (last && t - last[last.length - 1].t > pause) clear();
  current = [{ x, y, t }];
  strokes.push(current);
  paint();
}

function extend(x, y, t) {
  const last = current[current.length - 1];
  if (t < last.t) return;
  current.push({ x, y, t });
}

function end() {
  if (!current) return;
  current = null;
  paint();
  recognise();
}

function clear() {
  strokes = [];
  current = null;
  answer = null;
  list.replaceChildren(make("p", { className: "faint", textContent: "Draw a capital letter." }));
  features.replaceChildren();
  paint();
}

function paint() {
  const { context, width, height } = sharpen(canvas);
  context.clearRect(0, 0, width, height);
  if (answer) {
    const [left, top, side] = answer.board, third = side / 3;
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        const share = answer.features[3 * (3 * row + column)];
        context.globalAlpha = Math.min(share * 0.9, 0.5);
        context.fillStyle = colour("link");
        context.fillRect(left + column * third, top + row * third, third, third);
      }
    }
    context.globalAlpha = 1;
    context.strokeStyle = colour("faint");
    context.lineWidth = 1;
    context.beginPath();
    for (let i = 0; i <= 3; i++) {
      context.moveTo(left + i * third, top);
      context.lineTo(left + i * third, top + side);
      context.moveTo(left, top + i * third);
      context.lineTo(left + side, top + i * third);
    }
    context.stroke();
    for (let zone = 0; zone < 9; zone++) {
      const [, dx, dy] = answer.features.slice(3 * zone, 3 * zone + 3);
      if (Math.hypot(dx, dy) < 0.02) continue;
      arrow(context, left + (zone % 3 + 0.5) * third, top + (Math.floor(zone / 3) + 0.5) * third, dx * side / 2, dy * side / 2);
    }
  }
  context.strokeStyle = colour("ink");
  context.lineWidth = 5;
  context.lineJoin = context.lineCap = "round";
  for (const stroke of strokes) {
    context.beginPath();
    stroke.forEach((p, i) => i ? context.lineTo(p.x, p.y) : context.moveTo(p.x, p.y));
    if (stroke.length === 1) context.lineTo(stroke[0].x + 0.1, stroke[0].y);
    context.stroke();
  }
  if (dot) {
    context.strokeStyle = colour("link");
    context.lineWidth = 2;
    context.beginPath();
    context.arc(dot.x, dot.y, 8, 0, 7);
    context.stroke();
  }
}

function arrow(context, x, y, dx, dy) {
  const angle = Math.atan2(dy, dx);
  context.strokeStyle = context.fillStyle = colour("alarm");
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x - dx / 2, y - dy / 2);
  context.lineTo(x + dx / 2, y + dy / 2);
  context.stroke();
  context.beginPath();
  context.moveTo(x + dx / 2, y + dy / 2);
  for (const side of [-0.5, 0.5]) {
    context.lineTo(x + dx / 2 - 7 * Math.cos(angle + side), y + dy / 2 - 7 * Math.sin(angle + side));
  }
  context.fill();
}

function showAnswer() {
  const parts = answer.answers.map((ranking, place) => {
    const best = ranking.candidates[0].score, worst = ranking.candidates[ranking.candidates.length - 1].score;
    const rows = ranking.candidates.slice(0, place ? 3 : 5).map((c, i) => make("li", { className: i ? "" : "best" },
      make("b", { textContent: c.label }),
      make("span", { className: "score-bar" }, make("span", { style: `width: ${Math.max(3, 100 * (c.score - worst) / ((best - worst) || 1))}%` })),
      make("span", { className: "score", textContent: number(c.score, 3) })));
    return make("section", {}, make("h3", { textContent: ranking.name }), make("ol", { className: "candidates" }, ...rows));
  });
  if (!parts.length) parts.push(make("p", { className: "faint", textContent: "Draw it larger: so small a letter looks like any other." }));
  list.replaceChildren(...parts);
  const cells = answer.features.slice(0, 27);
  features.replaceChildren(...[0, 1, 2].map(row => make("tr", {}, ...[0, 1, 2].map(column => {
    const [t, dx, dy] = cells.slice(9 * row + 3 * column, 9 * row + 3 * column + 3);
    return make("td", { textContent: `${t.toFixed(2)}  ${dx.toFixed(2).replace("-", "−")}  ${dy.toFixed(2).replace("-", "−")}` });
  }))));
  paint();
}

function showCounts(value) {
  const labels = Object.keys(value.counts).sort();
  counts.replaceChildren(...labels.map(l => make("li", {}, make("b", { textContent: l }), " " + value.counts[l])));
  if (!labels.length) counts.append(make("li", { className: "faint", textContent: "none yet" }));
  if (value.message) say(value.message);
}

async function add() {
  if (!strokes.length) { say("Draw a letter first.", true); return; }
  showCounts(await ask("letters/add", { ...letter(), label: label.value }));
  memory.set("label", label.value);
  clear();
}

async function train() {
  await ask("letters/train", {});
  for (;;) {
    const progress = await ask("letters/progress");
    if (progress.state === "running") {
      result.replaceChildren(make("p", { textContent: "training and checking …" }));
      await new Promise(resolve => setTimeout(resolve, 250));
    } else {
      showProgress(progress);
      return;
    }
  }
}

function showProgress(progress) {
  if (progress.state === "failed") result.replaceChildren(make("p", { className: "problem", textContent: progress.problem }));
  if (progress.state !== "done") return;
  const { accuracies, report, seconds, folds } = progress.result;
  result.replaceChildren(
    make("p", {}, ...accuracies.flatMap((a, i) => [i ? "; " : "", make("b", { textContent: `${(100 * a.value).toFixed(1)} %` }),
      ` ${a.name} (95 %: ${(100 * a.low).toFixed(0)}–${(100 * a.high).toFixed(0)} %)`]), ` right, ${folds}-fold cross-validation.`),
    make("p", { className: "small faint", textContent: `${report} ${seconds.toFixed(1)} s.` }), matrix(accuracies[0]));
}

function matrix({ labels, counts: rows, name }) {
  const most = Math.max(1, ...rows.flat());
  const head = make("tr", {}, make("td"), ...labels.map(l => make("th", { scope: "col", textContent: l })));
  const body = rows.map((row, i) => make("tr", {}, make("th", { scope: "row", textContent: labels[i] }),
    ...labels.map((_, j) => make("td", { textContent: row[j] || "", className: i === j ? "right-answer" : row[j] ? "wrong-answer" : "",
      style: row[j] ? `--share: ${Math.round(15 + 70 * row[j] / most)}%` : "" }))));
  return make("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "Confusion matrix" },
    make("table", { className: "confusion" }, make("caption", { textContent: `Drawn (rows) and answered (columns), ${name}` }),
      make("thead", {}, head), make("tbody", {}, ...body)));
}

function upload(id, words, path) {
  const input = make("input", { type: "file", id, accept: ".csv,text/csv" });
  input.onchange = () => attempt(async () => {
    const text = await input.files[0].text();
    showCounts(await ask(path, text, { raw: true }));
    input.value = "";
  });
  return make("p", { className: "small upload" }, make("label", { for: id, textContent: words }), input);
}

export const draw = {
  build(section) {
    canvas = make("canvas", { className: "slate", tabIndex: 0, role: "application",
      "aria-label": "Slate: draw a letter by finger, pen or mouse; with keys: arrows move, Space puts the pen down and lifts it" });
    const place = event => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top, event.timeStamp / 1000];
    };
    let pointer = null, last = 0;
    canvas.addEventListener("pointerdown", event => {
      if (pointer !== null || event.button) return;
      pointer = event.pointerId;
      canvas.setPointerCapture(pointer);
      dot = null;
      begin(...place(event));
      event.preventDefault();
    });
    canvas.addEventListener("pointermove", event => {
      if (event.pointerId !== pointer) return;
      const events = event.getCoalescedEvents ? event.getCoalescedEvents() : [];
      for (const part of events.length ? events : [event]) extend(...place(part));
      paint();
      if (performance.now() - last > 40) { last = performance.now(); recognise(); }
    });
    for (const kind of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(kind, event => { if (event.pointerId === pointer) { pointer = null; end(); } });
    }
    canvas.addEventListener("keydown", event => {
      const steps = { ArrowLeft: [-10, 0], ArrowRight: [10, 0], ArrowUp: [0, -10], ArrowDown: [0, 10] };
      const now = event.timeStamp / 1000;
      dot = dot || { x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 };
      if (event.key === " ") {
        isDown = !isDown;
        if (isDown) begin(dot.x, dot.y, now); else end();
      } else if (steps[event.key]) {
        dot = { x: dot.x + steps[event.key][0], y: dot.y + steps[event.key][1] };
        if (isDown) extend(dot.x, dot.y, now);
      } else return;
      event.preventDefault();
      paint();
    });
    new ResizeObserver(paint).observe(canvas);
    list = make("div", { className: "answers", "aria-live": "polite" });
    features = make("tbody");
    counts = make("ul", { className: "counts" });
    label = make("input", { type: "text", id: "label", maxLength: 20, size: 4, value: memory.get("label") || "A", autocapitalize: "characters" });
    label.addEventListener("keydown", event => { if (event.key === "Enter") attempt(add); });
    result = make("div", { id: "training", role: "status" });
    section.append(
      make("div", { className: "heading" }, make("h1", { id: "title-draw", textContent: "Draw" }),
        make("p", { className: "lead", textContent: "Nine zones, three numbers each: how long the pen was there, and how far it went right and down. That is all that a recogniser sees." })),
      make("div", { className: "columns two" },
        make("div", {}, canvas,
          make("div", { className: "row" },
            make("button", { type: "button", className: "quiet", textContent: "Clear", onclick: clear }),
            make("label", { for: "label", textContent: "this is" }), label,
            make("button", { type: "button", textContent: "Add", onclick: () => attempt(add) })),
          slider({ label: "a pause ends a letter after", unit: "s", least: 0.2, greatest: 3, step: 0.1, value: pause, change: value => { pause = value; } })),
        make("div", {}, make("h2", { textContent: "Answer" }), list,
          make("details", {}, make("summary", { textContent: "The numbers" }),
            make("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "The numbers per zone" }, make("table", { className: "zones" },
              make("caption", { textContent: "Per zone: share of the time, movement right, movement down" }), features))))),
      make("h2", { textContent: "Your letters" }),
      make("div", { className: "columns two" },
        make("div", {}, counts,
          make("div", { className: "row" },
            make("button", { type: "button", textContent: "Train", onclick: () => attempt(train) }),
            make("button", { type: "button", className: "quiet", textContent: "Take the last back",
              onclick: () => attempt(async () => showCounts(await ask("letters/undo", {}))) }),
            make("button", { type: "button", className: "quiet", textContent: "Forget all", onclick: () => {
              if (confirm("Forget all letters of the training set?")) attempt(async () => showCounts(await ask("letters/clear", {})));
            } })),
          make("p", { className: "small" }, "Out: ", make("a", { href: "letters/training-log.csv", textContent: "training log" }), ", ",
            make("a", { href: "letters/weights.csv", textContent: "weights" }), ", ",
            make("a", { href: "letters/recognizer.json", textContent: "recogniser" })),
          upload("log-in", "Add a training log (CSV)", "letters/log"), upload("weights-in", "Take weights (CSV)", "letters/weights")),
        result));
    clear();
  },
  enter() {
    attempt(async () => { showCounts(await ask("letters")); showProgress(await ask("letters/progress")); });
    requestAnimationFrame(paint);
  },
};
