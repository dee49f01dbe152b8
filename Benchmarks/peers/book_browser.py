"""Reads a book in a real browser, unzipped in a folder and from a web server: links, search, sliders, guesses, figures beside the
references to them, keys, a narrow page, light and dark, paper, pages without scripts, axe-core, sizes. Nothing may be asked of anybody.

Usage: book_browser.py PROGRAM FOLDER FOR SCREENSHOTS [SITE]. SITE is a book that is made already, instead of a small one that is
made here. Exit 1 when something does not hold.
"""

import functools
import http.server
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile
from urllib.parse import unquote

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

program, pictures = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
pictures.mkdir(parents=True, exist_ok=True)
failures = []

FIGURE = """```swift
//| label: fig-line
//| fig-cap: A line that bends.
//| fig-alt: A line that goes up and down again.
import Gimbal
{more}Figure(x: FigureAxis("t", unit: "s"), y: FigureAxis("y", unit: "m"), [.line("a", x: [0, 1, 2], y: [0, {y}, 1])])
```
"""

NOTEBOOKS = {
    "book.yml": """title: A small book
subtitle: For a browser
authors: [Somebody]
about: It has **three** chapters.
chapters:
  - part: First
    chapters: [1-start.md]
  - part: Second
    chapters: [2-slide.md, 3-guess.md]
""",
    "1-start.md": """---
title: The beginning
subtitle: Where it starts
notebook: {}
---
Some words about quaternions, with $x = \\frac{1}{2}$. See @2-slide/fig-line and @fig-line, and [the guess](3-guess.md#the-gyroscope).

# A heading about drift

Gravity pulls: naïve readers see @2-slide/fig-line again.

""" + FIGURE.format(more="", y="2") + "\n# Another one\n\nThe end.\n",
    "2-slide.md": """---
title: A slider
notebook:
  ranges: {k: [1, 5]}
  explore:
    - k: {label: bend}
params: {k: 1}
---
With `{swift} params.k` see @1-start/fig-line and @fig-line.

""" + FIGURE.format(more="let k = Double(params.k)\n", y="k"),
    "3-guess.md": """---
title: A guess
notebook: {}
---
# The gyroscope

::: {.guess #guess-answer unit="m" tolerance="10%"}
How many metres?

It is `{swift} "42 m"`.
:::

More.
""",
}


def check(name, holds, detail=""):
    print(("ok    " if holds else "FAILS ") + name + (f": {detail}" if detail and not holds else ""), flush=True)
    if not holds:
        failures.append(name)


