// Notebooks: the list, and one next to its live report.

import { make, ask, attempt, isOver, say, memory, kinds } from "./common.js";
import { phoneFigures } from "./phonefigures.js";

let list, search, shelf, desk, open = null, openings = 0;

/** The editor that is installed, or a plain field that does the same with less comfort. */
async function loadEditor() {
  if (!notebooks.hasEditor) return null;
  if (window.CodeMirror) return window.CodeMirror;
  const style = href => document.head.append(make("link", { rel: "stylesheet", href: "editor/" + href }));
  const script = src => new Promise((resolve, reject) => {
    document.head.append(make("script", { src: "editor/" + src, onload: resolve, onerror: () => reject(new Error(src)) }));
  });
  style("lib/codemirror.css");
  style("addon/hint/show-hint.css");
  style("addon/dialog/dialog.css");
  await script("lib/codemirror.js");
  for (const name of ["mode/meta.js", "mode/xml/xml.js", "mode/markdown/markdown.js", "mode/swift/swift.js", "mode/yaml/yaml.js",
    "mode/yaml-frontmatter/yaml-frontmatter.js", "addon/edit/matchbrackets.js", "addon/hint/show-hint.js",
    "addon/dialog/dialog.js", "addon/search/searchcursor.js", "addon/search/search.js"]) await script(name);
  return window.CodeMirror;
}

class PlainField {
  constructor(box, text) {
    this.field = make("textarea", { value: text, spellcheck: false, "aria-label": "The notebook's source" });
    box.append(this.field);
  }
  get text() { return this.field.value; }
  set text(value) { this.field.value = value; }
  get line() { return this.field.value.slice(0, this.field.selectionStart).split("\n").length; }
  onchange(call) { this.field.addEventListener("input", call); }
  onscroll(call) { this.field.addEventListener("scroll", call); }
  onkeys(keys) {
    this.field.addEventListener("keydown", event => {
      const name = (event.ctrlKey || event.metaKey ? "Ctrl-" : "") + (event.shiftKey ? "Shift-" : "") + (event.key.length === 1 ? event.key.toUpperCase() : event.key);
      if (keys[name]) { event.preventDefault(); keys[name](); }
    });
  }
  get topLine() { return 1 + Math.floor(this.field.scrollTop / parseFloat(getComputedStyle(this.field).lineHeight)); }
  set topLine(line) { this.field.scrollTop = (line - 1) * parseFloat(getComputedStyle(this.field).lineHeight); }
  go(line) {
    const start = this.field.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.field.focus();
    this.field.setSelectionRange(start, start);
    this.field.scrollTop = (line - 4) * parseFloat(getComputedStyle(this.field).lineHeight);
  }
  mark() { /* the list below says it */ }
}

