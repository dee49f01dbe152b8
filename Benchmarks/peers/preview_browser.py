"""Drives `gimbal preview` in a real browser: an edit, an error, the stop button, a page that keeps its place, axe-core.

Usage: preview_browser.py PROGRAM [FOLDER FOR SCREENSHOTS]. Exit 1 when something does not hold.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from slider import command_to_figure, hand_to_figure

program = sys.argv[1]
pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
failures = []

NOTEBOOK = """---
title: A preview
notebook: {}
---
Some words, and `{swift} 40 + 2`.

# Data

```swift
import Foundation
import Gimbal
let n = 3
print("n is", n)
```

FILLER

# A figure

```swift
//| label: fig-wave
//| fig-cap: A wave.
//| fig-alt: A sine over one period.
let x = (0...60).map { Double($0) / 10 }
Figure(
  x: FigureAxis("time", unit: "s"), y: FigureAxis("height", unit: "m"),
  [.line("wave", x: x, y: x.map { sin(1.0 * $0) })])
```

```swift
//| label: slow
//| timeout: 30
print("last cell")
```
""".replace("FILLER", "\n\n".join(f"Paragraph {i} of some length, so that the page scrolls." for i in range(40)))


def check(name, holds, detail=""):
    print(("ok    " if holds else "FAILS ") + name + (f": {detail}" if detail and not holds else ""), flush=True)
    if not holds:
        failures.append(name)


def violations(page, name):
    found = Axe().run(page).response["violations"]
    text = "; ".join(f"{v['id']} ({v['impact']}): {v['nodes'][0]['html'][:120]}" for v in found)
    check(f"axe-core finds nothing on {name}", not found, text)


def picture(page, name):
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=pictures / f"{name}.png", full_page=name.endswith("full"))


folder = tempfile.mkdtemp()
notebook = pathlib.Path(folder) / "waves.md"
notebook.write_text(NOTEBOOK)
server = subprocess.Popen(
    [program, "preview", str(notebook), "--no-open"], stdout=subprocess.PIPE, text=True, env=os.environ)
try:
    address = re.search(r"http://\S+", server.stdout.readline()).group()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        problems = []
        page.on("console", lambda m: problems.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda e: problems.append(str(e)))
        page.goto(address)
        status = page.locator("#preview-status")
        expect(status).to_have_text("Up to date", timeout=60_000)
        expect(page.locator("#fig-wave svg")).to_be_visible()
        expect(page.get_by_text("42", exact=False).first).to_be_visible()
        picture(page, "preview-light-wide")
        violations(page, "the page of a run")

        # An edit shows the new figure without a reload, and the reader's place is kept.
        page.evaluate("window.sameDocument = true")
        page.evaluate("document.getElementById('fig-wave').scrollIntoView()")
        place = page.evaluate("document.getElementById('fig-wave').getBoundingClientRect().top")
        before = page.locator("#fig-wave svg").inner_html()
        start = time.monotonic()
        notebook.write_text(NOTEBOOK.replace("1.0 * $0", "2.0 * $0"))
        page.wait_for_function(
            "before => { const s = document.querySelector('#fig-wave svg'); return s && s.innerHTML !== before }",
            arg=before, timeout=30_000)
        print(f"      edit to new figure: {time.monotonic() - start:.2f} s", flush=True)
        expect(status).to_have_text("Up to date", timeout=30_000)
        check("an edit shows the new figure without a reload", page.evaluate("window.sameDocument === true"))
        moved = abs(page.evaluate("document.getElementById('fig-wave').getBoundingClientRect().top") - place)
        check("the reader's place is kept", moved < 2, f"moved by {moved} px")

        # Text that is put in above what the reader looks at does not move it.
        notebook.write_text(
            NOTEBOOK.replace("1.0 * $0", "2.0 * $0").replace("# Data", "More words.\n\nAnd more.\n\n# Data"))
        expect(page.get_by_text("And more.")).to_be_attached(timeout=10_000)
        moved = abs(page.evaluate("document.getElementById('fig-wave').getBoundingClientRect().top") - place)
        check("text put in above does not move the reader", moved < 2, f"moved by {moved} px")

        # A compiler error is at its cell, with its line; the figure above stays.
        broken = NOTEBOOK.replace('print("last cell")', 'let y: Int = "text"')
        notebook.write_text(broken)
        failure = page.locator("#slow .failure")
        expect(failure).to_be_visible(timeout=30_000)
        line = broken.split("\n").index('let y: Int = "text"') + 1
        check("an error stands at its cell with its line", f"Error in line {line}" in failure.inner_text(),
              failure.inner_text())
        check("the figure above the error is still there", page.locator("#fig-wave svg").is_visible())
        failure.scroll_into_view_if_needed()
        picture(page, "preview-error")
        violations(page, "the page of an error")

        # Output comes while a cell runs; the stop button stops it and keeps the state before it.
        notebook.write_text(NOTEBOOK.replace(
            'print("last cell")', 'for i in 0... {\n  print("tick", i)\n  Thread.sleep(forTimeInterval: 0.1)\n}'))
        expect(page.locator("#slow .live")).to_contain_text("tick 3", timeout=30_000)
        expect(page.locator("#slow .preview-state")).to_contain_text("running")
        check("output comes while the cell runs", True)
        picture(page, "preview-running")
        violations(page, "the page of a running cell")
        page.locator("#preview-stop").click()
        expect(status).to_have_text("Stopped", timeout=10_000)
        expect(page.locator("#slow .failure")).to_contain_text("interrupted")
        check("the stop button stops the cell", True)
        notebook.write_text(NOTEBOOK.replace('print("last cell")', 'print("n is still", n)'))
        expect(page.locator("#slow")).to_contain_text("n is still 3", timeout=30_000)
        check("the state before the stopped cell is kept",
              page.locator("#cell-1 .preview-state").inner_text().startswith("ran in"))

        # What cannot be read is said, and the page stays.
        notebook.write_text(NOTEBOOK.replace("notebook: {}", "notebook: ["))
        expect(page.locator("#preview-problem")).to_contain_text("broken YAML", timeout=10_000)
        check("a broken file leaves the page", page.locator("#fig-wave svg").is_visible())
        notebook.write_text(NOTEBOOK)
        expect(status).to_have_text("Up to date", timeout=30_000)

        # A second page, dark and narrow, is brought up to date at once.
        for scheme, width, height in [("dark", 1280, 800), ("light", 390, 844), ("dark", 390, 844)]:
            other = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            other.goto(address)
            expect(other.locator("#preview-status")).to_have_text("Up to date", timeout=10_000)
            wide = other.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            check(f"nothing sticks out at {width} px", wide <= 0, f"{wide} px")
            other.locator("#fig-wave").scroll_into_view_if_needed()
            picture(other, f"preview-{scheme}-{width}")
            violations(other, f"a {scheme} page {width} px wide")
            other.close()

        # By keyboard alone.
        notebook.write_text(NOTEBOOK.replace('print("last cell")', "while true {}"))
        expect(page.locator("#preview-stop")).to_be_visible(timeout=10_000)
        expect(page.locator("#slow .preview-state")).to_contain_text("running", timeout=30_000)
        page.locator("#preview-stop").focus()
        page.keyboard.press("Enter")
        expect(status).to_have_text("Stopped", timeout=10_000)
        check("the stop button works by keyboard", True)
        check("the console is silent", not problems, "; ".join(problems))

        # The flagship's α.
        flagship = pathlib.Path(folder) / "stabilisation.md"
        shutil.copy("notebooks/stabilisation.md", flagship)
        shutil.copytree("notebooks/traces", pathlib.Path(folder) / "traces")
        second = subprocess.Popen(
            [program, "preview", str(flagship), "--no-open"], stdout=subprocess.PIPE, text=True, env=os.environ)
        try:
            page.goto(re.search(r"http://\S+", second.stdout.readline()).group())
            expect(page.locator("#preview-status")).to_have_text("Up to date", timeout=240_000)
            page.wait_for_timeout(500)
            median, slowest = hand_to_figure(page, "preview")
            run = command_to_figure(program, "notebooks/stabilisation.md")
            check("from hand to figure takes at most an eighth of a run", median <= run / 8, f"{median:.2f} s, a run {run:.2f} s")
            picture(page, "preview-controls")
        finally:
            second.terminate()
            second.wait()
        browser.close()
finally:
    server.terminate()
    server.wait()
    shutil.rmtree(folder)
print(f"{len(failures)} failures" if failures else "everything holds")
sys.exit(1 if failures else 0)
