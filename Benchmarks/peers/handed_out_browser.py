"""Opens reports of hostile notebooks in a real browser, as a teacher opens those that were handed in: from the disk, and clicked
through. Nothing may ask somebody elsewhere, open a dialog or leave the page; our own figures go on working.

Usage: handed_out_browser.py PROGRAM [FOLDER FOR SCREENSHOTS]. Exit 1 when something does not hold.
"""

import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

program = os.path.abspath(sys.argv[1])
pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
acts = json.loads((pathlib.Path(__file__).parents[2] / "Tests/Support/NotebookBench/SlippedActs.json").read_text())
failures = []

CELLS = """import Display
import Foundation
for act in try JSONDecoder().decode([String].self, from: Data(contentsOf: URL(fileURLWithPath: "acts.json"))) {
  display(HTML(act, fallback: "x"))
  display(Markdown(act))
  display(MIMEBundle([MediaType.plain: "x", MediaType.svg: "<svg xmlns='http://www.w3.org/2000/svg'>" + act + "</svg>"]))
}
"""
SCENE = """import Gimbal
let camera = try SceneCamera(right: SIMD3(1, 0, 0), up: SIMD3(0, 1, 0), back: SIMD3(0, 0, 1), distance: 4)
let tilted = try SceneCamera(right: SIMD3(0.6, 0, -0.8), up: SIMD3(0, 1, 0), back: SIMD3(0.8, 0, 0.6), distance: 4)
display(try InteractiveScene(solid: .box(SIMD3(1, 1, 1), colors: []), cameras: [camera, tilted], times: [0, 1]))
"""


def check(name, holds, detail=""):
    print(("ok    " if holds else "FAILS ") + name + (f": {detail}" if detail and not holds else ""), flush=True)
    if not holds:
        failures.append(name)


def notebook(body, matter="{}"):
    return f"---\ntitle: Handed in\nnotebook: {matter}\n---\n\n{body}\n"


def run(folder, name, text):
    (folder / f"{name}.md").write_text(text)
    subprocess.run([program, "run", "-q", str(folder / f"{name}.md"), "--output", str(folder / "plots")], check=True)
    return folder / "plots" / name / "index.html"


