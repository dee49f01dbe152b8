"""Looks at slides in a real browser: keys, touch, addresses, the speaker's view, films, figures that turn, what is printed.

Usage: slides_browser.py PROGRAM FOLDER FOR SCREENSHOTS. Exit 1 when something does not hold.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

program, pictures = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
pictures.mkdir(parents=True, exist_ok=True)
failures = []

TALK = """---
title: A talk
author: Ada
notebook: {}
---

::: notes
Said to the title.
:::

# Part

## Points

- One is **first**.
- A formula, $q v q^{-1}$; see @fig-space.

::: notes
Said to the *points*.
:::

## Space

```swift
//| label: fig-space
//| fig-cap: A space to turn.
//| fig-alt: Three arrows.
//| echo: false
import Gimbal
Figure(Space(arrows: Space.Arrow.triad((SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))), showsBox: false))
```

## Film

```swift
//| label: fig-film
//| fig-alt: A dice that turns.
//| echo: false
let dice = try SteadyDice(times: [0, 2], attitudes: [Quaternion(.z, 0), Quaternion(.z, 2)])
try dice.animation()
```

## Both

```swift
//| label: fig-both
//| fig-alt: Two dice.
//| echo: false
try SceneGroup([("one", dice.interactive()), ("other", dice.interactive())])
```

## Scene

```swift
//| label: fig-scene
//| fig-alt: A dice to turn.
//| echo: false
try dice.interactive()
```

---

No heading here.

## Full

""" + "\n\n".join(f"Line {number} of far too many for one slide." for number in range(60)) + "\n"


def check(name, holds, detail=""):
    print(("ok    " if holds else "FAILS ") + name + (f": {detail}" if detail and not holds else ""), flush=True)
    if not holds:
        failures.append(name)


def shown(page):
    """The number of the slide that is seen."""
    return page.evaluate("[...document.querySelectorAll('.page')].findIndex(p => p.classList.contains('current')) + 1")


# What of a slide is neither inside of it nor reached by scrolling.
CUT = """[...document.querySelectorAll(".sheet:not(.full)")].flatMap(sheet => {
  const box = sheet.closest(".slide").getBoundingClientRect();
  return [...sheet.querySelectorAll("p, li, h2, h3, .picture, canvas, pre, td, figcaption")].filter(e => {
    const r = e.getBoundingClientRect();
    return r.width > 0 && (r.bottom > box.bottom + 1 || r.right > box.right + 1 || r.top < box.top - 1);
  }).map(e => e.textContent.slice(0, 30));
})"""

STEPS = """---
title: Steps
notebook: {}
---

# One

Seen at once.

. . .

Seen later.

::: incremental
- first
- second
:::

# Two

Here.
"""

MOVED = """---
title: Moved
notebook:
  ranges: {alpha: [1, 4, 1], beta: [0, 2, 1]}
  explore: [alpha, beta]
params: {alpha: 2.0, beta: 1.0}
---

# Nothing

Said without parameters.

# Waves

Now alpha is `{swift} Int(params.alpha)`.

```swift
//| label: fig-wave
//| fig-cap: A wave.
//| fig-alt: A wave that gets higher.
//| echo: false
import Gimbal
Figure(x: FigureAxis("t", unit: "s"), y: FigureAxis("x", unit: "m"), [.line("wave", x: [0, 1, 2], y: [0, params.alpha, 0])])
```

# Again