class RichField {
  constructor(CodeMirror, box, text) {
    this.mirror = CodeMirror(box, {
      value: text, mode: { name: "yaml-frontmatter", base: { name: "markdown", fencedCodeBlockHighlighting: true } },
      lineNumbers: true, lineWrapping: true, matchBrackets: true, gutters: ["marks", "CodeMirror-linenumbers"],
      indentUnit: 2, tabSize: 2, inputStyle: "contenteditable", screenReaderLabel: "The notebook's source",
      // Tab goes on to the next thing on the page; Ctrl-] and Ctrl-[ move code to the right and to the left.
      extraKeys: { Tab: false, "Shift-Tab": false, "Ctrl-]": "indentMore", "Ctrl-[": "indentLess", "Ctrl-Space": "autocomplete" },
      hintOptions: { hint: hints, completeSingle: false },
    });
    this.marks = [];
  }
  get text() { return this.mirror.getValue(); }
  set text(value) {
    const cursor = this.mirror.getCursor(), scroll = this.mirror.getScrollInfo();
    this.mirror.setValue(value);
    this.mirror.setCursor(cursor);
    this.mirror.scrollTo(scroll.left, scroll.top);
  }
  get line() { return this.mirror.getCursor().line + 1; }
  onchange(call) { this.mirror.on("change", call); }
  onscroll(call) { this.mirror.on("scroll", call); }
  onkeys(keys) { this.mirror.setOption("extraKeys", { ...this.mirror.getOption("extraKeys"), ...Object.fromEntries(Object.entries(keys).flatMap(([k, v]) => k.startsWith("Ctrl-") ? [[k, v], [k.replace("Ctrl-", "Cmd-"), v]] : [[k, v]])) }); }
  get topLine() { return this.mirror.lineAtHeight(this.mirror.getScrollInfo().top + 4, "local") + 1; }
  set topLine(line) { this.mirror.scrollTo(null, this.mirror.heightAtLine(line - 1, "local")); }
  go(line) {
    this.mirror.focus();
    this.mirror.setCursor({ line: line - 1, ch: 0 });
    this.mirror.scrollIntoView({ line: line - 1, ch: 0 }, 120);
  }
  mark(problems) {
    this.mirror.clearGutter("marks");
    for (const mark of this.marks) mark.clear();
    this.marks = [];
    for (const problem of problems) {
      const line = problem.line - 1;
      if (line >= this.mirror.lineCount()) continue;
      const flag = make("span", { className: "flag " + problem.severity, title: problem.message, textContent: problem.severity === "error" ? "●" : "▲" });
      flag.setAttribute("role", "img");
      flag.setAttribute("aria-label", `${problem.severity}: ${problem.message}`);
      this.mirror.setGutterMarker(line, "marks", flag);
      const from = problem.column - 1, to = this.mirror.getLine(line).length;
      this.marks.push(this.mirror.markText({ line, ch: Math.min(from, Math.max(to - 1, 0)) }, { line, ch: to }, { className: "squiggle " + problem.severity }));
    }
  }
}

/** What could be at the cursor: in a cell what the compiler's own helper knows, elsewhere names of the notebook. */
async function hints(mirror) {
  const cursor = mirror.getCursor();
  try {
    const answer = open && await ask(`notebooks/${open.id}/complete`, { text: mirror.getValue(), line: cursor.line, column: cursor.ch });
    if (answer && answer.isCode && answer.items.length) {
      return {
        from: { line: cursor.line, ch: answer.start }, to: cursor,
        list: answer.items.map(item => ({ text: item.text, render: element => element.append(
          make("span", { className: "hint-name", textContent: item.text }),
          make("span", { className: "hint-signature", textContent: item.signature })) })),
      };
    }
  } catch { /* the words below help, too */ }
  return words(mirror, cursor);
}

// Names of the notebook itself, and of what a notebook imports.
function words(mirror, cursor) {
  const line = mirror.getLine(cursor.line);
  let start = cursor.ch;
  while (start && /[A-Za-z0-9_]/.test(line[start - 1])) start -= 1;
  const word = line.slice(start, cursor.ch);
  const own = mirror.getValue().match(/[A-Za-z_][A-Za-z0-9_]{2,}/g) || [];
  const found = [...new Set([...own, ...(notebooks.names || [])])].filter(n => n.toLowerCase().startsWith(word.toLowerCase()) && n !== word);
  return { list: found.sort().slice(0, 60), from: { line: cursor.line, ch: start }, to: cursor };
}

async function refresh() {
  const entries = await ask("notebooks");
  search.hidden = entries.length < 8;
  list.replaceChildren(...entries.map(entry => make("li", {},
    make("a", { href: "#notebooks/" + entry.id, textContent: entry.title }),
    make("span", { className: "faint path", textContent: entry.path }),
    make("span", { className: "state", "data-state": entry.hasDraft ? "draft" : entry.state,
      textContent: entry.hasDraft ? "typed, not saved" : entry.isOpen ? "open" : entry.state }),
    make("span", { className: "faint when", textContent: entry.ran ? "run " + ago(entry.ran) : "" }))));
  sift();
  if (!entries.length) list.append(make("li", { className: "faint", textContent: "No notebook lies in this folder yet. Write a new one." }));
}

