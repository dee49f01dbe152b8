"""Guesses and exercises in a real browser, from the disk and from a plain web server: typed, chosen, ordered and drawn, by keyboard alone,
at 390 px, in the dark; what is veiled cannot be seen, what was guessed is remembered, and no request leaves the page.

Usage: lessons_browser.py PROGRAM FOLDER FOR SCREENSHOTS. Exit 1 when something does not hold.
"""

import functools
import http.server
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

program, pictures = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
pictures.mkdir(parents=True, exist_ok=True)
failures = []

LESSON = """---
title: A lesson
notebook: {}
---

# Drift

See @fig-drift, further on.

```swift
//| echo: false
import Foundation
import Gimbal
let (law, ranking) = ("with its square", ["rest recognition", "exponential", "none"])
```

## How far

::: {.guess #guess-drift unit="m" tolerance="20%"}
How far off is the position after one minute?

It is off by `{swift} Length(error)`.
:::

Far enough to lose the phone.

```swift
//| echo: false
let error = 0.5 * 0.02 / 15 * 60 * 60
```

### Why

Because.

## The law

::: {.guess #guess-law}
How does the error grow with time?

- in proportion to **time**
- with its square
- with its cube, $t^3$

It grows `{swift} law`.
:::

## The order

::: {.guess .order #guess-order}
Put the schemes in order, the best first.

- none
- exponential
- rest recognition

The order is `{swift} ranking`.
:::

## The curve

::: {.guess #guess-curve curve="fig-drift" series="none"}
Draw how the error grows without stabilisation.

It grows with the square of time.
:::

```swift
//| label: fig-drift
//| fig-cap: The error under two schemes.
//| fig-alt: One curve grows, the other levels off.
//| echo: false
let t = stride(from: 0.0, through: 10, by: 0.1).map { $0 }
Figure(x: FigureAxis("time", unit: "s"), y: FigureAxis("error", unit: "m"), [
  .line("none", x: t, y: t.map { 0.05 * $0 * $0 }), .line("exponential", x: t, y: t.map { 1 - exp(-$0) }),
])
```

## Twice the time

::: {.guess .check #check-twice unit="m"}
And after two minutes?

It is off by `{swift} Length(4 * error)`.
:::

No check veils this.

## An exercise

```swift
//| exercise: step
func step(_ v: Double, _ a: Double, _ dt: Double) -> Double {
  blank("the old velocity, and what the acceleration adds in dt")
}
```

```swift
//| solution: step
func step(_ v: Double, _ a: Double, _ dt: Double) -> Double { v + a * dt }
```

```swift
//| check: step
try check(step(0, 2, 0.5), is: 1, dt: 0.5, "0 + 2·0.5")
```
"""


# Guesses in an element, notes at the foot.
ELSEWHERE = """---
title: Elsewhere
notebook: {}
---

```swift
let x = 3.25
```

# One

<div>

::: {.guess #guess-a}
How?

It is `{swift} x`.[^a][^b]
:::

INSIDE

</div>

RESULT[^c]

<div>

STILL

# Two

OPEN[^b]

</div>

[^a]: ANSWER NOTE[^d]
[^b]: OPEN NOTE
[^c]: RESULT NOTE
[^d]: DEEP NOTE
"""


def check(name, holds, detail=""):
    print(("ok    " if holds else "FAILS ") + name + (f": {detail}" if detail and not holds else ""), flush=True)
    if not holds:
        failures.append(name)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def look(page, name, scheme):
    """What can be seen of the answers before anybody has guessed, and axe's verdict."""
    seen = page.locator("main").inner_text()
    hidden = ["2.4 m", "9.6 m", "Far enough", "Because.", "It grows with its square", "The order is", "It grows with the square"]
    check(f"{name}: no answer is readable before", not [text for text in hidden if text in seen], seen)
    check(f"{name}: the questions are", seen.count("Guess first") == 4 and seen.count("Check yourself") == 1)
    check(f"{name}: a check veils its answer alone", "No check veils this." in seen)
    tree = page.locator("main").aria_snapshot()
    check(f"{name}: nor can it be heard", not [text for text in hidden if text in tree])
    check(f"{name}: what has no guess is shown", "Not done yet." in seen and "See Figure 1" in seen)


def axe(page, name):
    found = Axe().run(page).response["violations"]
    check(f"{name}: axe finds nothing", not found, [(each["id"], [node["html"][:90] for node in each["nodes"]]) for each in found])


def veiled(page):
    return page.evaluate("document.querySelectorAll('[data-veiled]').length")


