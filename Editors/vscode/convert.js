// The protocol's values as those of VS Code, and back. Positions count UTF-16 units on both sides.
"use strict";

module.exports = (vscode) => {
  const position = (p) => new vscode.Position(p.line, p.character);
  const range = (r) => new vscode.Range(position(r.start), position(r.end));
  const plainPosition = (p) => ({ line: p.line, character: p.character });
  const plainRange = (r) => ({ start: plainPosition(r.start), end: plainPosition(r.end) });
  const location = (l) => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
  const list = (value) => (Array.isArray(value) ? value : value ? [value] : []);

  /** Text that may be marked up. */
  const words = (value) => {
    if (value === undefined || value === null) return undefined;
    if (typeof value === "string") return new vscode.MarkdownString(value);
    if (value.language) return new vscode.MarkdownString().appendCodeblock(value.value, value.language);
    return value.kind === "plaintext" ? new vscode.MarkdownString().appendText(value.value) : new vscode.MarkdownString(value.value);
  };

  const command = (c) => c && { title: c.title, command: c.command, arguments: c.arguments };
  const textEdit = (e) => new vscode.TextEdit(range(e.range), e.newText);

  const workspaceEdit = (value) => {
    const edit = new vscode.WorkspaceEdit();
    const byFile = Object.entries(value?.changes ?? {}).concat(
      list(value?.documentChanges).filter((c) => c.textDocument).map((c) => [c.textDocument.uri, c.edits]),
    );
    for (const [uri, edits] of byFile) edit.set(vscode.Uri.parse(uri), edits.map(textEdit));
    return edit;
  };

  // VS Code counts severities, kinds of symbols, completions and highlights from 0, the protocol from 1.
  const diagnostic = (d) => {
    const made = new vscode.Diagnostic(range(d.range), d.message, (d.severity ?? 1) - 1);
    made.source = d.source;
    made.code = d.code;
    made.tags = d.tags;
    made.relatedInformation = d.relatedInformation?.map(
      (r) => new vscode.DiagnosticRelatedInformation(location(r.location), r.message),
    );
    // A proposal is asked for with the message that the server has sent.
    made.plain = d;
    return made;
  };
  const plainDiagnostic = (d) => d.plain ?? { range: plainRange(d.range), message: d.message, severity: d.severity + 1, source: d.source, code: d.code };

  const completion = (item) => {
    const label = item.labelDetails ? { label: item.label, ...item.labelDetails } : item.label;
    const made = new vscode.CompletionItem(label, item.kind === undefined ? undefined : item.kind - 1);
    const text = item.textEdit?.newText ?? item.insertText ?? item.label;
    made.insertText = item.insertTextFormat === 2 ? new vscode.SnippetString(text) : text;
    const place = item.textEdit?.range ?? (item.textEdit?.replace && { inserting: item.textEdit.insert, replacing: item.textEdit.replace });
    if (place) made.range = place.replacing ? { inserting: range(place.inserting), replacing: range(place.replacing) } : range(place);
    made.detail = item.detail;
    made.documentation = words(item.documentation);
    made.sortText = item.sortText;
    made.filterText = item.filterText;
    made.preselect = item.preselect;
    made.tags = item.tags;
    made.commitCharacters = item.commitCharacters;
    made.additionalTextEdits = item.additionalTextEdits?.map(textEdit);
    made.command = command(item.command);
    return made;
  };
  const completions = (value) =>
    new vscode.CompletionList(list(value?.items ?? value).map(completion), value?.isIncomplete ?? false);

  const hover = (value) => value && new vscode.Hover(list(value.contents).map(words), value.range && range(value.range));

  const signatures = (value) => {
    if (!value) return undefined;
    const made = new vscode.SignatureHelp();
    made.activeSignature = value.activeSignature ?? 0;
    made.activeParameter = value.activeParameter ?? 0;
    made.signatures = value.signatures.map((s) => {
      const one = new vscode.SignatureInformation(s.label, words(s.documentation));
      one.activeParameter = s.activeParameter;
      one.parameters = list(s.parameters).map((p) => new vscode.ParameterInformation(p.label, words(p.documentation)));
      return one;
    });
    return made;
  };

  const symbol = (s) => {
    if (s.location) return new vscode.SymbolInformation(s.name, s.kind - 1, s.containerName ?? "", location(s.location));
    const made = new vscode.DocumentSymbol(s.name || " ", s.detail ?? "", s.kind - 1, range(s.range), range(s.selectionRange));
    made.children = list(s.children).map(symbol);
    return made;
  };

  const highlight = (h) => new vscode.DocumentHighlight(range(h.range), (h.kind ?? 1) - 1);

  const foldingKinds = { comment: "Comment", imports: "Imports", region: "Region" };
  const folding = (f) => new vscode.FoldingRange(f.startLine, f.endLine, vscode.FoldingRangeKind?.[foldingKinds[f.kind]]);

  const action = (a) => {
    if (typeof a.command === "string") return command(a);
    const made = new vscode.CodeAction(a.title, a.kind ? vscode.CodeActionKind.Empty.append(a.kind) : undefined);
    made.diagnostics = a.diagnostics?.map(diagnostic);
    made.isPreferred = a.isPreferred;
    if (a.edit) made.edit = workspaceEdit(a.edit);
    made.command = command(a.command);
    if (a.disabled) made.disabled = a.disabled;
    return made;
  };

  const lens = (l) => new vscode.CodeLens(range(l.range), command(l.command));

  return {
    position, range, plainPosition, plainRange, location, list, words, command, textEdit, workspaceEdit, diagnostic, plainDiagnostic,
    completions, hover, signatures, symbol, highlight, folding, action, lens,
  };
};
