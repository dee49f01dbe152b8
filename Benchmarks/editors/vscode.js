// The packed extension for VS Code next to a stand-in for its interface, with the real server and with one that misbehaves.
//
// node vscode.js GIMBAL VSIX FOLDER (made by scenario.py) SETTINGS-JSON
"use strict";

const assert = require("node:assert");
const { execFileSync, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const standIn = require("./vscode_stand_in");

const [gimbal, vsix, folder] = process.argv.slice(2).map((word) => path.resolve(word));
const edits = Number(process.env.EDITS ?? 200);
let failures = 0;
const check = (name, holds, detail = "") => {
  console.log(`${holds ? "ok    " : "FAILS "}VS Code: ${name}${detail ? `: ${detail}` : ""}`);
  if (!holds) failures += 1;
};
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (what, ms = 30000) => {
  for (const end = Date.now() + ms; Date.now() < end; await pause(2)) if (what()) return true;
  return false;
};
const report = (name, times) => {
  times.sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)];
  console.log(`      VS Code: ${name}: median ${median.toFixed(0)} ms, worst ${times.at(-1).toFixed(0)} ms of ${times.length}`);
  return median;
};

// What the file installs.
const place = fs.mkdtempSync(path.join(os.tmpdir(), "gimbal-vsix-"));
execFileSync("unzip", ["-q", vsix, "-d", place]);
const extensionFolder = path.join(place, "extension");
const described = JSON.parse(fs.readFileSync(path.join(extensionFolder, "package.json"), "utf8"));
const manifest = fs.readFileSync(path.join(place, "extension.vsixmanifest"), "utf8");
check("the file's two descriptions agree",
  manifest.includes(`Id="${described.name}"`) && manifest.includes(`Version="${described.version}"`) && manifest.includes(`Publisher="${described.publisher}"`)
    && manifest.includes(`Value="${described.engines.vscode}"`) && described.version !== "0.0.0", described.version);
const types = fs.readFileSync(path.join(place, "[Content_Types].xml"), "utf8");
const endings = new Set(fs.readdirSync(extensionFolder).map((name) => path.extname(name)));
check("every kind of file in it has its type", [...endings].every((ending) => types.includes(`Extension="${ending}"`)), [...endings].join(" "));

let current;
const resolve = Module._resolveFilename;
Module._resolveFilename = (name, ...more) => (name === "vscode" ? "vscode" : resolve(name, ...more));
const load = (stand) => {
  current = stand;
  for (const name of Object.keys(require.cache)) if (name.startsWith(extensionFolder) || name === "vscode") delete require.cache[name];
  require.cache.vscode = { id: "vscode", filename: "vscode", loaded: true, exports: stand.vscode };
  return require(path.join(extensionFolder, described.main));
};
const start = async (program, more = {}) => {
  const defaults = Object.fromEntries(Object.entries(described.contributes.configuration.properties).map(([name, p]) => [name, p.default]));
  const stand = standIn({ ...defaults, "gimbal.path": program, ...more });
  stand.vscode.workspace.workspaceFolders = [{ uri: stand.vscode.Uri.file(folder), name: "trial" }];
  const extension = load(stand);
  const context = { subscriptions: [] };
  const { client } = await extension.activate(context);
  return { stand, client, end: async () => (context.subscriptions.forEach((s) => s.dispose()), extension.deactivate()) };
};
const token = () => {
  const listeners = [];
  return { cancel: () => listeners.forEach((l) => l()), token: { onCancellationRequested: (l) => (listeners.push(l), { dispose() {} }) } };
};
const free = { onCancellationRequested: () => ({ dispose() {} }) };
const read = (name) => fs.readFileSync(path.join(folder, name), "utf8");