Still `{swift} Int(params.alpha)`, and `{swift} Int(params.beta)`.
"""

# The texts of the present slide that are seen.
SEEN = """[...document.querySelectorAll(".current .sheet p, .current .sheet li")]
  .filter(e => !e.closest(".later")).map(e => e.textContent.trim())"""

with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
    talk = pathlib.Path(folder) / "talk.md"
    talk.write_text(TALK)
    run = subprocess.run(
        [program, "run", "--quiet", str(talk), "--to", "slides", "--output", folder], capture_output=True, text=True)
    check("the slides are made", run.returncode == 0, run.stderr)
    check("a slide that does not fit is named with its line", "warning: the slide “Full”" in run.stderr, run.stderr)
    address = (pathlib.Path(folder) / "talk" / "talk-slides.html").as_uri()
    # Chromium by its own name where the system has one.
    system = shutil.which("chromium")
    browser = playwright.chromium.launch(executable_path=system, args=["--no-sandbox"])
    for scheme, width, height in [("light", 1280, 720), ("dark", 1024, 768), ("light", 390, 780)]:
        name = f"slides, {scheme}, {width} px"
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        page, requests, errors = context.new_page(), [], []
        page.on("request", lambda request: requests.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(address)
        page.wait_for_timeout(300)
        check(f"{name}: one file, and no request beside", all(url.startswith(("data:", address)) for url in requests), requests)
        count = page.locator(".page").count()
        check(f"{name}: a slide for each heading and rule, and the title", count == 9, count)
        check(f"{name}: nothing is cut", page.evaluate(CUT) == [], page.evaluate(CUT))
        seen = [shown(page)]
        for key in ["ArrowRight", " ", "PageDown", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"]:
            page.keyboard.press(key)
            seen.append(shown(page))
        check(f"{name}: keys", seen == [1, 2, 3, 4, 3, 9, 9, 1, 1], seen)
        page.goto(address + "#film")
        page.wait_for_timeout(100)
        check(f"{name}: a slide has an address", shown(page) == 5, shown(page))
        page.goto(address + "#3")
        page.reload()
        check(f"{name}: a number is an address, too", shown(page) == 3 and page.url.endswith("#points"), page.url)
        page.locator(".current a").first.click()
        page.wait_for_timeout(100)
        check(f"{name}: a reference leads to the figure's slide", shown(page) == 4, shown(page))
        colours = page.evaluate("getComputedStyle(document.body).backgroundColor")
        check(f"{name}: its scheme", (int(colours[4:-1].split(",")[0]) < 100) == (scheme == "dark"), colours)

        box = page.locator(".current .turnable").first
        before = box.screenshot()
        place = box.bounding_box()
        x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 50, y + 15, steps=4)
        page.mouse.up()
        check(f"{name}: a figure turns, and the slide stays", box.screenshot() != before and shown(page) == 4)
        box.focus()
        before = box.screenshot()
        page.keyboard.press("ArrowLeft")
        check(f"{name}: arrow keys turn the figure that has the focus", box.screenshot() != before and shown(page) == 4)
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.evaluate("document.activeElement.blur()")
        page.goto(address + "#film")
        page.reload()
        film = page.locator(".current svg").first
        first = film.screenshot()
        plays = False
        for _ in range(8):
            page.wait_for_timeout(150)
            plays = plays or film.screenshot() != first
        check(f"{name}: a film plays", plays)
        page.locator(".current").get_by_role("button", name="Pause the film").click()
        first = film.screenshot()
        page.wait_for_timeout(500)
        check(f"{name}: a film can be stopped", film.screenshot() == first)
        page.keyboard.press("ArrowRight")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        page.wait_for_timeout(500)
        check(f"{name}: and stays so while another slide is shown", shown(page) == 5 and film.screenshot() == first, shown(page))
        page.locator(".current").get_by_role("button", name="Play the film").click()
        page.wait_for_timeout(500)
        check(f"{name}: and goes on", film.screenshot() != first)
        page.evaluate("document.activeElement.blur()")
        page.goto(address + "#both")
        page.reload()
        films = page.locator(".current canvas").all()
        first = [film.screenshot() for film in films]
        page.locator(".current").get_by_role("slider").fill("500")
        moved = [film.screenshot() != before for film, before in zip(films, first)]
        check(f"{name}: two films go by one slider", moved == [True, True], moved)
        page.evaluate("document.activeElement.blur()")
        page.goto(address + "#scene")
        page.reload()
        scene = page.locator(".current canvas")
        first = scene.screenshot()
        page.locator(".current").get_by_role("button", name="Play").click()
        page.wait_for_timeout(600)
        check(f"{name}: a scene plays", scene.screenshot() != first)
        page.evaluate("document.activeElement.blur()")

        page.keyboard.press("Escape")
        page.wait_for_timeout(100)
        check(f"{name}: Escape shows all slides", page.evaluate("document.documentElement.classList.contains('overview')"))
        page.screenshot(path=pictures / f"slides-{scheme}-{width}-all.png")
        spot = page.locator(".page").nth(1).bounding_box()
        page.mouse.click(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
        check(f"{name}: a click on one shows it", shown(page) == 2 and not page.evaluate(
            "document.documentElement.classList.contains('overview')"))
        page.goto(address + "#points")
        page.reload()
        check(f"{name}: what is said is not seen", page.get_by_text("Said to the").locator("visible=true").count() == 0)
        page.screenshot(path=pictures / f"slides-{scheme}-{width}.png")
        page.keyboard.press("n")
        check(f"{name}: the speaker sees it", page.locator(".speech").inner_text().startswith("Said to the points."))
        page.screenshot(path=pictures / f"slides-{scheme}-{width}-notes.png")
        # The heading of the first level is the title's, on its own slide.
        rules = {"rules": {"page-has-heading-one": {"enabled": False}}}
        results = Axe().run(page, options=rules).response["violations"]
        check(f"{name}: axe-core", results == [], [(item["id"], item["nodes"][0]["html"][:160]) for item in results])
        page.keyboard.press("n")
        with context.expect_page() as opened:
            page.keyboard.press("s")
        speaker = opened.value
        speaker.wait_for_timeout(300)
        check(f"{name}: the speaker's window has the notes", "Said to the points." in speaker.locator(".speech").inner_text())
        speaker.keyboard.press("ArrowRight")
        page.wait_for_timeout(200)
        check(f"{name}: the slides go along with the speaker", shown(page) == 4, shown(page))
        page.keyboard.press("Home")
        speaker.wait_for_timeout(200)
        check(f"{name}: and the speaker with the slides", shown(speaker) == 1, shown(speaker))
        speaker.close()
        check(f"{name}: no error", errors == [], errors)
        context.close()

    context = browser.new_context(viewport={"width": 800, "height": 450}, has_touch=True)
    page = context.new_page()
    page.goto(address)
    swipe = """(from) => { for (const [kind, x] of [["pointerdown", from], ["pointerup", 400 - (from - 400)]])
      document.querySelector(".current .sheet").dispatchEvent(new PointerEvent(kind,
        { bubbles: true, pointerType: "touch", clientX: x, clientY: 200 })); }"""
    page.evaluate(swipe, 600)
    check("slides, touch: a finger goes on", shown(page) == 2, shown(page))
    page.evaluate(swipe, 200)
    check("slides, touch: and back", shown(page) == 1, shown(page))

    def printed(name):
        path = pathlib.Path(folder) / name
        path.write_bytes(page.pdf(prefer_css_page_size=True, print_background=True))
        text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True).stdout
        return text.split("\f")[:-1]

    sheets = printed("slides.pdf")
    check("slides, printed: a page each, without what is said", len(sheets) == 9 and "Said" not in "".join(sheets), len(sheets))
    page.keyboard.press("n")
    sheets = printed("handout.pdf")
    check("slides, printed for the speaker: with what is said",
          len(sheets) == 9 and "Said to the points." in sheets[2], [sheet[:60] for sheet in sheets])
    context.close()

    steps = pathlib.Path(folder) / "steps.md"
    steps.write_text(STEPS)
    subprocess.run([program, "run", "--quiet", str(steps), "--to", "slides-html", "--output", folder], check=True)
    context = browser.new_context(viewport={"width": 800, "height": 450})
    page = context.new_page()
    page.goto((pathlib.Path(folder) / "steps" / "steps-slides.html").as_uri())
    page.keyboard.press("ArrowRight")
    wanted = [["Seen at once."], ["Seen at once.", "Seen later."], ["Seen at once.", "Seen later.", "first"],
              ["Seen at once.", "Seen later.", "first", "second"], ["Here."]]
    for number, texts in enumerate(wanted):
        check(f"slides, step {number}: what is seen", page.evaluate(SEEN) == texts, page.evaluate(SEEN))
        if number + 1 < len(wanted):
            page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    check("slides, steps: back shows the whole slide", page.evaluate(SEEN) == wanted[3], page.evaluate(SEEN))
    page.keyboard.press("Escape")
    check("slides, steps: all are seen among all slides", page.evaluate(
        "[...document.querySelectorAll('.page li')].every(e => getComputedStyle(e).opacity === '1')"))
    context.close()

    moved = pathlib.Path(folder) / "moved.md"
    moved.write_text(MOVED)
    run = subprocess.run(
        [program, "run", "--quiet", str(moved), "--to", "slides-html", "--output", folder], capture_output=True, text=True)
    check("slides with controls are made", run.returncode == 0, run.stderr)
    there = (pathlib.Path(folder) / "moved" / "moved-slides.html").as_uri()
    for width, height in [(1280, 720), (390, 780)]:
        name = f"slides with controls, {width} px"
        context = browser.new_context(viewport={"width": width, "height": height})
        page, errors = context.new_page(), []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(there)
        page.wait_for_selector("html[data-states=ready]", state="attached")
        panel = page.get_by_role("region", name="Parameters to change")
        page.keyboard.press("ArrowRight")
        check(f"{name}: a slide that depends on nothing has none", shown(page) == 2 and not panel.is_visible())
        page.keyboard.press("ArrowRight")
        check(f"{name}: a slide has the controls that decide something on it",
              panel.get_by_role("slider").count() == 1 and panel.get_by_label("alpha").is_visible(), panel.inner_text())
        before = page.locator(".current .picture svg").first.inner_html()
        page.locator("#explore-alpha").focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(400)
        check(f"{name}: a key moves the slider and not the slides", shown(page) == 3)
        check(f"{name}: prose and figure follow", "alpha is 3" in page.locator(".current").inner_text()
              and page.locator(".current .picture svg").first.inner_html() != before, page.locator(".current").inner_text())
        check(f"{name}: nothing is cut", page.evaluate(CUT) == [], page.evaluate(CUT))
        over = page.evaluate("""(() => { const panel = document.querySelector(".explore").getBoundingClientRect();
          return [...document.querySelectorAll(".current figcaption, .current p:not(.place)")].filter(e => {
            const r = e.getBoundingClientRect(); return r.bottom > panel.top + 1 && r.right > panel.left && r.left < panel.right; }).map(e => e.textContent); })()""")
        check(f"{name}: the controls cover nothing", over == [], over)
        check(f"{name}: the address says slide and values", page.url.endswith("#waves&alpha=3"), page.url)
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("ArrowRight")
        check(f"{name}: what follows shows the same values", "Still 3" in page.locator(".current").inner_text()
              and page.url.endswith("&alpha=3"), page.url)
        page.reload()
        page.wait_for_selector("html[data-states=ready]", state="attached")
        page.wait_for_timeout(300)
        check(f"{name}: and so does the page from that address", shown(page) == 4 and "Still 3" in page.locator(".current").inner_text())
        # The title is on the first slide.
        results = [item for item in Axe().run(page).response["violations"] if item["id"] != "page-has-heading-one"]
        check(f"{name}: axe-core", results == [], [(item["id"], item["nodes"][0]["html"][:160]) for item in results])
        if width == 1280:
            with context.expect_page() as opening:
                page.keyboard.press("s")
            speaker = opening.value
            speaker.wait_for_selector("html[data-states=ready]", state="attached")
            speaker.keyboard.press("ArrowLeft")
            speaker.locator("#explore-alpha").focus()
            speaker.keyboard.press("ArrowLeft")
            page.wait_for_timeout(500)
            check(f"{name}: what the speaker moves, the slides show", shown(page) == 3
                  and "alpha is 2" in page.locator(".current").inner_text(), page.locator(".current").inner_text())
        check(f"{name}: no error", errors == [], errors)
        page.screenshot(path=pictures / f"slides-controls-{width}.png")
        context.close()

    context = browser.new_context(java_script_enabled=False, viewport={"width": 1000, "height": 700})
    page = context.new_page()
    page.goto(address)
    check("slides without script: all are there", page.get_by_text("No heading here.").is_visible())
    context.close()
    browser.close()

print(f"{len(failures)} do not hold" if failures else "all holds")
sys.exit(1 if failures else 0)
