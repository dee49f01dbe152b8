"""Opens the pages of marks in a real browser, as students, teachers and those who mark get them: a page for each student, the summary, the
answers. Narrow and wide, light and dark, on paper; axe-core; nothing is asked of anybody, and no student's page names another.

Usage: marks_browser.py PROGRAM FOLDER FOR SCREENSHOTS. Exit 1 when something does not hold.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

program, pictures = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
pictures.mkdir(parents=True, exist_ok=True)
failures = []

LAB = """---
title: Integrating twice
notebook: {assignment: lab3}
---

```swift
//| label: given
//| locked: true
import Gimbal
```

```swift
//| exercise: step
//| calls: [Vector3]
func step(_ v: Double, _ a: Double, _ dt: Double) -> Double {
  blank("the new velocity")
}
```

```swift
//| solution: step
func step(_ v: Double, _ a: Double, _ dt: Double) -> Double { v + a * dt }
```

```swift
//| check: step
//| points: 2
try check(step(0, 2, 0.5), is: 1, dt: 0.5, "from rest")
try check(step(3, -2, 0.25), is: 2.5, dt: 0.25, "in motion")
```

```swift
//| check: step
//| points: 3
//| hidden: true
try check("a step", step, like: { v, a, dt in v + a * dt }, over: .number("v"), .number("a"), .timeStep())
```

```swift
//| exercise: drift
func drift(_ times: [Double], bias: Double) -> Figure {
  blank("a figure of the error over time: half the bias times the square of the time")
}
```

```swift
//| solution: drift
func drift(_ times: [Double], bias: Double) -> Figure {
  Figure(x: FigureAxis("time", unit: "s"), y: FigureAxis("error", unit: "m"), [.line("none", x: times, y: times.map { bias * $0 * $0 / 2 })])
}
```

```swift
//| check: drift
//| points: 2
let times = [0, 0.5, 1, 1.5, 2]
try check(
  drift(times, bias: 0.1),
  draws: Figure(x: FigureAxis("time", unit: "s"), y: FigureAxis("error", unit: "m"), [.line("none", x: times, y: times.map { 0.05 * $0 * $0 })]),
  within: 1e-9, "the drift")
```

