"""JupyterLab with its language-server extension in Chromium: a notebook that is open as text. jupyterlab.py GIMBAL FOLDER

FOLDER is made by scenario.py; SETUP names the set-up of docs/editors.md, EDITS how many edits are timed, RESULTS a folder for pictures.
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

gimbal, folder = str(pathlib.Path(sys.argv[1]).absolute()), pathlib.Path(sys.argv[2])
edits = int(os.environ.get("EDITS", "200"))
pictures = pathlib.Path(os.environ["RESULTS"])
failures = []

# What the extension says has been found, by line and column from 0, severity as the protocol counts, and first line.
SHOWN = """() => [...document.querySelectorAll('.lsp-diagnostics-listing tbody tr')].map(row => {
  const cells = [...row.querySelectorAll('td')].map(cell => cell.innerText.trim());
  return cells;
})"""


def check(name, holds, detail=""):
    print(("ok    " if holds else "FAILS ") + "JupyterLab: " + name + (f": {detail}" if detail else ""), flush=True)
    if not holds:
        failures.append(name)


def until(what, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.02)
    return None


def report(name, times):
    times.sort()
    median = times[len(times) // 2]
    print(f"      JupyterLab: {name}: median {median:.0f} ms, worst {times[-1]:.0f} ms of {len(times)}", flush=True)
    return median


def main():
    work = pathlib.Path(tempfile.mkdtemp(prefix="gimbal-lab-"))
    configuration = work / "config/jupyter_server_config.d"
    configuration.mkdir(parents=True)
    setup = json.loads(pathlib.Path(os.environ["SETUP"]).read_text())
    setup["LanguageServerManager"]["language_servers"]["gimbal"]["argv"][0] = gimbal
    (configuration / "gimbal.json").write_text(json.dumps(setup))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [pathlib.Path(sys.executable).parent / "jupyter-lab", "--no-browser", "--allow-root", f"--port={port}", "--IdentityProvider.token=secret",
         "--LabApp.expose_app_in_browser=True", "--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
         f"--ServerApp.root_dir={folder}"],
        cwd=folder, env=os.environ | {"JUPYTER_CONFIG_PATH": str(work / "config"), "JUPYTER_CONFIG_DIR": str(work / "own")},
        stdout=subprocess.DEVNULL, stderr=open(pictures / "jupyterlab.log", "w"))
    try:
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1400, "height": 1000})
            page.set_default_timeout(60_000)
            for _ in range(300):
                try:
                    page.goto(f"http://127.0.0.1:{port}/lab?token=secret&reset")
                    break
                except Exception:
                    time.sleep(0.3)
            page.wait_for_function("window.jupyterapp?.restored")
            trial(page)
            browser.close()
    finally:
        server.terminate()
        server.wait(20)
        shutil.rmtree(work, ignore_errors=True)
    print(f"JupyterLab: {len(failures)} failures")
    sys.exit(bool(failures))


def command(page, name, arguments=None):
    page.evaluate("([name, words]) => { window.jupyterapp.commands.execute(name, words) }", [name, arguments or {}])


def position(page, text, more=0):
    """Line and column of a text in the editor."""
    before = page.evaluate("window.jupyterapp.shell.currentWidget.content.model.sharedModel.getSource()").split(text)[0].split("\n")
    return {"line": len(before) - 1, "column": len(before[-1]) + more}


def place_cursor(page, text, more=0):
    page.evaluate("p => { const e = window.jupyterapp.shell.currentWidget.content.editor; e.setCursorPosition(p); e.focus(); e.revealPosition(p) }",
                  position(page, text, more))


def open_text(page, name):
    command(page, "docmanager:open", {"path": name, "factory": "Editor"})
    page.wait_for_function("name => window.jupyterapp.shell.currentWidget?.context?.path === name", arg=name)
    page.locator(".jp-FileEditor:not(.lm-mod-hidden) .cm-content").last.wait_for()


def trial(page):
    expected = json.loads((folder / "expected.json").read_text())
    severities = {"Error": 1, "Warning": 2, "Information": 3, "Hint": 4}
    for name in ("broken.md", "trial.md"):
        open_text(page, name)
        until(lambda: page.locator(".cm-lintRange").count())
        command(page, "lsp:show-diagnostics-panel")
        lines = (folder / name).read_text().split("\n")

        def shown():
            found = []
            for row in page.evaluate(SHOWN):
                line, column = (int(part) for part in row[-1].split(":")[-2:])
                severity = next((severities[cell] for cell in row if cell in severities), 0)
                message = max(row, key=len).split("\n")[0]
                # The panel counts in UTF-16, the messages of a run in bytes.
                units = lines[line].encode("utf-16-le")[: 2 * column]
                found.append([line, len(units.decode("utf-16-le").encode()), severity, message])
            return sorted(one for one in found if one[2] < 4)

        same = until(lambda: shown() == expected[name], 120)
        page.screenshot(path=pictures / f"jupyterlab-{name[:-3]}.png")
        check(f"the messages of gimbal run on {name}, place by place", bool(same), f"{len(expected[name])} messages" if same else f"{page.evaluate(SHOWN)} {expected[name]}")
        page.evaluate("[...window.jupyterapp.shell.widgets('main')].filter(w => w.id.includes('lsp')).forEach(w => w.close())")

    open_text(page, "trial.md")
    place_cursor(page, "trace.timestamps.count", len("trace.timestamps.count"))
    page.keyboard.type("\ntrace.a")
    page.wait_for_timeout(1000)
    page.keyboard.press("Tab")
    names = until(lambda: page.locator(".jp-Completer-item").all_inner_texts(), 120) or []
    page.screenshot(path=pictures / "jupyterlab-completion.png")
    check("completion of “trace.a”", any("attitude" in name for name in names), f"{len(names)} shown")
    page.keyboard.press("Escape")
    for _ in range(8):
        page.keyboard.press("Backspace")
    place = page.locator(".jp-Document:not(.lm-mod-hidden) .cm-line", has_text="let samples = trace").last.bounding_box()
    # Where “trace” is in a line of equal letters.
    width = page.evaluate("() => { const e = window.jupyterapp.shell.currentWidget.content.editor.editor; return e.defaultCharacterWidth }")
    page.keyboard.down("Control")

    def hovering():
        """What is shown while the mouse moves a little within the word: JupyterLab asks when it has moved."""
        for step in range(4):
            page.mouse.move(place["x"] + 6 + width * (16 + 0.2 * step), place["y"] + place["height"] / 2)
            page.wait_for_timeout(500)
        return page.locator(".lsp-hover, .jp-Tooltip").all_inner_texts()

    hovered = until(hovering, 120) or []
    page.keyboard.up("Control")
    page.screenshot(path=pictures / "jupyterlab-hover.png")
    check("hover on “trace”", any("Trace" in text for text in hovered), "; ".join(hovered)[:100])

    open_text(page, "flagship.md")
    took = page.evaluate(EDITS, edits)
    page.screenshot(path=pictures / "jupyterlab-flagship.png")
    check(f"{edits} edits on the flagship, each with its message", len(took) == edits)
    if took:
        check("diagnostics within 1 s (median): JupyterLab itself waits before it sends and before it draws", report("diagnostics after the last key", took) <= 1000)


# Writes another misspelt name each time, and waits for its mark.
EDITS = """async count => {
  const widget = window.jupyterapp.shell.currentWidget, model = widget.content.model.sharedModel;
  await widget.context.ready;
  for (let i = 0; i < 500 && !(widget.content.editor.editor.state.doc.length > 1000); i++) await new Promise(r => setTimeout(r, 20));
  const text = model.getSource(), fences = [...text.matchAll(/^```$/gm)].map(m => m.index), at = fences.at(-2);
  model.updateSource(at, at, "unknown0\\n");
  let length = "unknown0".length;
  widget.content.editor.setCursorPosition(widget.content.editor.getPositionAt(at));
  widget.content.editor.revealPosition(widget.content.editor.getPositionAt(at));
  const marked = name => [...widget.node.querySelectorAll(".cm-lintRange")].some(e => e.textContent === name);
  const wait = async (name, ms) => {
    for (const end = performance.now() + ms; performance.now() < end;) {
      if (marked(name)) return true;
      await new Promise(r => setTimeout(r, 5));
    }
    return false;
  };
  if (!await wait("unknown0", 60000)) return [];
  const took = [];
  const write = text => { model.updateSource(at, at + length, text); length = text.length; };
  for (let i = 1; i <= count; i++) {
    // A mark stays on what replaces its text: first it has to go.
    write("print(1)");
    for (const end = performance.now() + 20000; marked("print(1)") && performance.now() < end;) await new Promise(r => setTimeout(r, 5));
    const name = "unknown" + i, start = performance.now();
    write(name);
    if (!await wait(name, 20000)) return took;
    took.push(performance.now() - start);
  }
  return took;
}"""

main()
