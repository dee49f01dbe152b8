"""Moves the controls of pages in a real browser, from the disk and from a web server: keys, touch, addresses, what is stored, figures
that turn, how long a move takes, what is printed, a narrow page, light and dark, axe-core. Nothing may be asked of anybody.

Usage: explore_browser.py PROGRAM FOLDER FOR SCREENSHOTS [NOTEBOOK]. NOTEBOOK is one that explores, instead of the flagship with two
sliders. Exit 1 when something does not hold.
"""

import functools
import http.server
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

program, pictures = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
pictures.mkdir(parents=True, exist_ok=True)
root = pathlib.Path(__file__).resolve().parents[2]
failures = []

LESSON = """---
title: A lesson
notebook:
  ranges: {angle: [-90, 90, 15], name: [one, two], b: [0, 3]}
  explore:
    - angle: {label: angle, unit: °}
    - name: {label: which name}
    - flag: {label: shows more}
    - b
params: {angle: 0.0, name: one, flag: false, b: 1}
---

# Text

The angle is `{swift} params.angle`, and $x = `{swift} params.angle`$.

```swift
print("name:", params.name)
```

```swift
print("more:", params.flag ? "much more" : "no more")
```

# Space

```swift
//| label: fig-space
//| fig-cap: A space to turn.
//| fig-alt: Three arrows.
import Gimbal
let turned = Quaternion(.z, params.angle * .pi / 180)
Figure(Space(arrows: Space.Arrow.triad((turned.act(on: SIMD3(1, 0, 0)), SIMD3(0, 1, 0), SIMD3(0, 0, 1))), showsBox: false))
```

```swift
print(12 / params.b)
```
"""


def check(name, holds, detail=""):
    print(("ok    " if holds else "FAILS ") + name + (f": {detail}" if detail and not holds else ""), flush=True)
    if not holds:
        failures.append(name)


def run(notebook, folder, *arguments):
    start = time.perf_counter()
    result = subprocess.run(
        [program, "run", str(notebook), "--output", str(folder), *arguments], capture_output=True, text=True)
    return result, time.perf_counter() - start


def content(page):
    """What the page shows, without its controls."""
    return page.evaluate("""() => { const main = document.querySelector("main").cloneNode(true);
      main.querySelector(".explore")?.remove(); return main.innerHTML.replace(/<!--.*?-->/g, ""); }""")


def settled(page):
    page.wait_for_function("document.documentElement.dataset.states === 'ready'")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


# How many milliseconds lie between a move and the frame in which it is seen.
MOVE = """async index => {
  const input = document.querySelectorAll(".explore input[type=range]")[index], times = [];
  for (let step = 0; step < 30; step++) {
    input.value = (Number(input.value) + 1) % (Number(input.max) + 1);
    const start = performance.now();
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}"""

