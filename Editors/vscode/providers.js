// What the server can do, as VS Code asks for it: a provider for each capability that the server names.
"use strict";

const { Cancelled } = require("./connection");

module.exports = (vscode, convert, client, capabilities) => {
  const { languages } = vscode;
  const where = client.selector;
  const made = [];
  const at = (document, position) => ({ textDocument: { uri: document.uri.toString() }, position: convert.plainPosition(position) });
  const of = (document) => ({ textDocument: { uri: document.uri.toString() } });

  /** Asks the server; nothing where the question was withdrawn, or the server has no answer. */
  const ask = async (method, params, token, then) => {
    try {
      const result = await client.request(method, params, token);
      return result === null || result === undefined ? undefined : then(result);
    } catch (error) {
      if (!(error instanceof Cancelled)) client.log(`${method}: ${error.message}`);
      return undefined;
    }
  };
  /** Adds a provider where the server has the capability. */
  const add = (capability, register) => {
    const options = capabilities[capability];
    if (options) made.push(register(options === true ? {} : options));
  };
  const each = (one) => (result) => convert.list(result).map(one);
  const options = (o) => ({ tabSize: o.tabSize, insertSpaces: o.insertSpaces });

  add("completionProvider", (o) =>
    languages.registerCompletionItemProvider(where, {
      provideCompletionItems: (document, position, token, context) =>
        ask("textDocument/completion", {
          ...at(document, position),
          context: { triggerKind: (context?.triggerKind ?? 0) + 1, triggerCharacter: context?.triggerCharacter },
        }, token, convert.completions),
    }, ...(o.triggerCharacters ?? [])));

  add("hoverProvider", () =>
    languages.registerHoverProvider(where, {
      provideHover: (document, position, token) => ask("textDocument/hover", at(document, position), token, convert.hover),
    }));

  add("signatureHelpProvider", (o) =>
    languages.registerSignatureHelpProvider(where, {
      provideSignatureHelp: (document, position, token) =>
        ask("textDocument/signatureHelp", at(document, position), token, convert.signatures),
    }, ...(o.triggerCharacters ?? [])));

  add("definitionProvider", () =>
    languages.registerDefinitionProvider(where, {
      provideDefinition: (document, position, token) =>
        ask("textDocument/definition", at(document, position), token, each(convert.location)),
    }));

  add("referencesProvider", () =>
    languages.registerReferenceProvider(where, {
      provideReferences: (document, position, context, token) =>
        ask("textDocument/references", { ...at(document, position), context: { includeDeclaration: context.includeDeclaration } }, token,
          each(convert.location)),
    }));

  add("documentHighlightProvider", () =>
    languages.registerDocumentHighlightProvider(where, {
      provideDocumentHighlights: (document, position, token) =>
        ask("textDocument/documentHighlight", at(document, position), token, each(convert.highlight)),
    }));

  add("renameProvider", (o) =>
    languages.registerRenameProvider(where, {
      // Why something cannot be renamed is in an error, which VS Code shows.
      provideRenameEdits: async (document, position, newName, token) =>
        convert.workspaceEdit(await client.request("textDocument/rename", { ...at(document, position), newName }, token)),
      ...(o.prepareProvider && {
        prepareRename: async (document, position, token) => {
          const result = await client.request("textDocument/prepareRename", at(document, position), token);
          if (!result) throw new Error("This cannot be renamed.");
          return result.placeholder === undefined
            ? convert.range(result.range ?? result)
            : { range: convert.range(result.range), placeholder: result.placeholder };
        },
      }),
    }));

  add("documentSymbolProvider", () =>
    languages.registerDocumentSymbolProvider(where, {
      provideDocumentSymbols: (document, token) => ask("textDocument/documentSymbol", of(document), token, each(convert.symbol)),
    }));

  add("foldingRangeProvider", () =>
    languages.registerFoldingRangeProvider(where, {
      provideFoldingRanges: (document, _context, token) => ask("textDocument/foldingRange", of(document), token, each(convert.folding)),
    }));

  add("documentFormattingProvider", () =>
    languages.registerDocumentFormattingEditProvider(where, {
      provideDocumentFormattingEdits: (document, o, token) =>
        ask("textDocument/formatting", { ...of(document), options: options(o) }, token, each(convert.textEdit)),
    }));

  add("documentRangeFormattingProvider", () =>
    languages.registerDocumentRangeFormattingEditProvider(where, {
      provideDocumentRangeFormattingEdits: (document, range, o, token) =>
        ask("textDocument/rangeFormatting", { ...of(document), range: convert.plainRange(range), options: options(o) }, token,
          each(convert.textEdit)),
    }));

  add("codeActionProvider", () =>
    languages.registerCodeActionsProvider(where, {
      provideCodeActions: (document, range, context, token) =>
        ask("textDocument/codeAction", {
          ...of(document), range: convert.plainRange(range), context: { diagnostics: context.diagnostics.map(convert.plainDiagnostic) },
        }, token, each(convert.action)),
    }));

  add("codeLensProvider", () =>
    languages.registerCodeLensProvider(where, {
      provideCodeLenses: (document, token) => ask("textDocument/codeLens", of(document), token, each(convert.lens)),
    }));

  add("semanticTokensProvider", (o) =>
    languages.registerDocumentSemanticTokensProvider(where, {
      provideDocumentSemanticTokens: (document, token) =>
        ask("textDocument/semanticTokens/full", of(document), token,
          (result) => new vscode.SemanticTokens(new Uint32Array(result.data), result.resultId)),
    }, new vscode.SemanticTokensLegend(o.legend.tokenTypes, o.legend.tokenModifiers)));

  for (const command of capabilities.executeCommandProvider?.commands ?? []) {
    made.push(vscode.commands.registerCommand(command, (...words) =>
      client.request("workspace/executeCommand", { command, arguments: words })
        .catch((error) => vscode.window.showErrorMessage(`Gimbal: ${error.message}`))));
  }
  return made;
};