/** Shows those notebooks of the list whose title or path has all words that are looked for. */
function sift() {
  const words = search.hidden ? [] : search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const item of list.children) {
    const text = item.textContent.toLowerCase();
    item.hidden = !words.every(word => text.includes(word));
  }
}

function ago(seconds) {
  const passed = Date.now() / 1000 - seconds;
  const [value, unit] = passed < 90 ? [passed, "second"] : passed < 5400 ? [passed / 60, "minute"]
    : passed < 129600 ? [passed / 3600, "hour"] : [passed / 86400, "day"];
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.round(value), unit);
}

// The editor ends lines with one character. A file whose lines end with two, as on Windows, is shown so and saved as it was.
function ours(source) {
  const isWindows = (source.text.match(/\r\n/g) || []).length * 2 > (source.text.match(/\n/g) || []).length;
  return { ...source, isWindows, text: source.text.replace(/\r\n?/g, "\n") };
}
const theirs = (text, source) => source.isWindows ? text.replace(/\n/g, "\r\n") : text;

// This browser, and this page of it: each page keeps what is typed in it for itself.
const browserName = memory.get("browser") || Math.random().toString(36).slice(2);
memory.set("browser", browserName);
const tab = browserName + "." + Math.random().toString(36).slice(2);
// Held as long as the page lives.
if (navigator.locks) navigator.locks.request("gimbal-" + tab, () => new Promise(() => {}));
const others = new BroadcastChannel("gimbal-notebooks");

/** What was typed and not saved, here and in other pages. Of this browser's, a page that is gone has left it behind. */
async function leftBehind(source) {
  const held = navigator.locks ? (await navigator.locks.query()).held.map(lock => lock.name) : [];
  const found = new Map(source.drafts.map(d => [d.tab, d]));
  // What was typed when the studio did not answer is in the browser alone.
  for (const [name, draft] of memory.all("draft-" + source.path + "#")) {
    const known = found.get(name);
    if (draft.text !== source.text && !((known?.when ?? 0) > draft.when)) found.set(name, { ...draft, tab: name });
  }
  return [...found.values()].sort((a, b) => (b.when ?? 0) - (a.when ?? 0)).map(draft => ({
    ...draft, isOurs: !draft.tab || draft.tab.startsWith(browserName + "."), isLive: draft.tab !== tab && held.includes("gimbal-" + draft.tab),
  }));
}

/** Takes a notebook off the desk. */
function leaveOpen() {
  if (open) open.leave();
  open = null;
  desk.replaceChildren();
}

/** Puts a notebook on the desk, unless another one is asked for meanwhile. Until it is there, the desk shows no other's report. */
async function openNotebook(id) {
  leaveOpen();
  const opening = ++openings;
  const note = make("span", { className: "faint", role: "status", textContent: "Opening" });
  desk.append(make("div", { className: "desk-bar" }, make("a", { href: "#notebooks", textContent: "All notebooks" }), note));
  try {
    const source = ours(await ask(`notebooks/${id}/text`));
    const left = await leftBehind(source);
    await attempt(() => ask(`notebooks/${id}/open`, {}));
    const CodeMirror = await loadEditor().catch(() => null);
    if (opening === openings) show(id, source, left, CodeMirror);
  } catch (error) {
    note.textContent = "It cannot be opened.";
    throw error;
  }
}