with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
    place = pathlib.Path(folder)
    lesson = place / "lesson.md"
    lesson.write_text(LESSON)
    result, _ = run(lesson, place)
    check("the lesson is made", result.returncode == 0, result.stderr)
    # 13 for the angle, 2, 2 and 4 more: nothing of it meets.
    check("what never meets is not combined", "18 states" in result.stderr, result.stderr)

    flagship = place / "flagship.md"
    if len(sys.argv) > 3:
        flagship.write_text(pathlib.Path(sys.argv[3]).read_text())
    else:
        text = (root / "notebooks/stabilisation.md").read_text()
        ranges = "  ranges: {alpha: [0.25, 5, 0.25], restThreshold: [0.02, 0.4, 0.02]}\n  explore: [alpha, restThreshold]\n"
        # In the place of its own ranges and of what it explores.
        flagship.write_text(re.sub(r"  timeout: 60\n.*?(?=params:)", "  timeout: 60\n" + ranges, text, count=1, flags=re.S))
    shutil.copytree(root / "notebooks/traces", place / "traces")
    result, seconds = run(flagship, place)
    print(result.stderr)
    check("the flagship is made", result.returncode == 0, result.stderr)
    size = os.path.getsize(place / "flagship/index.html")
    print(f"      {seconds:.1f} s, {size / 1e6:.2f} MB with the page itself, load {os.getloadavg()[0]:.1f}")
    check("it has less than 3 MB", size < 3e6, str(size))

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
            # Browsers ask every server for its own picture.
            if self.path == "/favicon.ico":
                self.send_response(204)
                self.end_headers()
            else:
                super().do_GET()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    places = {"disk": place.as_uri(), "server": f"http://127.0.0.1:{server.server_address[1]}"}
    # Chromium by its own name where the system has one.
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])

    for kind, base in places.items():
        for scheme, width, height in [("light", 1280, 900), ("dark", 1280, 900), ("light", 390, 780), ("dark", 390, 780)]:
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=width == 390)
            page = context.new_page()
            asked, errors = [], []
            page.on("request", lambda request: asked.append(request.url))
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
            name = f"{kind}, {scheme}, {width} px"
            page.goto(f"{base}/lesson/index.html")
            settled(page)
            first = content(page)
            check(f"{name}: a control for each parameter", page.locator(".explore .control").count() == 4)
            slider = page.get_by_label("angle")
            slider.focus()
            page.keyboard.press("ArrowRight")
            settled(page)
            check(f"{name}: a key moves the slider and the sentence",
                  "The angle is 15" in page.inner_text("main"), page.inner_text("main")[:400])
            check(f"{name}: the slider says its value with the unit",
                  slider.get_attribute("aria-valuetext") == "15°", slider.get_attribute("aria-valuetext"))
            page.keyboard.press("Home")
            settled(page)
            check(f"{name}: Home goes to the least value", "The angle is −90" in page.inner_text("main"))
            check(f"{name}: the head's value goes along", "−90" in page.inner_text(".parameters") or "-90" in page.inner_text(".parameters"))
            page.get_by_label("which name").select_option("two")
            page.get_by_label("shows more").check()
            settled(page)
            check(f"{name}: menu and box", "name: two" in page.inner_text("main") and "much more" in page.inner_text("main"))
            page.get_by_label("b", exact=True).focus()
            page.keyboard.press("Home")
            settled(page)
            check(f"{name}: a value that fails shows why", page.locator(".failure").count() == 1)
            page.wait_for_timeout(200)
            check(f"{name}: the address says the state",
                  all(part in page.url for part in ["angle=-90", "name=two", "flag=true", "b=0"]), page.url)
            address = page.url
            if width == 390:
                check(f"{name}: nothing is wider than the page",
                      page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
            check(f"{name}: axe-core finds nothing",
                  (found := Axe().run(page)).violations_count == 0, found.generate_report())
            page.screenshot(path=pictures / f"explore-{kind}-{scheme}-{width}.png")
            page.get_by_role("button", name="as it was").first.click()
            settled(page)
            check(f"{name}: all as it was", content(page).replace(" open=\"\"", "") == first.replace(" open=\"\"", ""))
            # Another page at this address begins in this state.
            other = context.new_page()
            other.goto(address)
            settled(other)
            check(f"{name}: the address leads to the state",
                  "The angle is −90" in other.inner_text("main") and "name: two" in other.inner_text("main"))
            other.goto(f"{base}/lesson/index.html#fig-space&angle=30")
            other.reload()
            settled(other)
            box = other.locator("#fig-space").bounding_box()
            check(f"{name}: an anchor with a state leads to its place",
                  "The angle is 30" in other.inner_text("main") and box["y"] < height, str(box))
            other.evaluate("location.hash = '#text'")
            settled(other)
            check(f"{name}: an anchor leaves the state as it is", "The angle is 30" in other.inner_text("main"))
            other.close()
            # A figure that is turned stays so while the slider moves.
            figure = page.locator(".turnable:visible")
            figure.focus()
            page.keyboard.press("ArrowUp")
            slider.focus()
            page.keyboard.press("ArrowRight")
            settled(page)
            check(f"{name}: a turned figure stays turned",
                  page.locator(".turnable:visible ~ .turning:visible").first.inner_text() == "as it was")
            page.locator("details.code summary").first.click()
            slider.focus()
            page.keyboard.press("ArrowRight")
            settled(page)
            check(f"{name}: folded code stays folded", page.locator("details.code:not([open])").count() == 1)
            if width == 390:
                page.evaluate("scrollTo(0, 0)")
                track = slider.bounding_box()
                page.touchscreen.tap(track["x"] + track["width"] - 4, track["y"] + track["height"] / 2)
                settled(page)
                check(f"{name}: a finger moves the slider", "The angle is 90" in page.inner_text("main"))
            page.emulate_media(media="print")
            check(f"{name}: paper has no controls", not page.locator(".explore").is_visible())
            own = [url for url in asked if url.split("#")[0] != f"{base}/lesson/index.html"
                   and not url.startswith(("data:", "blob:")) and not url.endswith("/favicon.ico")]
            check(f"{name}: no request leaves the page", not own, str(own))
            check(f"{name}: no error", not errors, str(errors))
            context.close()

    context = browser.new_context(viewport={"width": 1280, "height": 900}, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{places['disk']}/lesson/index.html")
    check("without scripts the page is that of its first state",
          page.locator(".explore").count() == 0 and "The angle is 0" in page.inner_text("main"))
    context.close()

    # The state of a page is the page of a run with its values.
    run(lesson, place / "alone", "-P", "angle=45", "-P", "b=3")
    page = browser.new_page()
    page.goto(f"{places['disk']}/lesson/index.html#angle=45&b=3")
    settled(page)
    state = content(page)
    page.goto(f"{places['disk']}/alone/lesson/index.html")
    settled(page)
    check("a state is the page of a run with its values", state == content(page))

    page.goto(f"{places['disk']}/flagship/index.html")
    begin = time.perf_counter()
    settled(page)
    print(f"      states ready {1e3 * (time.perf_counter() - begin):.0f} ms after the page")
    for index in range(page.locator(".explore input[type=range]").count()):
        times = page.evaluate(MOVE, index)
        print(f"      slider {index + 1}: move to frame {times[15]:.1f} ms in the middle, {times[-1]:.1f} ms at most, load {os.getloadavg()[0]:.1f}")
        check(f"slider {index + 1} of the flagship shows in the next frame", times[15] < 50, str(times))
    page.evaluate("document.querySelector('#fig-drift').scrollIntoView()")
    page.screenshot(path=pictures / "explore-flagship.png")
    server.shutdown()
    browser.close()

if failures:
    print(f"\n{len(failures)} do not hold:\n" + "\n".join(failures))
    sys.exit(1)
