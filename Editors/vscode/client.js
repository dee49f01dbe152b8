// The server's process and its documents: started, told of every change, started again when it ends by itself.
"use strict";

const { spawn } = require("node:child_process");
const { Connection } = require("./connection");

/** A server that ends so often within so many seconds is not started again. */
const MOST_ENDS = 4;
const WITHIN = 180;

/** Milliseconds that a server may take to end when it is asked to. */
const PATIENCE = 2000;

class Client {
  constructor(vscode, channel) {
    this.vscode = vscode;
    this.channel = channel;
    this.convert = require("./convert")(vscode);
    this.selector = [{ language: "markdown", scheme: "file" }, { language: "markdown", scheme: "untitled" }];
    this.diagnostics = vscode.languages.createDiagnosticCollection("gimbal");
    this.providers = [];
    this.open = new Set();
    this.ends = [];
    this.generation = 0;
    this.listening = [
      vscode.workspace.onDidOpenTextDocument((d) => this.opened(d)),
      vscode.workspace.onDidCloseTextDocument((d) => this.closed(d)),
      vscode.workspace.onDidChangeTextDocument((e) => this.changed(e)),
      vscode.workspace.onDidSaveTextDocument((d) => this.saved(d)),
      vscode.workspace.onDidChangeConfiguration((e) => e.affectsConfiguration("gimbal") && this.restart()),
      vscode.workspace.onDidGrantWorkspaceTrust?.(() => this.restart()),
    ].filter(Boolean);
  }

  log(words) {
    this.channel.appendLine(words);
  }

  // The process