async function messages() {
  const { stand, client, end } = await start(gimbal);
  const { vscode } = stand;
  for (const { command } of described.contributes.commands) check(`the command ${command} is there`, stand.commands.has(command));
  const bytes = (document, { line, character }) => Buffer.byteLength(document.text.split("\n")[line].slice(0, character));
  let trial;
  for (const name of ["broken.md", "trial.md"]) {
    trial = stand.open(path.join(folder, name), read(name));
    const shown = () => stand.shown(trial).filter((d) => d.severity < 3)
      .map((d) => [d.range.start.line, bytes(trial, d.range.start), d.severity + 1, d.message.split("\n")[0]])
      .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const expected = JSON.parse(read("expected.json"))[name];
    const same = () => JSON.stringify(shown()) === JSON.stringify(expected);
    await until(same);
    check(`the messages of gimbal run on ${name}, place by place`, same(), same() ? `${expected.length} messages` : JSON.stringify([shown(), expected]));
  }

  const at = (text, more = 0) => trial.position(trial.text.indexOf(text) + more);
  const completion = await stand.ask("CompletionItem", "provideCompletionItems", trial, at("trace.timestamps", 6), free, { triggerKind: 0 });
  const labels = completion.items.map((item) => item.label.label ?? item.label);
  check("completion after “trace.”", labels.some((l) => l.startsWith("timestamps")) && labels.some((l) => l.startsWith("attitude")), `${labels.length} names`);
  const hover = await stand.ask("Hover", "provideHover", trial, at("trace.timestamps", 1), free);
  check("hover on “trace”", hover?.contents.some((c) => c.value.includes("Trace")));
  const signature = await stand.ask("SignatureHelp", "provideSignatureHelp", trial, at("square.trace(", 13), free);
  check("signature help in “square.trace(”", signature?.signatures.some((s) => s.label.includes("trace")), JSON.stringify(signature));
  const definition = await stand.ask("Definition", "provideDefinition", trial, at("print(samples", 7), free);
  check("definition across cells", definition?.[0]?.range.start.line === at("let samples").line);
  const references = await stand.ask("Reference", "provideReferences", trial, at("let samples", 5), { includeDeclaration: true }, free);
  check("references", references?.length === 4, String(references?.length));
  check("highlights", (await stand.ask("DocumentHighlight", "provideDocumentHighlights", trial, at("let samples", 5), free))?.length >= 1);
  const symbols = await stand.ask("DocumentSymbol", "provideDocumentSymbols", trial, free);
  const flat = (list) => list.flatMap((s) => [s.name, ...flat(s.children ?? [])]);
  check("outline", flat(symbols ?? []).includes("Head") && flat(symbols ?? []).includes("The end"), flat(symbols ?? []).join(", "));
  check("folding", (await stand.ask("FoldingRange", "provideFoldingRanges", trial, {}, free))?.length >= 4);
  const lenses = await stand.ask("CodeLens", "provideCodeLenses", trial, free);
  check("every code lens has a command that is there", lenses?.length >= 4 && lenses.every((l) => stand.commands.has(l.command.command)));
  const tokens = await stand.ask("DocumentSemanticTokens", "provideDocumentSemanticTokens", trial, free);
  check("semantic tokens", tokens?.data instanceof Uint32Array && tokens.data.length >= 25 && tokens.data.length % 5 === 0, `${tokens?.data.length / 5}`);
  const range = new vscode.Range(at("let twice"), at("print(twcie"));
  check("formatting", Array.isArray(await stand.ask("DocumentFormattingEdit", "provideDocumentFormattingEdits", trial, { tabSize: 2, insertSpaces: true }, free) ?? []));
  // A proposal is taken: the misspelt name becomes the one that was meant.
  const mark = stand.shown(trial).find((d) => d.message.includes("twcie"));
  const actions = await stand.ask("CodeActions", "provideCodeActions", trial, mark.range, { diagnostics: [mark] }, free);
  const fix = actions?.find((a) => a.edit);
  check("a proposal for a misspelt name", !!fix, actions?.map((a) => a.title).join(", "));
  if (fix) await vscode.workspace.applyEdit(fix.edit);
  check("taken, it puts the text right", trial.text.includes("print(twice)"));
  check("and its message goes", await until(() => !stand.shown(trial).some((d) => d.message.includes("twcie"))));
  check("a name can be renamed", !!(await stand.ask("Rename", "prepareRename", trial, at("let samples", 5), free)));
  await vscode.workspace.applyEdit(await stand.ask("Rename", "provideRenameEdits", trial, at("let samples", 5), "recorded", free));
  check("rename across cells", ["let recorded = trace", "recorded * 2", "String = recorded", "print(recorded,"].every((part) => trial.text.includes(part)));
  await assert.rejects(async () => stand.ask("Rename", "prepareRename", trial, at("# Head", 1), free)).then(
    () => check("what has no name cannot be renamed, and VS Code is told", true), () => check("what has no name cannot be renamed", false));

  // A notebook that is none any more, another language, and closing.
  const other = stand.open(path.join(folder, "other.swift"), "let x = y", "swift");
  check("files of other languages are not sent", !client.open.has(other.uri.toString()));
  stand.close(trial);
  check("a closed notebook has no messages", await until(() => stand.shown(trial).length === 0));

  // The report and running up to a cell: saved first, and shown in the browser.
  const good = stand.open(path.join(folder, "good.md"), "---\nnotebook: {}\n---\n\n```swift\nprint(6 * 7)\n```\n");
  vscode.window.activeTextEditor = { document: good, selection: { active: at("# Head") } };
  good.isDirty = true;
  vscode.window.activeTextEditor.selection.active = good.position(good.text.indexOf("print"));
  for (const command of ["gimbal.runHere", "gimbal.showReportHere"]) {
    stand.said.opened.length = 0;
    await vscode.commands.executeCommand(command);
    await until(() => stand.said.opened.length > 0);
    check(`${command} opens a page of this machine`, /^http:\/\/127\.0\.0\.1:\d+\//.test(stand.said.opened[0] ?? ""), stand.said.errors.join("; "));
  }
  check("the notebook was saved first", fs.existsSync(path.join(folder, "good.md")) && !good.isDirty);
  const pid = client.process.pid;
  await end();
  check("when VS Code ends, the server does", await until(() => spawnSync("kill", ["-0", String(pid)]).status !== 0, 5000));
}

async function times() {
  const { stand, end } = await start(gimbal);
  const { vscode } = stand;
  const flagship = stand.open(path.join(folder, "flagship.md"), read("flagship.md"));
  const lines = flagship.text.split("\n");
  const ends = lines.flatMap((line, number) => (line === "```" ? [number] : []));
  const line = ends.at(-2);
  const row = () => new vscode.Range(new vscode.Position(line, 0), new vscode.Position(line, flagship.text.split("\n")[line].length));
  stand.edit(flagship, [[new vscode.Range(new vscode.Position(line, 0), new vscode.Position(line, 0)), "unknown0\n"]]);
  const seen = (name) => stand.shown(flagship).some((d) => d.message.includes(name));
  await until(() => seen("unknown0"), 60000);
  const took = [];
  for (let edit = 1; edit <= edits; edit += 1) {
    const name = `unknown${edit}`;
    const begin = performance.now();
    stand.edit(flagship, [[row(), name]]);
    if (!(await until(() => seen(name), 20000))) check(`a message after edit ${edit}`, false);
    took.push(performance.now() - begin);
  }
  check("diagnostics within 0.3 s (median)", report("diagnostics after the last key", took) <= 300);
  for (const [name, provider, method, text, column] of [["completion", "CompletionItem", "provideCompletionItems", "trace.", 6], ["hover", "Hover", "provideHover", "print(trace)", 8]]) {
    stand.edit(flagship, [[row(), text]]);
    const position = new vscode.Position(line, column);
    const all = [];
    for (let i = -1; i < edits; i += 1) {
      const begin = performance.now();
      await stand.ask(provider, method, flagship, position, free, { triggerKind: 0 });
      if (i >= 0) all.push(performance.now() - begin);
    }
    check(`${name} within 100 ms (median)`, report(name, all) <= 100);
  }
  await end();
}

/** A server of a few lines, to see what the client does with one that misbehaves. */
const fake = (body) => {
  const file = path.join(place, `fake-${Math.random()}.js`);
  fs.writeFileSync(file, `#!${process.execPath}
const send = (m, cut) => { const b = JSON.stringify(m); const all = "Content-Length: " + Buffer.byteLength(b) + "\\r\\n\\r\\n" + b;
  if (cut) { for (const c of Buffer.from(all)) process.stdout.write(Buffer.from([c])); } else process.stdout.write(all); };
let held = ""; const fs = require("fs");
process.stdin.on("data", (d) => { held += d; for (;;) { const m = /^Content-Length: (\\d+)\\r\\n\\r\\n/.exec(held); if (!m || held.length < m[0].length + +m[1]) return;
  const message = JSON.parse(held.substr(m[0].length, +m[1])); held = held.slice(m[0].length + +m[1]);
  if (message.method === "initialize") send({ jsonrpc: "2.0", id: message.id, result: { capabilities: { hoverProvider: true } } });
  else if (message.method === "shutdown") send({ jsonrpc: "2.0", id: message.id, result: null });
  else if (message.method === "exit") process.exit(0);
  else take(message); } });
const take = (message) => { ${body} };
`);
  fs.chmodSync(file, 0o755);
  return file;
};

async function misbehaviour() {
  const uri = "params.textDocument.uri";
  const text = "---\nnotebook: {}\n---\n";
  // One that ends each time a document is opened: started again, four times, then left alone.
  let { stand, client, end } = await start(fake(`if (message.method === "textDocument/didOpen") process.exit(1);`));
  stand.open(path.join(folder, "a.md"), text);
  check("a server that keeps ending is left alone, and a person is told", await until(() => stand.said.errors.length === 1, 20000) && stand.said.errors[0].includes("not started again"));
  await end();

  // One that ends once: documents are sent to the next one.
  const marker = path.join(place, "ended-once");
  ({ stand, client, end } = await start(fake(`if (message.method !== "textDocument/didOpen") return;
    if (!fs.existsSync(${JSON.stringify(marker)})) { fs.writeFileSync(${JSON.stringify(marker)}, ""); process.exit(1); }
    send({ jsonrpc: "2.0", method: "textDocument/publishDiagnostics", params: { uri: message.${uri}, version: message.params.textDocument.version, diagnostics: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }, severity: 1, message: "again" }] } }, true);`)));
  const document = stand.open(path.join(folder, "b.md"), text);
  check("after a server has ended the next one knows what is open; its messages may come byte by byte", await until(() => stand.shown(document)[0]?.message === "again"));
  // Messages on an older text are not shown; edits carry versions.
  document.version = 7;
  stand.fire("change", { document, contentChanges: [] });
  client.told("textDocument/publishDiagnostics", { uri: document.uri.toString(), version: 3, diagnostics: [] });
  check("messages on a text that has changed since are not shown", stand.shown(document).length === 1);
  check("two servers do not register a command twice", stand.said.errors.length === 0);
  await end();

  // One that never answers: withdrawn questions are told to it, and leaving is not held up.
  const log = path.join(place, "log");
  ({ stand, client, end } = await start(fake(`fs.appendFileSync(${JSON.stringify(log)}, message.method + "\\n");`)));
  const quiet = stand.open(path.join(folder, "c.md"), text);
  const asked = token();
  const answer = stand.ask("Hover", "provideHover", quiet, new stand.vscode.Position(0, 0), asked.token);
  setTimeout(asked.cancel, 50);
  check("a withdrawn question has no answer", (await answer) === undefined);
  check("and the server is told", await until(() => fs.existsSync(log) && fs.readFileSync(log, "utf8").includes("$/cancelRequest")));
  await end();

  // Bytes that are no protocol, and a program that is not there.
  ({ stand, end } = await start(fake(`process.stdout.write("Content-Length: x\\r\\n\\r\\n");`)));
  stand.open(path.join(folder, "d.md"), text);
  check("bytes that are not the protocol end in words, not in a trap", await until(() => stand.said.errors.length === 1, 20000), stand.said.log[0]);
  await end();
  ({ stand, end } = await start("/there/is/no/gimbal"));
  check("a program that is not there is named", await until(() => stand.said.errors[0]?.includes("/there/is/no/gimbal")));
  await end();
}

(async () => {
  await misbehaviour();
  await messages();
  await times();
  console.log(`VS Code: ${failures} failures`);
  fs.rmSync(place, { recursive: true, force: true });
  process.exit(failures ? 1 : 0);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
