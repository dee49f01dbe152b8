// As much of VS Code's interface as the extension uses, with documents that can be edited and providers that can be asked.
"use strict";

class Position {
  constructor(line, character) {
    if (!(line >= 0 && character >= 0)) throw new Error(`not a position: ${line}, ${character}`);
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(start, end) {
    if (!(start instanceof Position && end instanceof Position)) throw new Error("not a range");
    Object.assign(this, { start, end });
  }
}
class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.split(":")[0];
  }
  static parse(text) {
    // As VS Code does, the colon of a drive and letters beyond ASCII are written in one way.
    return new Uri(text);
  }
  static file(path) {
    return new Uri("file://" + path.split("/").map(encodeURIComponent).join("/"));
  }
  get fsPath() {
    return decodeURIComponent(this.text.replace("file://", ""));
  }
  toString() {
    return this.text;
  }
}
const record = (...names) =>
  class {
    constructor(...values) {
      names.forEach((name, i) => (this[name] = values[i]));
    }
  };
class MarkdownString {
  constructor(value = "") {
    this.value = value;
  }
  appendText(text) {
    this.value += text.replace(/[\\`*_{}[\]()#+\-.!]/g, "\\$&");
    return this;
  }
  appendCodeblock(text, language) {
    this.value += "\n```" + language + "\n" + text + "\n```\n";
    return this;
  }
}
class WorkspaceEdit {
  constructor() {
    this.files = new Map();
  }
  set(uri, edits) {
    this.files.set(uri.toString(), edits);
  }
}
class Kind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new Kind(this.value ? `${this.value}.${part}` : part);
  }
}
class Document {
  constructor(path, text, languageId) {
    Object.assign(this, { uri: Uri.file(path), text, languageId, version: 1, isDirty: false });
  }
  getText() {
    return this.text;
  }
  offset({ line, character }) {
    const lines = this.text.split("\n");
    return lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
  }
  position(offset) {
    const before = this.text.slice(0, offset).split("\n");
    return new Position(before.length - 1, before.at(-1).length);
  }
}

module.exports = (settings = {}) => {
  const listeners = {};
  const event = (name) => (listener) => {
    (listeners[name] ??= new Set()).add(listener);
    return { dispose: () => listeners[name].delete(listener) };
  };
  const fire = (name, value) => [...(listeners[name] ?? [])].forEach((listener) => listener(value));
  const providers = {};
  const register = (name) => (selector, provider, ...more) => {
    const entry = { selector, provider, more };
    (providers[name] ??= new Set()).add(entry);
    return { dispose: () => providers[name].delete(entry) };
  };
  const commands = new Map();
  const diagnostics = new Map();
  const said = { errors: [], opened: [], log: [] };

  const vscode = {
    version: "1.80.0",
    Position, Range, Uri, MarkdownString, WorkspaceEdit,
    Location: record("uri", "range"), TextEdit: record("range", "newText"), Diagnostic: record("range", "message", "severity"),
    DiagnosticRelatedInformation: record("location", "message"), CompletionItem: record("label", "kind"),
    CompletionList: record("items", "isIncomplete"), SnippetString: record("value"), Hover: record("contents", "range"),
    SignatureHelp: record(), SignatureInformation: record("label", "documentation"), ParameterInformation: record("label", "documentation"),
    DocumentSymbol: record("name", "detail", "kind", "range", "selectionRange"), SymbolInformation: record("name", "kind", "containerName", "location"),
    DocumentHighlight: record("range", "kind"), FoldingRange: record("start", "end", "kind"), FoldingRangeKind: { Comment: 1, Imports: 2, Region: 3 },
    CodeAction: record("title", "kind"), CodeActionKind: { Empty: new Kind("") }, CodeLens: record("range", "command"),
    SemanticTokens: record("data", "resultId"), SemanticTokensLegend: record("tokenTypes", "tokenModifiers"),
    languages: {
      createDiagnosticCollection: () => ({
        set: (uri, list) => {
          diagnostics.set(uri.toString(), list);
          fire("diagnostics", uri);
        },
        clear: () => diagnostics.clear(),
        dispose: () => diagnostics.clear(),
      }),
      ...Object.fromEntries(
        ["CompletionItem", "Hover", "SignatureHelp", "Definition", "Reference", "DocumentHighlight", "Rename", "DocumentSymbol", "FoldingRange",
          "DocumentFormattingEdit", "DocumentRangeFormattingEdit", "CodeLens", "DocumentSemanticTokens"]
          .map((name) => [`register${name}Provider`, register(name)]),
      ),
      registerCodeActionsProvider: register("CodeActions"),
    },
    workspace: {
      textDocuments: [],
      workspaceFolders: undefined,
      onDidOpenTextDocument: event("open"), onDidCloseTextDocument: event("close"), onDidChangeTextDocument: event("change"),
      onDidSaveTextDocument: event("save"), onDidChangeConfiguration: event("configuration"), onDidGrantWorkspaceTrust: event("trust"),
      getConfiguration: (section) => ({ get: (name) => settings[section ? `${section}.${name}` : name] }),
      applyEdit: async (edit) => {
        for (const [uri, edits] of edit.files) {
          const document = vscode.workspace.textDocuments.find((d) => d.uri.toString() === uri);
          if (!document) return false;
          stand.edit(document, edits.map((e) => [e.range, e.newText]));
        }
        return true;
      },
    },
    window: {
      activeTextEditor: undefined,
      createOutputChannel: () => ({ appendLine: (line) => said.log.push(line), show() {}, dispose() {} }),
      showErrorMessage: async (words) => void said.errors.push(words),
      showWarningMessage: async (words) => void said.errors.push(words),
      showInformationMessage: async (words) => void said.errors.push(words),
      showTextDocument: async (uri) => void said.opened.push(uri.toString()),
    },
    env: { openExternal: async (uri) => (said.opened.push(uri.toString()), true) },
    commands: {
      registerCommand: (name, body) => {
        if (commands.has(name)) throw new Error(`command '${name}' already exists`);
        commands.set(name, body);
        return { dispose: () => commands.delete(name) };
      },
      executeCommand: async (name, ...words) => {
        if (!commands.has(name)) throw new Error(`command '${name}' not found`);
        return commands.get(name)(...words);
      },
    },
  };

  const stand = {
    vscode, providers, commands, diagnostics, said, settings, fire,
    open(path, text, languageId = "markdown") {
      const document = new Document(path, text, languageId);
      document.save = async () => ((document.isDirty = false), require("node:fs").writeFileSync(path, document.text), fire("save", document), true);
      vscode.workspace.textDocuments.push(document);
      fire("open", document);
      return document;
    },
    close(document) {
      vscode.workspace.textDocuments = vscode.workspace.textDocuments.filter((d) => d !== document);
      fire("close", document);
    },
    /** Edits as VS Code reports them: from the last place to the first. */
    edit(document, edits) {
      const placed = edits.map(([range, text]) => ({ range, text, from: document.offset(range.start), to: document.offset(range.end) }));
      placed.sort((a, b) => b.from - a.from);
      for (const { from, to, text } of placed) document.text = document.text.slice(0, from) + text + document.text.slice(to);
      document.version += 1;
      document.isDirty = true;
      fire("change", { document, contentChanges: placed.map(({ range, text }) => ({ range, text })) });
    },
    shown: (document) => diagnostics.get(document.uri.toString()) ?? [],
    ask(name, method, document, ...words) {
      const [entry] = providers[name] ?? [];
      return entry?.provider[method](document, ...words);
    },
  };
  return stand;
};