  async start() {
    const generation = ++this.generation;
    const settings = this.vscode.workspace.getConfiguration("gimbal");
    const program = settings.get("path") || "gimbal";
    const folder = this.vscode.workspace.workspaceFolders?.[0]?.uri;
    const process = spawn(program, ["lsp"], { cwd: folder?.scheme === "file" ? folder.fsPath : undefined, stdio: ["pipe", "pipe", "pipe"] });
    process.stderr.on("data", (data) => this.log(String(data).trimEnd()));
    process.on("error", (error) => this.ended(generation, error.code === "ENOENT" ? null : error.message, program));
    process.on("exit", (status, signal) => this.ended(generation, `it has ended with ${signal ?? status}`, program));
    const connection = new Connection(process.stdout, process.stdin, {
      notification: (method, params) => this.told(method, params),
      request: (method, params) => this.asked(method, params),
      broken: (reason) => {
        this.log(reason);
        process.kill();
      },
    });
    this.process = process;
    this.connection = connection;
    try {
      const answer = await connection.request("initialize", {
        processId: globalThis.process.pid,
        clientInfo: { name: "Visual Studio Code", version: this.vscode.version },
        rootUri: folder?.toString() ?? null,
        workspaceFolders: this.vscode.workspace.workspaceFolders?.map((f) => ({ uri: f.uri.toString(), name: f.name })) ?? null,
        initializationOptions: { keepGoing: settings.get("keepGoing"), strict: settings.get("strict") },
        capabilities: {
          general: { positionEncodings: ["utf-16"] },
          window: { showDocument: { support: true }, showMessage: {} },
          workspace: { applyEdit: true, workspaceEdit: { documentChanges: true }, executeCommand: {} },
          textDocument: {
            synchronization: { didSave: true },
            publishDiagnostics: { relatedInformation: true, versionSupport: true, tagSupport: { valueSet: [1, 2] } },
            completion: { contextSupport: true, completionItem: { snippetSupport: true, documentationFormat: ["markdown", "plaintext"], labelDetailsSupport: true, insertReplaceSupport: true } },
            hover: { contentFormat: ["markdown", "plaintext"] },
            signatureHelp: { signatureInformation: { documentationFormat: ["markdown", "plaintext"], parameterInformation: { labelOffsetSupport: true } } },
            documentSymbol: { hierarchicalDocumentSymbolSupport: true },
            codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } }, isPreferredSupport: true },
            rename: { prepareSupport: true },
            foldingRange: { lineFoldingOnly: true },
            semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] },
          },
        },
      });
      if (generation !== this.generation) return;
      connection.notify("initialized", {});
      this.isReady = true;
      this.providers = require("./providers")(this.vscode, this.convert, this, answer.capabilities);
      for (const document of this.vscode.workspace.textDocuments) this.opened(document);
    } catch (error) {
      // That the process has ended is reported there.
      this.log(`initialize: ${error.message}`);
    }
  }

  /** The server has ended without being asked to; `reason` is null where the program is not there. */
  ended(generation, reason, program) {
    if (generation !== this.generation) return;
    this.forget();
    if (reason === null) {
      this.vscode.window
        .showErrorMessage(`Gimbal: “${program}” was not found. Install it, or say where it is.`, "Settings")
        .then((choice) => choice && this.vscode.commands.executeCommand("workbench.action.openSettings", "gimbal.path"));
      return;
    }
    this.log(`the language server: ${reason}`);
    const now = Date.now();
    this.ends = [...this.ends.filter((time) => now - time < WITHIN * 1000), now];
    if (this.ends.length > MOST_ENDS) {
      this.vscode.window
        .showErrorMessage("Gimbal: the language server has ended several times and is not started again.", "Restart", "Log")
        .then((choice) => (choice === "Restart" ? this.restart() : choice && this.channel.show()));
      return;
    }
    this.start();
  }

  /** What the last server knew and offered. */
  forget() {
    this.generation += 1;
    this.isReady = false;
    this.connection?.close();
    for (const provider of this.providers) provider.dispose();
    this.providers = [];
    this.open.clear();
    this.diagnostics.clear();
  }

  async stop() {
    const { process, connection, isReady } = this;
    this.generation += 1;
    if (process && process.exitCode === null && process.signalCode === null) {
      const gone = new Promise((resolve) => process.once("exit", resolve));
      const late = new Promise((resolve) => setTimeout(resolve, PATIENCE).unref());
      if (isReady) await Promise.race([connection.request("shutdown").catch(() => {}), late]);
      connection.notify("exit");
      await Promise.race([gone, late]);
      process.kill("SIGKILL");
    }
    this.forget();
  }

  async restart() {
    this.ends = [];
    await this.stop();
    await this.start();
  }

  async dispose() {
    for (const listener of this.listening) listener.dispose();
    await this.stop();
    this.diagnostics.dispose();
  }

  // Messages

  request(method, params, token) {
    return this.isReady ? this.connection.request(method, params, token) : Promise.reject(new Error("the server is not running"));
  }

  told(method, params) {
    if (method === "textDocument/publishDiagnostics") {
      const uri = this.vscode.Uri.parse(params.uri);
      // Messages on a text that has changed since would be at wrong places; newer ones follow.
      const document = this.vscode.workspace.textDocuments.find((d) => d.uri.toString() === uri.toString());
      if (document && params.version !== undefined && params.version !== null && params.version < document.version) return;
      this.diagnostics.set(uri, params.diagnostics.map(this.convert.diagnostic));
    } else if (method === "window/showMessage") {
      const show = { 1: "showErrorMessage", 2: "showWarningMessage" }[params.type] ?? "showInformationMessage";
      this.vscode.window[show](`Gimbal: ${params.message}`);
    } else if (method === "window/logMessage") {
      this.log(params.message);
    }
  }

  async asked(method, params) {
    switch (method) {
      case "window/showDocument": {
        const uri = this.vscode.Uri.parse(params.uri);
        // On a remote machine this also forwards the port.
        if (params.external || uri.scheme.startsWith("http")) return { success: await this.vscode.env.openExternal(uri) };
        await this.vscode.window.showTextDocument(uri, { preserveFocus: !params.takeFocus, selection: params.selection && this.convert.range(params.selection) });
        return { success: true };
      }
      case "workspace/applyEdit":
        return { applied: await this.vscode.workspace.applyEdit(this.convert.workspaceEdit(params.edit)) };
      case "workspace/configuration":
        return params.items.map((item) => this.vscode.workspace.getConfiguration().get(item.section) ?? null);
      case "client/registerCapability":
      case "client/unregisterCapability":
      case "window/workDoneProgress/create":
      case "workspace/semanticTokens/refresh":
      case "workspace/codeLens/refresh":
        return null;
      default:
        throw new Error(`unknown request ${method}`);
    }
  }

  // Documents

  concerns(document) {
    return document.languageId === "markdown" && ["file", "untitled"].includes(document.uri.scheme);
  }

  opened(document) {
    const uri = document.uri.toString();
    if (!this.isReady || !this.concerns(document) || this.open.has(uri)) return;
    this.open.add(uri);
    this.connection.notify("textDocument/didOpen", {
      textDocument: { uri, languageId: document.languageId, version: document.version, text: document.getText() },
    });
  }

  closed(document) {
    const uri = document.uri.toString();
    if (this.open.delete(uri)) this.connection.notify("textDocument/didClose", { textDocument: { uri } });
  }

  changed({ document, contentChanges }) {
    const uri = document.uri.toString();
    if (!this.open.has(uri) || contentChanges.length === 0) return;
    this.connection.notify("textDocument/didChange", {
      textDocument: { uri, version: document.version },
      // They come from the last place to the first, so that each holds in the text that the others leave.
      contentChanges: contentChanges.map((c) => ({ range: this.convert.plainRange(c.range), text: c.text })),
    });
  }

  saved(document) {
    const uri = document.uri.toString();
    if (this.open.has(uri)) this.connection.notify("textDocument/didSave", { textDocument: { uri } });
  }
}

module.exports = { Client };