with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
    place = pathlib.Path(folder)
    if len(sys.argv) > 3:
        made = pathlib.Path(sys.argv[3]).resolve()
        isSmall = False
    else:
        (place / "notebooks").mkdir()
        for name, text in NOTEBOOKS.items():
            (place / "notebooks" / name).write_text(text)
        made = place / "made"
        result = subprocess.run(
            [program, "book", str(place / "notebooks"), "-o", str(made)], capture_output=True, text=True)
        check("the book is made", result.returncode == 0, result.stderr)
        result = subprocess.run(
            [program, "book", str(place / "notebooks"), "-o", str(made)], capture_output=True, text=True)
        check("made again, it stays as it is", "0 of them run, 0 files written" in result.stderr, result.stderr)
        isSmall = True

    # As a student gets it: packed, sent, unpacked somewhere else.
    archive = place / "book.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        for file in sorted(made.rglob("*")):
            if file.is_file():
                zipped.write(file, file.relative_to(made))
    site = place / "a folder" / "book"
    with zipfile.ZipFile(archive) as zipped:
        zipped.extractall(site)

    chapters = re.findall(r'<li><a href="([^"#]+\.html)"', (site / "index.html").read_text().split("</nav>")[0])
    chapters = list(dict.fromkeys(chapters))
    check("there are chapters", len(chapters) > 2, str(chapters))
    whole = sum(file.stat().st_size for file in site.rglob("*") if file.is_file())
    for chapter in chapters:
        name = chapter.removesuffix(".html")
        own = [site / chapter, *(site / "figures" / name).glob("*"), *(site / "notebooks").glob(name + ".*")]
        size = sum(file.stat().st_size for file in own if file.exists())
        check(f"{name} adds less than 3 MB ({size / 1e6:.2f} MB)", size < 3e6, f"{size / 1e6:.2f} MB")
    shared = sum((site / name).stat().st_size for name in ["book.css", "book.js", "search.js", "index.html", "figures.html"])
    print(f"      {whole / 1e6:.2f} MB in all, {archive.stat().st_size / 1e6:.2f} MB packed, {shared / 1e6:.2f} MB shared", flush=True)

    # Of an assignment the book has what students get.
    handed_out = [file for file in (site / "notebooks").glob("*.md") if re.search(r"^released:", file.read_text().split("\n---")[0], re.M)]
    for file in handed_out:
        texts = [file.read_text(), (site / f"notebooks/{file.stem}.ipynb").read_text(), (site / f"{file.stem}.html").read_text()]
        check(f"{file.stem} has neither solutions nor hidden checks",
              not any(re.search(r"//\| *(solution|hidden):|class=\"solution", text) for text in texts))
        check(f"{file.stem} has blanks to fill in", "blank(" in texts[0] and "Not done yet" in texts[2])
    check("there are assignments", isSmall or handed_out)

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

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    places = {"disk": site.as_uri(), "server": f"http://127.0.0.1:{server.server_address[1]}"}
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])

    def violations(page):
        """What axe-core has against a page. A heading of a table that is a formula it takes for empty: it does not read MathML."""
        found = Axe().run(page, options={"preload": False}).response["violations"]
        return [v for v in found if v["id"] != "empty-table-header" or any("<math" not in node["html"] for node in v["nodes"])]

    def opened(base, problems, **options):
        page = browser.new_page(**options)
        page.on("request", lambda request: problems.append(request.url)
                if not request.url.startswith((base, "data:", "blob:")) else None)
        # What is no longer wanted when another page is opened has not failed.
        page.on("requestfailed", lambda request: problems.append("failed: " + request.url)
                if "ERR_ABORTED" not in (request.failure or "") else None)
        page.on("console", lambda message: problems.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    IDS = """() => ({ ids: [...document.querySelectorAll("[id]")].map(e => e.id),
      links: [...document.querySelectorAll("a[href]")].map(a => a.getAttribute("href")),
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth })"""
    pages = ["index.html", "figures.html", *chapters]

    for kind, base in places.items():
        problems = []
        # Links: each leads to a file and a place in it, as the browser has them.
        page = opened(base, problems, viewport={"width": 1280, "height": 900})
        found = {}
        for name in pages:
            page.goto(f"{base}/{name}")
            page.wait_for_load_state("load")
            found[name] = page.evaluate(IDS)
        broken = []
        for name, content in found.items():
            for link in content["links"]:
                if re.match(r"[a-z]+:", link):
                    continue
                file, _, anchor = link.partition("#")
                file = unquote(file) or name
                if not (site / file).exists() or anchor and unquote(anchor) not in found.get(file, {"ids": []})["ids"]:
                    broken.append(f"{name}: {link}")
        check(f"{kind}: every link leads somewhere ({sum(len(c['links']) for c in found.values())})", not broken, str(broken[:5]))

        # Search, by keys alone.
        page.goto(f"{base}/{chapters[1]}")
        before = page.evaluate("document.scrollingElement.scrollTop")
        page.keyboard.press("/")
        check(f"{kind}: / leads to the search", page.evaluate("document.activeElement.id") == "book-search")
        query = "grav" if isSmall else "gyrosc"
        page.keyboard.type(query)
        page.wait_for_selector(".found li a")
        count = page.inner_text(".found .count")
        links = page.eval_on_selector_all(".found li a", "links => links.map(a => a.getAttribute('href'))")
        check(f"{kind}: the beginning of a word finds places", len(links) > 0 and "place" in count, count)
        check(f"{kind}: the number of places is announced", page.get_attribute(".found .count", "role") == "status")
        page.screenshot(path=str(pictures / f"book-search-{kind}.png"))
        axe = violations(page)
        check(f"{kind}: axe-core has nothing against the open search", not axe, str([v["id"] for v in axe]))
        page.keyboard.press("ArrowDown")
        check(f"{kind}: an arrow leads to the first place", page.evaluate("document.activeElement.matches('.found a')"))
        with page.expect_navigation():
            page.keyboard.press("Enter")
        check(f"{kind}: Enter opens it", page.url.endswith(links[0].split("/")[-1]), page.url)
        page.keyboard.press("/")
        page.keyboard.type("zzzzqqq")
        page.wait_for_function("() => document.querySelector('.found .count').textContent.startsWith('Nothing found')")
        page.keyboard.press("Escape")
        check(f"{kind}: Escape closes the search", page.evaluate("document.querySelector('.found').hidden"))
        if isSmall:
            def first(query):
                page.goto(f"{base}/index.html")
                page.fill("#book-search", query)
                page.wait_for_selector(".found li a")
                return page.eval_on_selector_all(".found li a", "links => links.map(a => a.getAttribute('href'))")

            check(f"{kind}: headings come before prose", first("gyroscope")[0] == "3-guess.html#the-gyroscope", str(first("gyroscope")))
            check(f"{kind}: accents and capitals do not count", first("NAIVE")[0] == "1-start.html#a-heading-about-drift")
            check(f"{kind}: all words are looked for", first("quat words") == ["1-start.html"], str(first("quat words")))
            check(f"{kind}: captions are found", "1-start.html#figure-fig-line" in first("bends"), str(first("bends")))

        # A figure next to the reference to it.
        # (Not of one in an answer that waits for a guess, nor to a figure of the same page: what is in view is not shown twice.)
        for name in [name for name in chapters if re.search(r"<a [^>]*data-figure=", (site / name).read_text())]:
            page.goto(f"{base}/{name}")
            link = page.locator("main a[data-figure]:not([href^='#']):visible").first
            if link.count():
                break
        else:
            link = None
        check(f"{kind}: a chapter refers to a figure", link is not None)
        if link:
            link.scroll_into_view_if_needed()
            link.hover()
            page.wait_for_selector(".peek img")
            page.wait_for_function("() => [...document.querySelectorAll('.peek img')].every(i => i.complete && i.naturalWidth > 0)")
            page.screenshot(path=str(pictures / f"book-peek-{kind}.png"))
            box = page.locator(".peek").bounding_box()
            check(f"{kind}: the figure is inside of the window", box["x"] >= 0 and box["x"] + box["width"] <= 1280, str(box))
            page.keyboard.press("Escape")
            check(f"{kind}: Escape takes it away", page.locator(".peek").count() == 0)
            page.mouse.move(5, 5)
            link.focus()
            check(f"{kind}: the keyboard shows it, too", page.locator(".peek[role=tooltip]").count() == 1
                  and link.get_attribute("aria-describedby") == "book-peek")
            page.keyboard.press("Tab")
            check(f"{kind}: it goes with the focus", page.locator(".peek").count() == 0 or page.evaluate("document.activeElement.matches('a[data-figure]')"))

        # A slider, whose states are in the page.
        sliding = next((name for name in chapters if 'class="states"' in (site / name).read_text()), None)
        check(f"{kind}: a chapter has a slider", sliding is not None)
        if sliding:
            page.goto(f"{base}/{sliding}")
            page.wait_for_function("() => document.documentElement.dataset.states === 'ready'")
            main = "document.querySelector('main').innerHTML.replace(/<div class=.explore[\\s\\S]*?<.div><.div>/, '')"
            start = page.evaluate(main)
            slider = page.locator(".explore input[type=range]").first
            slider.focus()
            page.keyboard.press("ArrowRight")
            page.wait_for_function("() => document.querySelector('.explore button').disabled === false")
            page.wait_for_timeout(150)
            check(f"{kind}: the slider changes the page", page.evaluate(main) != start)
            check(f"{kind}: no mark of the program's is left in a state", page.evaluate(
                "!/[\\u{F0000}-\\u{10FFFF}]/u.test(document.body.textContent)"))
            if isSmall:
                text = page.inner_text("main")
                check(f"{kind}: numbers and references are the book's in every state",
                      "With 2 see Figure 1.1 and Figure 2.1" in text, text[:200])

        # A guess.
        guessing = next((name for name in chapters if "data-guess=" in (site / name).read_text()), None)
        if guessing:
            page.goto(f"{base}/{guessing}")
            page.wait_for_selector(".guess")
            check(f"{kind}: the way on is open before the guess", page.locator(".turn a").first.is_visible())
            if isSmall:
                check(f"{kind}: the answer waits for a guess", not page.locator(".guess .answer").first.is_visible())
                page.locator(".guess input").first.fill("42")
                page.keyboard.press("Enter")
                page.wait_for_selector(".guess .answer", state="visible")
                page.goto(f"{base}/index.html")
                page.goto(f"{base}/{guessing}")
                check(f"{kind}: the guess is remembered", page.locator(".guess .answer").first.is_visible())
            else:
                check(f"{kind}: the answer waits for a guess", not page.locator(".guess .answer").first.is_visible())
                page.locator(".guess button", has_text="Show me").first.click()
                page.locator(".guess .answer").first.wait_for(state="visible")

        # The way through the book.
        page.goto(f"{base}/{chapters[0]}")
        for expected in chapters[1:]:
            with page.expect_navigation():
                page.click(".turn .after")
            if not page.url.endswith(expected):
                break
        check(f"{kind}: “next” leads through all chapters", page.url.endswith(chapters[-1]), page.url)
        check(f"{kind}: and ends there", page.locator(".turn .after").count() == 0)
        page.close()

        # Looks.
        for scheme, width, height in [("light", 1280, 900), ("dark", 1280, 900), ("light", 390, 780), ("dark", 390, 780)]:
            page = opened(base, problems, viewport={"width": width, "height": height}, color_scheme=scheme)
            for name in pages:
                page.goto(f"{base}/{name}")
                page.wait_for_load_state("load")
                page.wait_for_timeout(100)
                overflow = page.evaluate(IDS)["overflow"]
                check(f"{kind}, {scheme}, {width}: {name} is as wide as the window", overflow <= 0, f"{overflow} px more")
                axe = violations(page)
                words = [(v["id"], v["nodes"][0]["html"][:100]) for v in axe]
                check(f"{kind}, {scheme}, {width}: axe-core has nothing against {name}", not axe, str(words))
                if kind == "disk":
                    page.screenshot(path=str(pictures / f"book-{name.removesuffix('.html')}-{scheme}-{width}.png"))
            page.close()

        # Without scripts everything is there and the way is open.
        context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900})
        plain = context.new_page()
        plain.goto(f"{base}/{chapters[0]}")
        check(f"{kind}: without scripts nothing offers a search", not plain.locator(".search").is_visible())
        plain.click(".side .home")
        plain.click(".contents .chapter >> nth=1")
        check(f"{kind}: without scripts the links lead on", plain.url.endswith(chapters[1]), plain.url)
        context.close()

        # On paper: the text alone.
        page = opened(base, problems, viewport={"width": 1280, "height": 900})
        page.goto(f"{base}/{chapters[0]}")
        page.emulate_media(media="print")
        hidden = page.evaluate("[...document.querySelectorAll('.side, .book-foot')].every(e => getComputedStyle(e).display === 'none')")
        check(f"{kind}: paper has the text alone", hidden)
        page.pdf(path=str(pictures / f"book-print-{kind}.pdf"))
        page.close()
        check(f"{kind}: nothing is asked of anybody, and nothing goes wrong", not problems, str(problems[:5]))

    browser.close()
    server.shutdown()

print(f"{len(failures)} do not hold" if failures else "all holds")
sys.exit(1 if failures else 0)
