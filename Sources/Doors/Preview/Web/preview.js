"use strict";
const main = document.querySelector("main");
const bar = document.getElementById("preview-bar");
const status = document.getElementById("preview-status");
const clock = document.getElementById("preview-clock");
const stop = document.getElementById("preview-stop");
const again = document.getElementById("preview-run");
const problem = document.getElementById("preview-problem");
const cells = new Map();    // anchor → {state, seconds, since}
const sources = new WeakMap();  // element → the HTML it was made from
let run = "running";

// A heading may be called as a cell is.
function sectionOf(anchor) { return main.querySelector(`section.cell[id="${anchor}"]`); }

function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const elements = [...template.content.children];
  for (const element of elements) sources.set(element, element.outerHTML);
  for (const link of template.content.querySelectorAll("a")) lead(link);
  return elements;
}

// What a link of the prose names is opened next to this page, which goes on following its notebook.
function lead(link) {
  const address = addressOf(link);
  if (address === null || address.startsWith("#")) return;
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener");
}
function addressOf(link) { return link.getAttribute("href") ?? link.getAttribute("xlink:href"); }

// In the studio, a notebook is opened there.
main.addEventListener("click", event => {
  const link = event.target.closest?.("a");
  const address = link && addressOf(link);
  if (!address || !/^[^:]+[.]md([?#].*)?$/i.test(address)) return;
  if (window.parent === window || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  tell({ gimbal: "link", address });
});

// Changes the page so that what the reader looks at stays where it is.
function keepingPlace(change) {
  // The controls stay in sight, whatever is below them.
  const edge = controls.isConnected ? Math.max(controls.getBoundingClientRect().bottom, 0) : 0;
  const block = [...main.querySelectorAll(":scope > *:not(.controls)")].find(b => b.getBoundingClientRect().bottom > edge);
  const top = block ? block.getBoundingClientRect().top : 0;
  const successors = change();
  // What is put above cells takes room, too.
  decorate();
  const now = block && (block.isConnected ? block : successors.get(block));
  if (now && window.scrollY > 0) window.scrollBy(0, now.getBoundingClientRect().top - top);
}

// A new section takes over which parts the reader has folded.
function takeOver(from, to) {
  const folded = [...from.querySelectorAll("details")].map(d => d.open);
  [...to.querySelectorAll("details")].forEach((d, i) => { if (i < folded.length) d.open = folded[i]; });
}

function showPage(event) {
  document.title = event.title;
  const fresh = parse(event.html);
  cells.clear();
  event.cells.forEach(note);
  keepingPlace(() => {
    const successors = new Map();
    const known = new Map();
    for (const old of main.children) {
      const source = sources.get(old);
      if (!known.has(source)) known.set(source, []);
      known.get(source).push(old);
    }
    const nodes = fresh.map(element => {
      const same = known.get(sources.get(element));
      if (same && same.length) return same.shift();
      const old = element.id && element.matches("section.cell") ? sectionOf(element.id) : null;
      if (old) { takeOver(old, element); successors.set(old, element); }
      return element;
    });
    // The controls are behind the header and are never moved: one of them may be under a finger.
    const head = nodes.findIndex(node => node.matches("header"));
    if (controls.parentElement === main && head >= 0) {
      const old = controls.previousElementSibling;
      if (old !== nodes[head]) old.replaceWith(nodes[head]);
      nodes.splice(head + 1, 0, controls);
    }
    let place = main.firstElementChild;
    for (const node of nodes) {
      if (node === place) place = place.nextElementSibling;
      else main.insertBefore(node, place);
    }
    while (place) { const next = place.nextElementSibling; place.remove(); place = next; }
    return successors;
  });
  showControls(event.parameters || []);
}

// The parameters at the head of the report, as things to move. A control that is being moved is left alone.
const controls = document.createElement("div");
controls.className = "controls";
controls.setAttribute("role", "group");
controls.setAttribute("aria-label", "Parameters");
const parts = new Map();     // name → {row, key, put, reset}
const wanted = new Map();    // name → the value to send next
let isSending = false;

async function pass() {
  if (isSending) return;
  isSending = true;
  while (wanted.size) {
    const [name, value] = wanted.entries().next().value;
    wanted.delete(name);
    const reply = await fetch("parameter", { method: "POST", body: JSON.stringify({ name, value }) }).catch(() => null);
    const part = parts.get(name);
    if (part) part.problem.textContent = !reply ? "The preview has ended." : reply.ok ? "" : await reply.text();
  }
  isSending = false;
}

function change(name, value) { wanted.set(name, value); pass(); }

function make(kind, properties) { return Object.assign(document.createElement(kind), properties); }

/** How many decimals a number has. */
function decimals(number) {
  const [digits, exponent] = String(number).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(exponent ?? 0));
}

function build(parameter) {
  const row = make("div", { className: "control" });
  const id = "control-" + parameter.name;
  row.append(make("label", { htmlFor: id, textContent: parameter.name }));
  const problem = make("p", { className: "control-problem" });
  problem.setAttribute("role", "status");
  let put;
  if (parameter.kind === "number") {
    const limits = { min: parameter.least, max: parameter.greatest, step: parameter.step };
    const range = make("input", { type: "range", id, ...limits });
    const box = make("input", { type: "number", step: "any" });
    box.setAttribute("aria-label", parameter.name + ", as a number");
    // As many decimals as the values have that the steps lead to: 2.75 by quarters, not 2.8.
    const digits = Math.min(Math.max(...[parameter.step, parameter.least].map(decimals)), 12);
    put = value => { range.value = value; box.value = value; };
    range.oninput = () => {
      const value = Number(range.value).toFixed(digits);
      box.value = value;
      change(parameter.name, value);
    };
    box.onchange = () => { if (box.value !== "") { range.value = box.value; change(parameter.name, box.value); } };
    row.append(range, box);
  } else if (parameter.kind === "boolean") {
    const tick = make("input", { type: "checkbox", id, className: "wide" });
    put = value => { tick.checked = value === "true"; };
    tick.onchange = () => change(parameter.name, String(tick.checked));
    row.append(tick);
  } else if (parameter.kind === "choice") {
    const select = make("select", { id, className: "wide" });
    for (const choice of parameter.choices) select.append(make("option", { value: choice, textContent: choice }));
    put = value => { select.value = value; };
    select.onchange = () => change(parameter.name, select.value);
    row.append(select);
  } else {
    const text = make("input", { type: "text", id, className: "wide" });
    put = value => { text.value = value; };
    text.onchange = () => change(parameter.name, text.value);
    row.append(text);
  }
  const keep = make("button", { type: "button", textContent: "write", title: "Write this value into the notebook" });
  keep.setAttribute("aria-label", "Write " + parameter.name + " into the notebook");
  const part = { row, put, problem, keep };
  keep.onclick = async () => {
    const body = JSON.stringify({ name: parameter.name, value: part.value });
    const reply = await fetch("write", { method: "POST", body }).catch(() => null);
    problem.textContent = !reply ? "The preview has ended." : reply.ok ? "" : await reply.text();
    tell({ gimbal: "written" });
  };
  row.append(keep, problem);
  // What is being typed stays, whatever ends meanwhile.
  row.addEventListener("input", () => { part.isEdited = true; });
  for (const end of ["change", "focusout"]) row.addEventListener(end, () => { part.isEdited = false; });
  return part;
}

function showControls(parameters) {
  const names = new Set(parameters.map(p => p.name));
  for (const [name, part] of parts) if (!names.has(name)) { part.row.remove(); parts.delete(name); }
  for (const parameter of parameters) {
    const key = JSON.stringify([parameter.kind, parameter.choices, parameter.declared, parameter.kind === "number"]);
    let part = parts.get(parameter.name);
    if (!part || part.key !== key) {
      const fresh = build(parameter);
      if (part) part.row.replaceWith(fresh.row); else controls.append(fresh.row);
      part = fresh;
      part.key = key;
      parts.set(parameter.name, part);
    }
    part.value = parameter.value;
    part.keep.hidden = parameter.value === parameter.declared;
    if (wanted.has(parameter.name) || isSending || part.isEdited) continue;
    part.put(parameter.value);
    // A message about a value that is no longer there says nothing.
    part.problem.textContent = "";
  }
  const header = main.querySelector(":scope > header");
  main.classList.toggle("has-controls", header !== null && parameters.length > 0);
  if (header && parameters.length) { if (controls.parentElement !== main) header.after(controls); } else controls.remove();
  const isSticky = controls.isConnected && getComputedStyle(controls).position === "sticky";
  document.documentElement.style.setProperty("--controls", isSticky ? controls.offsetHeight + "px" : "0px");
}

// To the studio, when the page is in it.
function tell(message) { if (window.parent !== window) window.parent.postMessage(message, location.origin); }

function showCell(event) {
  const cell = event.cells[0];
  note(cell);
  const old = sectionOf(cell.anchor);
  if (old && cell.state === "running") old.printed = "";
  if (old && event.html) {
    const element = parse(event.html)[0];
    if (sources.get(old) !== sources.get(element)) {
      takeOver(old, element);
      keepingPlace(() => { old.replaceWith(element); return new Map([[old, element]]); });
    } else {
      old.classList.remove("fresh");
      old.querySelectorAll(":scope > .live").forEach(e => e.remove());
    }
  }
  decorate();
}

function note(cell) {
  cells.set(cell.anchor, { state: cell.state, seconds: cell.seconds, since: performance.now() });
}

function showOutput(event) {
  const section = sectionOf(event.anchor);
  if (!section) return;
  // Marks are where figures and tables will be.
  section.printed = (section.printed || "") + event.text;
  const text = section.printed.replace(/\u0001\u0002gimbal \d+\u0002\u0001/g, "");
  if (!text) return;
  keepingPlace(() => {
    let live = section.querySelector(":scope > .live");
    if (!live) {
      live = document.createElement("pre");
      live.className = "output live";
      live.tabIndex = 0;
      const code = section.querySelector(":scope > .code");
      if (code) code.after(live); else section.append(live);
      section.classList.add("fresh");
    }
    live.textContent = text;
    return new Map();
  });
}

function seconds(value) { return value.toFixed(value < 10 ? 2 : 1) + " s"; }

function words(cell) {
  switch (cell.state) {
  case "running": return "running " + seconds(cell.seconds + (performance.now() - cell.since) / 1000);
  case "done": return "ran in " + seconds(cell.seconds);
  case "failed": return cell.seconds > 0 ? "failed after " + seconds(cell.seconds) : "failed";
  default: return cell.state;
  }
}

function decorate() {
  let number = 0, current = 0;
  for (const [anchor, cell] of cells) {
    number += 1;
    if (cell.state === "running" || cell.state === "compiling") current = number;
    const section = sectionOf(anchor);
    if (!section) continue;
    section.dataset.state = cell.state;
    let label = section.querySelector(":scope > .preview-state");
    if (!label) {
      label = document.createElement("p");
      label.className = "preview-state";
      section.prepend(label);
    }
    const text = words(cell);
    if (label.textContent !== text) label.textContent = text;
  }
  const failed = [...cells.values()].filter(c => c.state === "failed").length;
  const texts = {
    running: current ? `Cell ${current} of ${number}` : "Running",
    done: "Up to date",
    failed: failed || problem.hidden ? (failed === 1 ? "A cell failed" : failed ? failed + " cells failed" : "Failed")
      : "Needs attention",
    stopped: "Stopped",
    gone: "The preview has ended",
    asleep: "Asleep",
  };
  const culprit = run === "failed" && failed ? [...cells].find(([, cell]) => cell.state === "failed")[0] : null;
  if (status.textContent !== texts[run] || status.dataset.cell !== (culprit ?? "")) {
    status.dataset.cell = culprit ?? "";
    // To the cell that failed, or the first of them.
    status.replaceChildren(culprit
      ? make("a", { href: "#" + encodeURIComponent(culprit), textContent: texts[run] }) : texts[run]);
  }
  const active = [...cells.values()].find(c => c.state === "running" || c.state === "compiling");
  clock.textContent = run === "running" && active ? words(active) : "";
  bar.dataset.state = run;
  stop.hidden = run !== "running";
  again.hidden = run !== "asleep" && (run !== "stopped" && run !== "failed" || (!problem.hidden && !failed));
  again.textContent = run === "asleep" ? "Wake up" : "Run again";
}

function showRun(event) {
  run = event.state;
  problem.hidden = !event.text;
  problem.textContent = event.text || "";
  decorate();
  tell({ gimbal: "run", state: run });
  if (run === "asleep") leave();
}

// Opening a page runs nothing; the reader starts the run.
async function wake() {
  const reply = await fetch("../open", { method: "POST" }).catch(() => null);
  if (reply && reply.ok) return location.reload();
  problem.textContent = reply ? await reply.text() : "The studio does not answer.";
  problem.hidden = false;
}

const show = { page: showPage, cell: showCell, output: showOutput, run: showRun };
const leave = liveStream("events", {
  message: message => { const event = JSON.parse(message.data); show[event.kind](event); },
  gone: () => {
    if (run === "gone") return;
    run = "gone";
    decorate();
    tell({ gimbal: "run", state: run });
  },
});
stop.onclick = () => fetch("stop", { method: "POST" });
again.onclick = () => run === "asleep" ? wake() : fetch("run", { method: "POST" });
setInterval(() => { if (run === "running") decorate(); }, 100);