::: {.answer #growth points="4"}
How does the position error grow with time, and why? Say it with a formula, such as $x = \\frac12 b t^2$.

With its square, because a constant error of the acceleration is integrated twice.
:::

::: {.answer #effort}
How many hours did it take?
:::
"""

RIGHT = ("v + a * dt", """Figure(x: FigureAxis("time", unit: "s"), y: FigureAxis("error", unit: "m"), [.line("none", x: times, y: times.map { bias * $0 * $0 / 2 })])""")
LONG = "Its square: " + "averylongwordwithoutanybreak" * 8 + " and `" + "code" * 40 + "`.\n\n| a | b | c |\n| --- | --- | --- |\n| " + "wide " * 30 + " | 2 | 3 |\n"
STUDENTS = {
    "adalovelace": (RIGHT, "With the square of time: $x = \\frac12 b t^2$. <script>alert(1)</script><img src=x onerror=alert(2)>", "Five hours."),
    "bobbarnacle": (("v + a", RIGHT[1].replace('unit: "m"', 'unit: "mm"')), LONG, ""),
    "cyncynara": (("v + a * dt", RIGHT[1].replace("/ 2", "")), "", "Ten."),
    "dandelion": (("v + w * dt // does not compile", RIGHT[1]), "It grows.", ""),
    "evergreen": (('blank("the new velocity")', 'blank("a figure")'), "", ""),
    "foxglove": (("Quaternion(.z, 0).act(on: Vector3(v + a * dt, 0, 0)).x", RIGHT[1]), "It grows.", ""),
}


def check(name, holds, detail=""):
    print(("ok    " if holds else "FAILS ") + name + (f": {detail}" if detail and not holds else ""), flush=True)
    if not holds:
        failures.append(name)


def run(*words, cwd):
    result = subprocess.run([program, "assignment", *words], cwd=cwd, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(words)}:\n{result.stdout}{result.stderr}")
    return result.stdout


with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
    place = pathlib.Path(folder)
    (place / "submissions").mkdir()
    (place / "lab.md").write_text(LAB)
    run("release", "lab.md", "--output", "student.md", cwd=place)
    handed_out = (place / "student.md").read_text()
    for name, ((step, drift), growth, effort) in STUDENTS.items():
        text = handed_out
        blanks = iter([step, drift])
        text = re.sub(r'blank\("[^"]*"\)', lambda _: next(blanks), text)
        for answer in [growth, effort]:
            text = re.sub(r"<!-- Write your answer here.*?-->", lambda _: answer or "<!-- nothing -->", text, count=1)
        if name == "foxglove":
            text = text.replace('"from rest"', '"from a rest"')
        (place / f"submissions/{name}.md").write_text(text)
    run("grade", "submissions", "--source", "lab.md", cwd=place)
    run("mark", "grades", "--source", "lab.md", cwd=place)
    (place / "grades/comments.tsv").write_text("why\tAnd say *why*.\n")
    run("mark", "grades", "--source", "lab.md", "--student", "adalovelace", "--item", "growth", "--points", "3.5", "--comment", "{why}", cwd=place)
    run("mark", "grades", "--source", "lab.md", cwd=place)
    run("report", "grades", "--source", "lab.md", cwd=place)
    report = place / "grades/report"
    pages = {name: report / f"feedback/{name}.html" for name in STUDENTS}
    pages |= {"summary": report / "summary.html", "answers": place / "grades/answers.html"}
    for name, page in pages.items():
        text = page.read_text()
        others = [other for other in STUDENTS if other != name and other in text]
        if name in STUDENTS:
            check(f"{name}'s page names nobody else", not others, str(others))
        if name == "answers":
            check("the answers have no names", not others, str(others))

    browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    for scheme, width, height in [("light", 1280, 900), ("dark", 1280, 900), ("light", 390, 780), ("dark", 390, 780)]:
        for name, file in pages.items():
            where, problems = f"{name}, {scheme}, {width}", []
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            page.on("request", lambda request: problems.append(request.url)
                    if not request.url.startswith((file.as_uri(), "data:")) else None)
            page.on("console", lambda message: problems.append(message.text) if message.type in ("error", "warning") else None)
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("dialog", lambda dialog: (problems.append(f"a dialog: {dialog.message}"), dialog.dismiss()))
            page.goto(file.as_uri())
            page.wait_for_load_state("load")
            # What is folded counts, too.
            page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
            over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            check(f"{where}: as wide as the window", over <= 0, f"{over} px more")
            axe = Axe().run(page, options={"preload": False}).response["violations"]
            check(f"{where}: axe-core has nothing against it", not axe, str([(v["id"], v["nodes"][0]["html"][:100]) for v in axe]))
            check(f"{where}: nothing is asked of anybody, and nothing acts", not problems, str(problems[:3]))
            page.screenshot(path=str(pictures / f"marks-{name}-{scheme}-{width}.png"), full_page=True)
            page.close()

    # On paper everything is there, what is folded, too.
    for name, file in pages.items():
        page = browser.new_page(viewport={"width": 794, "height": 1123}, color_scheme="dark")
        page.goto(file.as_uri())
        page.emulate_media(media="print")
        hidden = page.evaluate("[...document.querySelectorAll('details > *')].filter(e => !e.checkVisibility({contentVisibilityAuto: true})).length")
        check(f"{name}, paper: nothing stays folded", hidden == 0, f"{hidden} parts")
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        check(f"{name}, paper: dark on light", colour in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"), colour)
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        check(f"{name}, paper: as wide as the sheet", over <= 0, f"{over} px more")
        page.pdf(path=str(pictures / f"marks-{name}.pdf"), format="A4")
        page.close()
    browser.close()

print(f"{len(failures)} do not hold" if failures else "all holds")
sys.exit(1 if failures else 0)