class Watch:
    """What a page does beside showing itself."""

    def __init__(self, page):
        self.page, self.events, self.sent = page, [], []
        # Nothing is really asked for elsewhere. What the policy stops does not come so far.
        page.route(lambda url: not url.startswith("file:"), lambda route: (self.sent.append(route.request.url), route.abort()))
        page.on("dialog", lambda dialog: (self.events.append(f"dialog {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: self.note(request.url))
        page.on("framenavigated", lambda frame: self.note(frame.url, "navigation to "))
        page.on("popup", lambda popup: self.events.append(f"popup {popup.url}"))
        page.on("pageerror", lambda error: self.events.append(f"error {error}"))

    def note(self, url, kind="request to "):
        if not url.startswith(("data:", "about:")) and url.split("#")[0] != self.expected:
            self.events.append(kind + url)

    def open(self, path):
        self.expected, self.events[:], self.sent[:] = path.as_uri(), [], []
        self.page.goto(self.expected, wait_until="load")

    def elsewhere(self):
        """What has left the page: files beside it may be missing."""
        return [event for event in self.events if "file://" not in event]


def cleaned(watch, folder):
    page = watch.page
    prose = "\n\n".join(f"Words {act.replace(chr(10), ' ')} and more." for act in acts) + "\n\n" + "\n\n".join(acts)
    (folder / "acts.json").write_text(json.dumps(acts))
    cells = "```swift\n" + CELLS + "```\n"
    for name, body in [("prose", prose), ("cells", cells)]:
        watch.open(run(folder, name, notebook(body)))
        page.wait_for_timeout(1000)
        # All that can be opened, pointed at or put in focus.
        page.evaluate("""() => {
          for (const e of document.querySelectorAll("main *")) {
            if (e.closest("a[href^='http']")) continue;
            for (const kind of ["pointerenter", "mouseover", "focus", "toggle"]) e.dispatchEvent(new Event(kind));
            if (e.focus) e.focus();
            if (e.click) e.click();
          }
        }""")
        page.wait_for_timeout(1000)
        check(f"{len(acts)} acts in {name}: no dialog, no request, no navigation", not watch.elsewhere(), str(watch.elsewhere()[:5]))
        check(f"the words of {name} are there", page.locator("main").text_content().count("shown") > len(acts) // 4)
        if pictures:
            page.screenshot(path=pictures / f"handed-out-{name}.png")


def policy(watch, folder):
    """The second wall: the same acts, put past the first."""
    page = watch.page
    report = run(folder, "plain", notebook("# A report\n\nWith words."))
    text = report.read_text()
    leaks = leaking(watch, report, text)
    check("what gets past the cleaning is held by the policy", not leaks, str(leaks[:5]))
    bare = leaking(watch, report, re.sub("<meta http-equiv=.*?>", "", text))
    check("without the policy it acts", len(bare) > 20, f"{len(bare)} do")


def leaking(watch, report, text):
    """What the acts do in a page."""
    page, leaks = watch.page, []
    for number, act in enumerate(acts):
        # What leads away by itself is stopped by the first wall alone: no policy forbids a page to refresh itself.
        if "refresh" in act:
            continue
        place = report.with_name(f"act-{number}.html")
        place.write_text(text.replace("<main>", f"<main>{act}"))
        watch.open(place)
        page.wait_for_timeout(60)
        leaks += [f"{act}: {event}" for event in watch.events if event.startswith(("dialog", "popup"))]
        leaks += [f"{act}: {url}" for url in watch.sent]
        leaks += [f"{act}: left for {page.url}"] if page.url != watch.expected else []
    return leaks


def figures(watch, folder):
    """Interactive figures under the policy, from the disk."""
    page = watch.page
    # A picture of a kind that is not put into the page: it lies next to it.
    header = struct.pack("<2sIHHIIiiHHIIiiII", b"BM", 58, 0, 0, 54, 40, 1, 1, 1, 24, 0, 4, 0, 0, 0, 0)
    (folder / "dot.bmp").write_bytes(header + b"\0\0\xff\0")
    watch.open(run(folder, "figures", notebook("![A dot](dot.bmp)\n\n```swift\n" + SCENE + SCENE.split("\n", 3)[3] + "```\n")))
    check("a picture beside the report is shown", page.locator("img").evaluate("picture => picture.naturalWidth") == 1)
    check("the report has a policy", page.locator("meta[http-equiv=Content-Security-Policy]").count() == 1)
    scenes = page.locator("figure.gimbal-scene")
    check("two scenes are there", scenes.count() == 2)
    looks = "canvas => canvas.toDataURL()"
    before = scenes.nth(1).locator("canvas").evaluate(looks)
    scenes.nth(1).locator("canvas").focus()
    page.keyboard.press("ArrowLeft")
    check("a scene turns by the keys", scenes.nth(1).locator("canvas").evaluate(looks) != before)
    scenes.nth(0).locator("button").click()
    page.wait_for_timeout(600)
    check("a scene plays", scenes.nth(0).locator("output").text_content() not in ("", "0.0 s"),
          scenes.nth(0).locator("output").text_content())
    page.locator("button.copy").first.click()
    expect(page.locator("button.copy").first).to_have_text("copied", timeout=3000)
    check("code can be copied", True)
    check("and nothing failed or was asked for elsewhere", not watch.elsewhere(), str(watch.events))
    watch.open(run(folder, "trusted", notebook("<script>document.title = 'trusted'</script>", "{raw-html: trusted}")))
    check("an author who is trusted runs scripts", page.title() == "trusted")


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="gimbal-handed-out-"))
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1000, "height": 800})
            watch = Watch(page)
            cleaned(watch, folder)
            policy(watch, folder)
            figures(watch, folder)
            browser.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