function show(id, source, left, CodeMirror) {
  const box = make("div", { className: "source" });
  const frame = make("iframe", { className: "report", title: "Live report", src: `notebooks/${id}/report/` });
  const problems = make("ul", { className: "problems", "aria-label": "Problems" });
  const values = make("div", { className: "values", tabIndex: 0, role: "group", "aria-label": "Variables" });
  const variables = make("details", { className: "variables" }, make("summary", { textContent: "Variables" }), values);
  const state = make("span", { className: "faint", role: "status" });
  // Where the report is not next to the source, its state is told above it.
  const ran = make("span", { className: "faint only-narrow", role: "status" });
  const conflict = make("div", { className: "conflict", hidden: true });
  const message = CodeMirror ? null : make("p", { className: "small faint",
    textContent: "A plain field: the editor is not installed. On Debian “apt install libjs-codemirror” brings it, with colours and marks." });
  const ownPhone = phoneFigures(() => frame.contentWindow);
  desk.replaceChildren(
    make("div", { className: "desk-bar" }, make("a", { href: "#notebooks", textContent: "All notebooks" }),
      make("h1", { textContent: source.path, tabIndex: -1 }), state, ran, ownPhone.box,
      make("button", { type: "button", className: "quiet only-narrow", textContent: "Source or report", onclick: () => desk.classList.toggle("shows-report") }),
      make("details", { className: "more" }, make("summary", { textContent: "More" }), make("div", { className: "menu" },
        make("button", { type: "button", className: "quiet", textContent: "Write the report", onclick: () => attempt(() => open.write(false)) }),
        make("button", { type: "button", className: "quiet", textContent: "Write the report and a PDF", onclick: () => attempt(() => open.write(true)) }),
        make("button", { type: "button", className: "quiet", textContent: "Rename", onclick: () => attempt(() => open.rename()) }),
        make("button", { type: "button", className: "quiet", textContent: "Delete", onclick: () => attempt(() => open.remove()) }))),
      make("button", { type: "button", className: "quiet", title: "Shift-Enter", textContent: "Run to cursor", onclick: () => attempt(() => open.runToCursor()) }),
      make("button", { type: "button", title: "Ctrl-S", textContent: "Save and run", onclick: () => attempt(() => open.save()) })),
    conflict, ownPhone.hand, make("div", { className: "halves" }, make("div", { className: "half" }, message, box, problems, variables), frame));
  const field = CodeMirror ? new RichField(CodeMirror, box, source.text) : new PlainField(box, source.text);
  const session = {
    id, path: source.path, base: source.hash, saved: source.text, field, frame, cells: [], timer: null, follows: "source",
    get isChanged() { return field.text !== this.saved; },

    typed() {
      // First where it cannot be lost with the connection, then where it cannot be lost with the browser.
      this.remember();
      state.textContent = this.isChanged ? "not saved" : "";
      clearTimeout(this.timer);
      this.patience = 6;
      this.timer = setTimeout(() => this.keep(), 300);
    },

    remember() {
      memory.set(`draft-${this.path}#${tab}`, this.isChanged ? { text: field.text, base: this.base, when: Date.now() / 1000 } : null);
    },

    async keep() {
      try {
        if (this.isChanged) {
          await ask(`notebooks/${id}/draft`, { text: field.text, base: this.base, tab });
          this.isKept = true;
          if (this.adopted !== undefined) { const name = this.adopted; this.adopted = undefined; await this.forget(name); }
        } else if (this.isKept) await this.forget(tab);
        if (this.wasGone) { this.wasGone = false; say("The studio is back."); }
      } catch (error) {
        if (!error.isGone) { say(error.message, true); return; }
        this.wasGone = true;
        // A studio that was started again takes nothing from this page any more.
        if (error.isOver) return;
        say(error.message + " What you type is kept in this browser and is there again when the studio is."
          + (this.patience > 0 ? "" : " Load this page again then."), true);
        // It is asked again after 1.5, 3, 6 … 48 s, and then when something is typed.
        if (this.patience > 0) this.timer = setTimeout(() => this.keep(), 1500 * 2 ** (6 - this.patience--));
      }
    },

    async forget(name) {
      if (name === tab) this.isKept = false;
      memory.set(`draft-${this.path}#${name}`, null);
      await ask(`notebooks/${id}/forget`, { tab: name }).catch(error => { if (error.status !== 404) throw error; });
    },

    async save(force = null) {
      const text = field.text;
      try {
        const { hash } = await ask(`notebooks/${id}/text`, { text: theirs(text, source), base: force ?? this.base, tab });
        this.base = hash;
        this.saved = text;
        this.isKept = false;
        conflict.hidden = true;
        // What was typed meanwhile is kept again.
        this.typed();
        if (!this.isChanged) state.textContent = "saved";
        others.postMessage(this.path);
        if (this.isAsleep) {
          await ask(`notebooks/${id}/open`, {});
          frame.contentWindow.location.reload();
        }
      } catch (error) {
        if (error.status !== 409 || typeof error.value.hash !== "string") throw error;
        this.showConflict(ours(error.value));
      }
    },

    // Both versions, side by side; nothing is decided without the person.
    showConflict(other) {
      conflict.hidden = false;
      const take = () => {
        field.text = other.text;
        [this.saved, this.base] = [other.text, other.hash];
        conflict.hidden = true;
        this.typed();
      };
      conflict.replaceChildren(
        make("p", { className: "problem", role: "alert", textContent: other.hash
          ? "The file has changed on the disk since it was opened here. Nothing was overwritten."
          : "The file is no longer on the disk. This text is kept until you decide." }),
        make("div", { className: "versions", hidden: !other.hash },
          make("div", {}, make("h3", { textContent: "On the disk" }), make("pre", { tabIndex: 0, textContent: difference(field.text, other.text) })),
          make("div", {}, make("h3", { textContent: "Here" }), make("pre", { tabIndex: 0, textContent: difference(other.text, field.text) }))),
        make("div", { className: "row" },
          make("button", { type: "button", textContent: other.hash ? "Save mine over it" : "Write it again", onclick: () => attempt(() => this.save(other.hash)) }),
          other.hash ? make("button", { type: "button", className: "quiet", textContent: "Take the disk's", onclick: take }) : null,
          make("button", { type: "button", className: "quiet", textContent: "Go on writing", onclick: () => { conflict.hidden = true; } })));
    },

    // Texts of other pages that nobody has saved: nothing is decided without the person.
    showLeft(drafts) {
      conflict.hidden = !drafts.length;
      const row = draft => make("div", { className: "versions" }, make("div", {},
        make("h3", { textContent: (draft.isLive ? "In another tab" : draft.isOurs ? "Typed earlier" : "In another browser")
          + (draft.when ? ", " + ago(draft.when) : "") }),
        make("pre", { tabIndex: 0, textContent: difference(field.text, draft.text) }),
        make("div", { className: "row" },
          make("button", { type: "button", className: "quiet", textContent: "Take it here", onclick: () => { this.adopt(draft); this.showLeft(drafts.filter(d => d !== draft)); } }),
          draft.isLive ? null : make("button", { type: "button", className: "quiet", textContent: "Forget it",
            onclick: () => attempt(async () => { await this.forget(draft.tab); this.showLeft(drafts.filter(d => d !== draft)); }) }))));
      conflict.replaceChildren(
        make("p", { className: "problem", role: "alert", textContent: "Text of this notebook was typed elsewhere and not saved. It is kept until somebody saves or forgets it." }),
        ...drafts.map(row),
        make("div", { className: "row" }, make("button", { type: "button", className: "quiet", textContent: "Go on writing", onclick: () => { conflict.hidden = true; } })));
    },

    // The text of another page becomes this one's. Kept under this page's name before the other's goes.
    adopt(draft) {
      field.text = draft.text;
      this.base = draft.base;
      this.typed();
      if (!draft.isLive && draft.tab !== tab) this.adopted = draft.tab;
    },

    // Writes what “gimbal run” writes, and says where.
    async write(pdf) {
      if (this.isChanged) await this.save();
      await ask(`notebooks/${id}/write`, { pdf });
      state.textContent = "writing the report";
      for (let written = { isRunning: true }; written.isRunning;) {
        await new Promise(resolve => setTimeout(resolve, 400));
        written = await ask(`notebooks/${id}/written`);
        if (!written.isRunning) say(written.words, written.isProblem);
      }
      state.textContent = "";
    },

    async rename() {
      const name = prompt("The new name: letters, digits, “-” and “_”", this.path.replace(/^.*\//, "").replace(/\.md$/, ""));
      if (!name) return;
      if (this.isChanged) await this.save();
      location.hash = "notebooks/" + (await ask(`notebooks/${id}/rename`, { name })).id;
    },

    async remove() {
      if (!confirm(`Delete ${this.path} from the disk? Its results in plots stay.`)) return;
      if (this.isChanged) { field.text = this.saved; await this.keep(); }
      await ask(`notebooks/${id}/delete`, { hash: this.base });
      location.hash = "notebooks";
    },

    async runToCursor() {
      await this.save();
      await ask(`notebooks/${id}/upto`, { line: field.line });
    },

    async look() {
      ownPhone.look();
      const places = await ask(`notebooks/${id}/places`);
      this.cells = places.cells;
      field.mark(places.problems);
      problems.replaceChildren(...places.problems.slice(0, 20).map(p => make("li", { className: p.severity },
        make("button", { type: "button", className: "link", textContent: `line ${p.line}`, onclick: () => field.go(p.line) }),
        " " + p.message)));
      // The file may have been written by someone else, as by the report's own “write”.
      const present = ours(await ask(`notebooks/${id}/text`));
      if (present.hash === this.base) return;
      if (this.isChanged) this.showConflict(present);
      else { [this.saved, this.base] = [present.text, present.hash]; field.text = present.text; state.textContent = "changed on the disk"; }
    },

    // What the cells have left: asked for while somebody looks.
    async showVariables() {
      if (!variables.open) return;
      try {
        const list = await ask(`notebooks/${id}/variables`, {});
        const head = make("tr", {}, ...["name", "type", "value"].map(name => make("th", { scope: "col", textContent: name })));
        values.replaceChildren(list.length
          ? make("table", {}, make("thead", {}, head), make("tbody", {}, ...list.map(item => make("tr", {},
            make("th", { scope: "row", textContent: item.name }), make("td", { textContent: item.type }), make("td", { textContent: item.value })))))
          : make("p", { className: "faint", textContent: "No cell has defined a variable." }));
      } catch (error) { values.replaceChildren(make("p", { className: "faint", textContent: error.message })); }
    },

    // The report shows the cell that is at the top of the source, and the other way round.
    followSource() {
      if (this.leader === "report") return;
      this.lead("source");
      const page = frame.contentDocument;
      if (!page) return;
      const top = field.topLine + 3;
      // Not every cell shows in the report: the last one above that does is where it goes.
      const section = this.cells.filter(c => c.first <= top).reverse()
        .map(c => page.querySelector(`section.cell[id="${CSS.escape(c.anchor)}"]`)).find(Boolean);
      const place = section ? section.getBoundingClientRect().top + frame.contentWindow.scrollY - 60 - this.head : 0;
      frame.contentWindow.scrollTo({ top: place });
    },

    followReport() {
      if (this.leader === "source") return;
      const page = frame.contentDocument;
      const sections = page ? [...page.querySelectorAll("section.cell[id]")] : [];
      const section = sections.reverse().find(s => s.getBoundingClientRect().top < 90 + this.head);
      const cell = section && this.cells.find(c => c.anchor === section.id);
      this.lead("report");
      field.topLine = cell ? Math.max(1, cell.first - 2) : 1;
    },

    // The height of what stays in sight at the top of the report.
    get head() { return parseFloat(frame.contentDocument?.documentElement.style.getPropertyValue("--controls")) || 0; },

    // The half that a person scrolls leads for a moment; what that moves in the other one leads nobody.
    lead(half) {
      this.leader = half;
      clearTimeout(this.leading);
      this.leading = setTimeout(() => { this.leader = null; }, 250);
    },
  };
  open = session;
  const heard = event => {
    if (event.origin !== location.origin || event.source !== frame.contentWindow) return;
    if (event.data.gimbal === "link") { attempt(() => follow(event.data.address, session)); return; }
    if (event.data.gimbal === "run") {
      session.isAsleep = event.data.state === "asleep";
      const words = { running: "running", done: "up to date", failed: "a cell failed", stopped: "stopped", asleep: "asleep", gone: "ended" };
      ran.textContent = words[event.data.state] ?? "";
    }
    if (session.isAsleep) return;
    // Whether the studio is gone, or another one has its place, is said at once.
    if (event.data.gimbal === "run" && event.data.state === "gone") { attempt(() => ask("phone")); return; }
    if (event.data.gimbal === "written" || (event.data.gimbal === "run" && event.data.state !== "running")) session.look().catch(() => {});
    if (event.data.gimbal === "run" && event.data.state !== "running") session.showVariables();
  };
  // What is typed here is in this browser, for the new studio.
  const warn = event => { if (session.isChanged && !isOver()) event.preventDefault(); };
  const elsewhere = event => { if (event.data === session.path) session.look().catch(() => {}); };
  addEventListener("message", heard);
  addEventListener("beforeunload", warn);
  others.addEventListener("message", elsewhere);
  session.leave = () => {
    removeEventListener("message", heard);
    removeEventListener("beforeunload", warn);
    others.removeEventListener("message", elsewhere);
    clearTimeout(session.timer);
    ownPhone.leave();
    if (session.isChanged) session.keep();
  };
  // A page of this browser that is gone has left its text to the next one.
  const heir = left.find(draft => draft.isOurs && !draft.isLive);
  if (heir) {
    session.adopt(heir);
    say(!source.hash ? "The file was deleted; what you typed and did not save is here again."
      : heir.base === source.hash ? "What you typed before and did not save is here again."
      : "What you typed before is here again; the file has changed meanwhile, and saving will show both.");
  }
  const rest = left.filter(draft => draft !== heir);
  if (rest.length) session.showLeft(rest);
  variables.ontoggle = () => session.showVariables();
  field.onchange(() => session.typed());
  field.onscroll(() => requestAnimationFrame(() => session.followSource()));
  frame.addEventListener("load", () => {
    frame.contentWindow.addEventListener("scroll", () => requestAnimationFrame(() => session.followReport()), { passive: true });
    attempt(() => session.look());
  });
  field.onkeys({ "Ctrl-S": () => attempt(() => session.save()), "Shift-Enter": () => attempt(() => session.runToCursor()) });
}

/** Opens a notebook that another one's prose names: here where it is one of the list, else the file next to this page. */
async function follow(address, session) {
  const root = "http://studio/root/", base = root + session.path.split("/").map(encodeURIComponent).join("/");
  const url = new URL(address, base);
  const path = url.href.startsWith(root) ? decodeURIComponent(url.pathname.slice("/root/".length)) : null;
  const entry = (await ask("notebooks")).find(each => each.path === path);
  if (entry) location.hash = "notebooks/" + entry.id;
  else window.open(new URL(address, session.frame.contentWindow.location.href), "_blank", "noopener");
}

/** The lines of `to` that `from` has not, with their numbers; enough to see what differs. */
function difference(from, to) {
  const known = new Map();
  for (const line of from.split("\n")) known.set(line, (known.get(line) || 0) + 1);
  const lines = to.split("\n").map((line, i) => {
    const left = known.get(line) || 0;
    if (left) { known.set(line, left - 1); return null; }
    return `${String(i + 1).padStart(4)}  ${line}`;
  }).filter(line => line !== null);
  return lines.join("\n") || "(no line that the other has not)";
}

let dialog = null;

/** Asks for the new notebook's name, and for the recording and the schemes that it is to compare. */
async function create() {
  const { named } = await ask("recordings");
  const name = make("input", { type: "text", id: "new-name", value: "experiment", required: true, pattern: "[A-Za-z0-9_\\-]{1,60}", autocomplete: "off" });
  const recording = make("select", { id: "new-recording" }, make("option", { value: "", textContent: "none: a simulated phone, to start from" }),
    ...named.map(entry => make("option", { value: entry.file, textContent: entry.file })));
  const usual = new Set(["none", "exponential", "rest"]);
  const choice = make("fieldset", { id: "new-schemes", disabled: true }, make("legend", { textContent: "Schemes to compare on it" }),
    ...Object.entries(kinds).map(([kind, words]) => make("div", {},
      make("input", { type: "checkbox", id: "new-" + kind, value: kind, checked: usual.has(kind) }), make("label", { for: "new-" + kind, textContent: words }))));
  recording.onchange = () => { choice.disabled = !recording.value; };
  const problem = make("p", { className: "problem", role: "alert" });
  const form = make("form", { method: "dialog" },
    make("h2", { id: "new-title", textContent: "New notebook" }),
    make("p", {}, make("label", { for: "new-name", textContent: "Name: letters, digits, “-” and “_”" }), name),
    make("p", {}, make("label", { for: "new-recording", textContent: "Recording" }), recording),
    choice, problem,
    make("div", { className: "row" },
      make("button", { type: "button", className: "quiet", textContent: "Cancel", onclick: () => dialog.close() }),
      make("button", { type: "submit", textContent: "Write it" })));
  form.onsubmit = async event => {
    event.preventDefault();
    const schemes = [...choice.querySelectorAll("input:checked")].map(tick => ({ kind: tick.value, values: {} }));
    if (recording.value && !schemes.length) { problem.textContent = "Tick one scheme at least."; return; }
    try {
      const { id } = await ask("notebooks", recording.value ? { name: name.value, recording: recording.value, schemes } : { name: name.value });
      dialog.close();
      location.hash = "notebooks/" + id;
    } catch (error) { problem.textContent = error.message; }
  };
  dialog.replaceChildren(form);
  dialog.showModal();
  name.select();
}

/** Gives the keyboard a place, where what had it has gone with what was shown before. */
function focusLost(place) {
  const focused = document.activeElement;
  if (place && (!focused || focused === document.body || focused.closest("[hidden], dialog:not([open])"))) place.focus();
}

export const notebooks = {
  hasEditor: false,
  names: ("Trace Comparison Integrator Figure FigureAxis Table NumberFormat Quaternion Vector3 RollPitchYaw AxisAngle RotationMatrix "
    + "RestDetector Scheme exponential nonlinearStep restRecognition highPass trajectoryFigure driftFigure velocityFigure "
    + "accelerationFigure attitudeFigure userAcceleration rotationRate timestamps attitude gravity medianStep duration schemes params "
    + "StrokeRecognizer ZoneFeatures Perceptron KernelMachine ConfusionMatrix Stroke AirGesture").split(" "),
  build(section) {
    list = make("ul", { className: "plain notebook-list" });
    search = make("input", { type: "search", placeholder: "Search", "aria-label": "Search the notebooks", oninput: sift });
    shelf = make("div", {},
      make("div", { className: "heading" }, make("h1", { id: "title-notebooks", textContent: "Notebooks" }),
        make("p", { className: "lead", textContent: "Markdown with cells of Swift. Open one: what you save runs, and the report beside it follows." }),
        make("button", { type: "button", textContent: "New notebook", onclick: () => attempt(create) })),
      search, list);
    desk = make("div", { className: "desk", hidden: true });
    dialog = make("dialog", { className: "new-notebook", "aria-labelledby": "new-title" });
    section.append(shelf, desk, dialog);
  },
  enter(id) {
    const former = open && open.id;
    // What was said of one notebook is not said of the next.
    if ((former ?? "") !== (id || "")) say("");
    shelf.hidden = Boolean(id);
    desk.hidden = !id;
    document.body.classList.toggle("editing", Boolean(id));
    if (!id) {
      openings += 1;
      leaveOpen();
      attempt(async () => { await refresh(); focusLost(list.querySelector(`a[href="#notebooks/${former}"]`)); });
    } else if (!open || open.id !== id) attempt(async () => { await openNotebook(id); focusLost(desk.querySelector("h1")); });
  },
  leave() { document.body.classList.remove("editing"); },
};