with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
    lesson = pathlib.Path(folder) / "lesson.md"
    lesson.write_text(LESSON)
    run = subprocess.run(
        [program, "run", "--quiet", "--strict", str(lesson), "--output", folder], capture_output=True, text=True)
    check("the lesson is made", run.returncode == 0, run.stderr)
    made = pathlib.Path(folder) / "lesson"
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=str(made)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    places = {"file": (made / "index.html").as_uri(), "http": f"http://127.0.0.1:{server.server_address[1]}/index.html"}
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])

    for scheme, width, place in [("light", 1000, "file"), ("dark", 390, "http")]:
        name = f"{place}, {scheme}, {width} px"
        address = places[place]
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce", has_touch=width < 500)
        page = context.new_page()
        errors, sent = [], []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: sent.append(request.url))
        page.goto(address)
        look(page, name, scheme)
        axe(page, f"{name}, before")
        page.screenshot(path=str(pictures / f"lesson-{scheme}-before.png"), full_page=True)
        check(f"{name}: no page is wider than the window", page.evaluate("document.documentElement.scrollWidth <= innerWidth"))

        # A link to something veiled leads to the guess.
        page.get_by_role("link", name="Figure 1").click()
        page.wait_for_timeout(200)
        check(f"{name}: a link to a veiled figure leads to its guess", page.locator("#guess-curve").is_visible()
              and "when you have guessed" in page.locator(".guess-live").inner_text())

        # A number: what is none is refused, a comma is read.
        number = page.locator("#guess-drift-number")
        number.fill("far")
        page.keyboard.press("Enter")
        check(f"{name}: anything but a number is refused", "Type a number" in page.locator("#guess-drift").inner_text()
              and number.get_attribute("aria-invalid") == "true")
        for text, problem in [("2 8", "Type a number"), ("2.5 cm", "Type the number in m.")]:
            number.fill(text)
            page.keyboard.press("Enter")
            check(f"{name}: “{text}” is refused", problem in page.locator("#guess-drift").inner_text())
        number.fill("2,5 m")
        page.keyboard.press("Enter")
        result = page.locator("#guess-drift .guess-result").inner_text()
        check(f"{name}: a number within the tolerance is right", "You guessed 2.5" in result and "That is right" in result, result)
        check(f"{name}: what follows is shown", page.get_by_text("Because.").is_visible())
        check(f"{name}: the focus is on the result", page.evaluate("document.activeElement.className") == "guess-result")
        page.locator("#guess-drift").get_by_role("button", name="Guess again").click()
        number.fill("3.6")
        page.keyboard.press("Enter")
        result = page.locator("#guess-drift .guess-result").inner_text()
        check(f"{name}: how far off a guess is", "1.2" in result and "50" in result and "too much" in result, result)

        # If the page comes to show another state, its result is compared with, and what is new is veiled, too.
        def exchange(right):
            page.evaluate("""right => {
              const box = document.querySelector(".guess-answers"), other = box.cloneNode(true);
              other.querySelector("[data-guess='guess-drift']").dataset.right = right;
              box.replaceWith(other);
              const late = document.createElement("p");
              late.className = "late";
              late.textContent = "come later";
              document.querySelector("#guess-law").after(late);
            }""", right)
            page.wait_for_timeout(100)
        exchange("3.6")
        result = page.locator("#guess-drift .guess-result").inner_text()
        check(f"{name}: another state's result is compared with", "That is right" in result, result)
        check(f"{name}: what comes later is veiled, too", not page.locator(".late").first.is_visible())
        exchange("2.4")

        # A check: the same in other words.
        page.locator("#check-twice-number").fill("5")
        page.locator("#check-twice").get_by_role("button", name="Check", exact=True).click()
        result = page.locator("#check-twice").inner_text().replace("\u00a0", " ").replace("\u202f", " ")
        check(f"{name}: a check says how far off an answer is", "You answered 5" in result and "4.6 m" in result
              and "It is off by 9.6 m." in result and "Try again" in result, result)

        # By keyboard alone: a choice.
        page.locator("#guess-law input").first.focus()
        page.keyboard.press("Space")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        result = page.locator("#guess-law .guess-result").inner_text()
        check(f"{name}: a wrong choice stands beside the right one", "in proportion to time" in result and "with its square" in result, result)

        # An order, by keyboard: the shuffled items come into the right order.
        order = page.locator("#guess-order .guess-order")
        wanted = ["rest recognition", "exponential", "none"]
        shuffled = [text.split("\n")[0] for text in order.locator("li").all_inner_texts()]
        check(f"{name}: the items are not in the right order before", shuffled != wanted, shuffled)
        for target, text in enumerate(wanted):
            place_now = [line.split("\n")[0] for line in order.locator("li").all_inner_texts()].index(text)
            for _ in range(place_now - target):
                order.get_by_role("button", name=f"move up: {text}").focus()
                page.keyboard.press("Enter")
        page.locator("#guess-order").get_by_role("button", name="Guess", exact=True).focus()
        page.keyboard.press("Enter")
        result = page.locator("#guess-order .guess-result").inner_text()
        check(f"{name}: the right order is", "Your order is right" in result, result)

        # A curve: with a pointer on the wide page, with arrow keys on the narrow one.
        board = page.locator("#guess-curve-board")
        board.scroll_into_view_if_needed()
        check(f"{name}: the drawing has the axes and no series", board.locator("g > title").count() == 0
              and "error" in board.inner_text() and "exponential" not in board.inner_text())
        box = board.bounding_box()
        for across in (0.4, 0.5):
            page.mouse.click(box["x"] + box["width"] * across, box["y"] + box["height"] * 0.5)
        page.locator("#guess-curve").get_by_role("button", name="Guess", exact=True).click()
        check(f"{name}: two points are no curve", "so far it covers" in page.locator("#guess-curve").inner_text()
              and page.locator("#guess-curve").get_by_role("button", name="Guess", exact=True).is_visible())
        if width > 500:
            box = board.bounding_box()
            page.mouse.move(box["x"] + box["width"] * 0.1, box["y"] + box["height"] * 0.8)
            page.mouse.down()
            for step in range(1, 13):
                page.mouse.move(box["x"] + box["width"] * (0.1 + 0.05 * step), box["y"] + box["height"] * (0.8 - 0.05 * step))
            page.mouse.up()
        else:
            board.focus()
            page.keyboard.press("ArrowUp")
            page.keyboard.press("End")
            for _ in range(8):
                page.keyboard.press("PageUp")
            box = board.bounding_box()
            for across, up in [(0.3, 0.6), (0.6, 0.4)]:
                page.touchscreen.tap(box["x"] + box["width"] * across, box["y"] + box["height"] * up)
            drawn = board.locator(".guess-line").get_attribute("points").split()
            check(f"{name}: a finger draws, too", len(drawn) > 20, drawn)
            check(f"{name}: the height can be heard", "% of the height" in board.get_attribute("aria-valuetext"))
        board.screenshot(path=str(pictures / f"lesson-{scheme}-board.png"))
        page.locator("#guess-curve").get_by_role("button", name="Guess", exact=True).click()
        result = page.locator("#guess-curve .guess-result").inner_text()
        check(f"{name}: how far off a curve is", "of the axis away" in result, result)
        check(f"{name}: it stands in the figure", page.locator("#figure-fig-drift [data-drawn]").count() > 0)
        check(f"{name}: nothing is veiled any more", veiled(page) == 0)
        axe(page, f"{name}, after")
        page.screenshot(path=str(pictures / f"lesson-{scheme}-after.png"), full_page=True)

        # Remembered by the browser, and forgotten when asked.
        page.reload()
        check(f"{name}: guesses are remembered", veiled(page) == 0
              and "You guessed 3.6" in page.locator("#guess-drift").inner_text()
              and page.locator("#figure-fig-drift [data-drawn]").count() > 0)
        keys = page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('gimbal-guess:')).sort().join()")
        check(f"{name}: by notebook and name", keys.startswith("gimbal-guess:lesson/check-twice,gimbal-guess:lesson/guess-curve,"), keys)
        page.get_by_role("button", name="Forget my guesses").click()
        check(f"{name}: they are forgotten", veiled(page) > 0 and page.evaluate("localStorage.length") == 0)
        page.locator("#guess-drift").get_by_role("button", name="Show me").click()
        check(f"{name}: who asks is shown", page.get_by_text("Because.").is_visible()
              and "You asked to be shown" in page.locator("#guess-drift").inner_text())

        # The page's choice: everything is shown, remembered, and veiled again; a link makes the same choice.
        page.get_by_role("button", name="Forget my guesses").click()
        page.get_by_role("radio", name="Show everything").check()
        check(f"{name}: everything is shown", veiled(page) == 0 and page.get_by_text("Because.").is_visible())
        page.reload()
        check(f"{name}: and stays so", veiled(page) == 0 and page.get_by_role("radio", name="Show everything").is_checked())
        page.get_by_role("radio", name="Answer as you go").check()
        check(f"{name}: or is veiled again", veiled(page) > 0 and page.evaluate("localStorage.length") == 0)
        page.goto(address.split("#")[0] + "#all")
        page.reload()
        check(f"{name}: a link shows everything", veiled(page) == 0 and page.get_by_role("radio", name="Show everything").is_checked())
        page.get_by_role("radio", name="Answer as you go").check()
        check(f"{name}: until the reader chooses", veiled(page) > 0 and "#all" not in page.url, page.url)
        page.locator("#guess-drift").get_by_role("button", name="Show me").click()

        # An exercise: the solution is folded, and opens by keyboard.
        solution = page.locator("details.fold").first
        check(f"{name}: the solution is folded", not solution.locator("pre").is_visible())
        solution.locator("> summary").focus()
        page.keyboard.press("Enter")
        check(f"{name}: and opens", solution.locator("pre").is_visible())
        own = address.split("#")[0]
        asked = [url for url in sent if not url.startswith(("data:", own)) and not url.endswith("/favicon.ico")]
        check(f"{name}: no request leaves the page", not asked, asked)
        check(f"{name}: no error", not [error for error in errors if "favicon" not in error and "404" not in error], errors)
        context.close()

    # A browser that keeps nothing: guesses last as long as the page is open.
    context = browser.new_context()
    context.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no storage'); } })")
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(places["file"])
    page.locator("#guess-drift-number").fill("2")
    page.keyboard.press("Enter")
    check("without storage a guess lasts as long as the page", page.get_by_text("Because.").is_visible() and not errors, errors)
    context.close()

    # What an earlier version of the page has remembered may not fit.
    context = browser.new_context()
    page = context.new_page()
    page.goto(places["http"])
    page.evaluate("""for (const [name, value] of [["guess-drift", '{"value":"x"}'], ["guess-law", '{"value":9}'],
      ["guess-order", '{"value":[0]}'], ["guess-curve", "nonsense"]]) localStorage.setItem("gimbal-guess:lesson/" + name, value)""")
    page.reload()
    check("what does not fit is asked for again", page.locator(".guess.open").count() == 5)
    context.close()

    # On a slow line nothing that is veiled shows before the script at the end has come.
    class SlowHandler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            data = (pathlib.Path(folder) / "lesson" / "index.html").read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            end = data.rindex(b"</main>")
            try:
                self.wfile.write(data[:end])
                self.wfile.flush()
                hold.wait(20)
                self.wfile.write(data[end:])
            except BrokenPipeError:
                pass

        def log_message(self, *_):
            pass

    hold = threading.Event()
    slow = http.server.ThreadingHTTPServer(("127.0.0.1", 0), SlowHandler)
    threading.Thread(target=slow.serve_forever, daemon=True).start()
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{slow.server_port}/", wait_until="commit")
    page.wait_for_selector("#guess-curve", state="attached")
    check("on a slow line no answer shows", not page.get_by_text("Because.").is_visible()
          and not page.get_by_text("It grows with the square of time.").is_visible())
    hold.set()
    page.wait_for_load_state("load")
    check("nor when the script has come", not page.get_by_text("Because.").is_visible()
          and page.get_by_text("Not done yet.").first.is_visible())
    # Paper has no button for what is veiled.
    printed = pathlib.Path(folder) / "printed.pdf"
    printed.write_bytes(page.pdf())
    text = subprocess.run(["pdftotext", "-layout", printed, "-"], capture_output=True, text=True).stdout
    check("a print with open guesses has the results", "Because." in text and "with the square of time" in text, text)
    check("and the page is veiled again", not page.get_by_text("Because.").is_visible())
    context.close()
    slow.shutdown()

    # A guess veils what is behind the element that it is in, and the notes that only veiled parts refer to.
    other = pathlib.Path(folder) / "elsewhere.md"
    other.write_text(ELSEWHERE)
    subprocess.run([program, "run", "--quiet", str(other), "--output", folder], check=True)
    context = browser.new_context()
    page = context.new_page()
    page.goto((pathlib.Path(folder) / "elsewhere" / "index.html").as_uri())
    seen = page.locator("main").inner_text()
    veiled_words = ["INSIDE", "RESULT", "STILL", "ANSWER NOTE", "RESULT NOTE", "DEEP NOTE"]
    check("what is behind the guess's element is veiled, and notes of veiled parts", not [text for text in veiled_words if text in seen], seen)
    check("the next section is shown, and its notes", "OPEN\n" in seen.replace("OPEN2", "OPEN") and "OPEN NOTE" in seen, seen)
    page.get_by_role("button", name="Show me").click()
    seen = page.locator("main").inner_text()
    check("they are shown with the answer", all(text in seen for text in veiled_words), seen)
    context.close()

    # Without the script nothing is veiled.
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(places["file"])
    seen = page.locator("main").inner_text()
    check("without a script everything is shown", all(text in seen for text in ["2.4 m", "Because.", "The order is rest recognition, exponential, none"]), seen)
    context.close()
    browser.close()
    server.shutdown()

if failures:
    sys.exit(f"{len(failures)} do not hold: " + "; ".join(failures))
print("All holds.")
