// Gimbal in VS Code: starts `gimbal lsp` and passes on what the two say to each other.
"use strict";

const vscode = require("vscode");
const { Client } = require("./client");

let client;

async function activate(context) {
  const channel = vscode.window.createOutputChannel("Gimbal");
  client = new Client(vscode, channel);
  /** A command of the server's for the notebook in the active editor, saved first: it runs what is in the file. */
  const command = (name, words) => async () => {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return;
    if (editor.document.isDirty) await editor.document.save();
    await vscode.commands.executeCommand(name, { uri: editor.document.uri.toString(), ...words(editor) });
  };
  context.subscriptions.push(
    channel,
    vscode.commands.registerCommand("gimbal.restart", () => client.restart()),
    vscode.commands.registerCommand("gimbal.showReportHere", command("gimbal.showReport", () => ({}))),
    vscode.commands.registerCommand("gimbal.runHere", command("gimbal.runToHere", (editor) => ({ line: editor.selection.active.line }))),
  );
  await client.start();
  return { client };
}

async function deactivate() {
  await client?.dispose();
  client = undefined;
}

module.exports = { activate, deactivate };
