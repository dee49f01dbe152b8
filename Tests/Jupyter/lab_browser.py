"""JupyterLab in Chromium with the kernel: a person's way through a notebook, with screenshots to look at.

Usage: lab_browser.py GIMBAL FOLDER
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

CELLS = [
    ("markdown", "# Jupyter and Swift"),
    ("code", "import Gimbal\nvar kept = 42\nstruct Row { var name: String; var value: Double }\nlet times = (0..<50).map { Double($0) / 10 }\n[Row(name: \"a\", value: 1.25), Row(name: \"b\", value: 20)]"),
    ("code", '//| fig-cap: A parabola.\nFigure(x: FigureAxis("time", unit: "s"), y: FigureAxis("height", unit: "m"), [.line(x: times, y: times.map { $0 * $0 })])'),
    ("code", "Figure(Space(arrows: Space.Arrow.triad((SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)), names: (\"x\", \"y\", \"z\"))))"),
    ("code", "kept"),
    ("code", '//| layout-ncol: 2\n//| fig-subcap: [up, down]\ndisplay(Figure(x: FigureAxis("time", unit: "s"), y: FigureAxis("height", unit: "m"), [.line(x: times, y: times)]))\n'
     'Figure(x: FigureAxis("time", unit: "s"), y: FigureAxis("height", unit: "m"), [.line(x: times, y: times.map { 5 - $0 })])'),
    ("code", "import Foundation\nvar dice = try SteadyDice(times: times, attitudes: times.map { Quaternion(.z, 0.5 * sin($0)) * Quaternion(.x, 0.7 + 0.4 * sin($0)) }, distance: 4)\ntry dice.animation()"),
    ("code", "try dice.interactive()"),
]


def notebook():
    cells = []
    for kind, source in CELLS:
        cell = {"cell_type": kind, "metadata": {}, "source": source, "id": f"c{len(cells)}"}
        if kind == "code":
            cell |= {"outputs": [], "execution_count": None}
        cells.append(cell)
    kernel = {"name": "swift", "display_name": "Swift (Gimbal)", "language": "swift"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Lab:
    def __init__(self, page, pictures):
        self.page, self.pictures, self.count = page, Path(pictures), 0

    def picture(self, name):
        self.count += 1
        self.page.screenshot(path=self.pictures / f"{self.count:02}-{name}.png")

    def command(self, name):
        # Not waited for: a command that runs a cell is done when the cell is.
        self.page.evaluate("name => { window.jupyterapp.commands.execute(name) }", name)
        self.page.wait_for_timeout(200)

    def cell(self, index):
        return self.page.locator(".jp-Notebook .jp-Cell").nth(index)

    def until(self, what, seconds=90):
        end = time.time() + seconds
        while time.time() < end:
            if what():
                return
            self.page.wait_for_timeout(100)
        self.picture("failed")
        raise AssertionError("waited in vain")

    def prompts(self):
        return [text.strip() for text in self.page.locator(".jp-CodeCell .jp-InputPrompt").all_inner_texts()]

    def idle(self):
        return self.page.evaluate(
            "() => window.jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
        )

    def type_below(self, code):
        """Adds a cell at the end and types into it."""
        self.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.activeCellIndex = 1e6")
        self.command("notebook:insert-cell-below")
        self.command("notebook:enter-edit-mode")
        self.page.keyboard.type(code)
        return self.page.locator(".jp-Notebook .jp-Cell").count() - 1


def walk(lab):
    page = lab.page
    lab.until(lambda: page.locator(".jp-Notebook .jp-Cell").count() >= len(CELLS))
    lab.until(lab.idle)
    lab.command("notebook:run-all-cells")
    lab.until(lambda: lab.prompts()[:7] == [f"[{n}]:" for n in range(1, 8)] and lab.idle())
    assert lab.cell(1).locator("table").count() == 1
    assert lab.cell(2).locator(".jp-OutputArea-output img, .jp-OutputArea-output svg").count() >= 1
    assert "A parabola" in lab.cell(2).inner_text()
    lab.cell(2).scroll_into_view_if_needed()
    lab.picture("run-all")

    space = lab.cell(3).locator(".turnable svg")
    space.scroll_into_view_if_needed()
    before = space.inner_html()
    box = space.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 60, box["y"] + box["height"] / 2 + 20, steps=5)
    page.mouse.up()
    lab.until(lambda: space.inner_html() != before, 10)
    lab.picture("turned")

    row = lab.cell(5).locator(".jp-OutputArea-output img, .jp-OutputArea-output svg").first
    row.scroll_into_view_if_needed()
    assert "(a) up (b) down" in lab.cell(5).inner_text()
    lab.picture("side-by-side")
    # The dice moves by itself: two pictures of it a moment apart are not the same.
    moving = lab.cell(6).locator(".jp-OutputArea-output").last
    moving.scroll_into_view_if_needed()
    page.wait_for_timeout(1000)
    first = moving.screenshot()
    page.wait_for_timeout(700)
    assert moving.screenshot() != first, "the dice does not move"
    lab.picture("dice")
    lab.cell(7).locator(".jp-OutputArea-output").last.scroll_into_view_if_needed()
    page.wait_for_timeout(500)
    lab.picture("dice-by-hand")

    place = lab.type_below("[1, 2].isEm")
    page.keyboard.press("Tab")
    lab.until(lambda: "isEmpty" in lab.cell(place).inner_text() or page.locator(".jp-Completer").is_visible())
    lab.picture("completion")
    if "isEmpty" not in lab.cell(place).inner_text():
        page.keyboard.press("Enter")
    lab.until(lambda: "[1, 2].isEmpty" in lab.cell(place).inner_text())
    page.keyboard.press("Escape")

    lab.type_below("print")
    page.keyboard.press("Shift+Tab")
    lab.until(lambda: page.locator(".jp-Tooltip").is_visible() and "separator" in page.locator(".jp-Tooltip").inner_text())
    lab.picture("inspection")
    page.keyboard.press("Escape")

    loop = lab.type_below("kept = 0\nwhile true { kept += 1 }")
    lab.command("notebook:run-cell")
    lab.until(lambda: "[*]" in lab.cell(loop).locator(".jp-InputPrompt").inner_text())
    page.wait_for_timeout(1500)
    lab.command("notebook:interrupt-kernel")
    lab.until(lambda: "interrupted" in lab.cell(loop).inner_text())
    lab.cell(loop).scroll_into_view_if_needed()
    lab.picture("interrupted")
    kept = lab.type_below("kept")
    lab.command("notebook:run-cell")
    lab.until(lambda: "42" in lab.cell(kept).locator(".jp-OutputArea").inner_text())
    lab.picture("state-from-before")

    page.evaluate("i => { const n = window.jupyterapp.shell.currentWidget.content; n.activeCellIndex = i }", loop)
    lab.command("notebook:delete-cell")
    # “Restart and run all” asks first.
    page.evaluate("() => { window.jupyterapp.commands.execute('notebook:restart-run-all') }")
    page.get_by_role("button", name="Confirm Kernel Restart").click()
    lab.until(lambda: lab.prompts()[:7] == [f"[{n}]:" for n in range(1, 8)] and lab.idle())
    lab.until(lambda: lab.cell(4).locator(".jp-OutputArea").inner_text().strip().endswith("42"))
    lab.picture("restarted")
    lab.command("docmanager:save")
    page.wait_for_timeout(1500)


def main():
    gimbal, pictures = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    shutil.rmtree(pictures, ignore_errors=True)
    os.makedirs(pictures)
    folder = Path(tempfile.mkdtemp())
    (folder / "lab.ipynb").write_text(json.dumps(notebook()))
    (folder / "paper.md").write_text(
        "---\ntitle: Markdown\nnotebook: {}\nparams:\n  alpha: 2.0\n---\n# Head\n\nα is `{swift} params.alpha`.\n\n"
        "```swift\nparams.alpha * 2\n```\n\n```swift noeval\nnobody()\n```\n"
    )
    subprocess.run([gimbal, "kernel", "jupytext"], cwd=folder, check=True)
    port = free_port()
    programs = Path(sys.executable).parent
    environment = os.environ | {"JUPYTER_CONFIG_DIR": str(folder / ".config"), "PATH": f"{programs}:{os.environ['PATH']}"}
    server = subprocess.Popen(
        [programs / "jupyter", "lab", "--no-browser", "--allow-root", f"--port={port}", "--IdentityProvider.token=secret",
         "--LabApp.expose_app_in_browser=True", "--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"],
        cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=open(Path(pictures) / "server.log", "w"),
    )
    try:
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.set_default_timeout(60_000)
            address = f"http://127.0.0.1:{port}/lab/tree"
            for _ in range(300):
                try:
                    page.goto(f"{address}/lab.ipynb?token=secret&reset")
                    break
                except Exception:
                    time.sleep(0.3)
            lab = Lab(page, pictures)
            walk(lab)
            page.goto(f"{address}/lab.ipynb?reset")
            lab.until(lambda: page.locator(".jp-Notebook .jp-Cell").count() >= len(CELLS))
            lab.until(lambda: lab.cell(1).locator("table").count() == 1)
            lab.picture("reopened")
            saved = json.loads((folder / "lab.ipynb").read_text())
            assert any("image/svg+xml" in output.get("data", {}) for cell in saved["cells"] for output in cell.get("outputs", []))
            markdown(lab, address, folder)
            browser.close()
    finally:
        server.terminate()
        server.wait(20)
    print(f"JupyterLab: all as it should be; look at {pictures}/")


def markdown(lab, address, folder):
    """A Markdown notebook through jupytext: run, saved, and the same file."""
    text = (folder / "paper.md").read_text()
    page = lab.page
    page.goto(f"{address}/paper.md?factory=Notebook&reset")
    page.wait_for_function("() => window.jupyterapp?.commands.hasCommand('docmanager:open')", timeout=240000)
    page.evaluate("() => window.jupyterapp.commands.execute('docmanager:open', {path: 'paper.md', factory: 'Notebook'})")
    lab.until(lambda: page.locator(".jp-Notebook .jp-CodeCell").count() >= 2)
    page.wait_for_timeout(1500)
    select = page.get_by_role("button", name="Select", exact=False).filter(has_text="Select")
    if page.locator(".jp-Dialog").count():
        lab.picture("choose-kernel")
        page.locator(".jp-Dialog .jp-mod-accept").click()
    lab.until(lab.idle)
    lab.command("notebook:run-all-cells")
    lab.until(lambda: "4.0" in page.locator(".jp-Notebook .jp-OutputArea").first.inner_text() and lab.idle())
    lab.picture("markdown")
    lab.command("docmanager:save")
    page.wait_for_timeout(2000)
    assert (folder / "paper.md").read_text() == text, (folder / "paper.md").read_text()


if __name__ == "__main__":
    main()
