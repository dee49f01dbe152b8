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


def trial(page):
    command(page, "docmanager:open", {"path": "trial.md", "factory": "Editor"})
    page.locator(".jp-FileEditor .cm-content").wait_for()
    marks = until(lambda: page.locator(".cm-lintRange").count(), 60)
    page.screenshot(path=pictures / "jupyterlab-trial.png")
    check("marks in the text", bool(marks), str(marks))
    command(page, "lsp:show-diagnostics-panel")
    time.sleep(3)
    page.screenshot(path=pictures / "jupyterlab-panel.png")
    print(page.evaluate(SHOWN))


main()
