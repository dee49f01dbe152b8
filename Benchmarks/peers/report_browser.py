"""Looks at written reports in a real browser: axe-core, no request to anywhere, nothing that sticks out, keyboard.

Usage: report_browser.py FOLDER FOR SCREENSHOTS PAGE…. Exit 1 when something does not hold.
"""

import io
import pathlib
import shutil
import sys

from PIL import Image, ImageChops
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

pictures, pages = pathlib.Path(sys.argv[1]), sys.argv[2:]
pictures.mkdir(parents=True, exist_ok=True)
failures = []


# What is wider than its box and does not show it all. A grid keeps its columns and scrolls.
SCROLLING = """[...document.querySelectorAll("main *")].filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1
  && getComputedStyle(e).overflowX !== "visible" && !e.matches(":has(> svg.grid)")).map(e => `${e.tagName} ${e.textContent.trim().slice(0, 40)}`)"""
# Lines of code of which a button hides some.
COVERED = """[...document.querySelectorAll("details.code[open]")].flatMap(box => {
  const buttons = [...box.querySelectorAll("summary, button")].map(b => b.getBoundingClientRect());
  return [...box.querySelectorAll(".line")].slice(0, 3).filter(line => {
    const range = document.createRange();
    range.selectNodeContents(line);
    return [...range.getClientRects()].some(r => r.width > 0 && buttons.some(b =>
      r.left < b.right && b.left < r.right && r.top < b.bottom - 2 && b.top + 2 < r.bottom));
  }).map(line => line.textContent.slice(0, 40));
})"""


def check(name, holds, detail=""):
    print(("ok    " if holds else "FAILS ") + name + (f": {detail}" if detail and not holds else ""), flush=True)
    if not holds:
        failures.append(name)


def look(box):
    """What a reader sees of a figure."""
    return box.locator("svg").first.screenshot()


def alike(one, other):
    """Whether two pictures show the same: where they begin elsewhere between two pixels, lines lie half a pixel further."""
    one, other = (Image.open(io.BytesIO(picture)).convert("RGB") for picture in (one, other))
    size = tuple(map(min, one.size, other.size))
    if max(map(abs, (one.width - other.width, one.height - other.height))) > 1:
        return False
    one, other = (picture.crop((0, 0, *size)).reduce(4) for picture in (one, other))
    return max(high for _, high in ImageChops.difference(one, other).getextrema()) < 80


def turn(page, name):
    """A figure in space turns with the mouse, a finger and the keyboard, and is as it was when asked, and on paper."""
    # Printing unveils others.
    first = page.evaluate("[...document.querySelectorAll('.turnable')].findIndex(e => e.checkVisibility())")
    box = page.locator(".turnable").nth(first)
    box.scroll_into_view_if_needed()
    before = look(box)
    place = box.bounding_box()
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 20, steps=4)
    page.mouse.up()
    page.mouse.move(0, 0)
    dragged = look(box)
    check(f"{name}: a figure turns with the mouse", dragged != before)
    button = box.locator("xpath=following-sibling::button[1]")
    check(f"{name}: the way back is offered", button.inner_text() == "as it was" and button.is_enabled())
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    check(f"{name}: paper shows the picture as it was", alike(look(box), before))
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    check(f"{name}: after printing the reader's view is back", look(box) == dragged)
    button.click()
    page.evaluate("document.activeElement.blur()")
    check(f"{name}: the button turns it back", look(box) == before)
    box.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    page.evaluate("document.activeElement.blur()")
    check(f"{name}: a figure turns with the arrow keys", look(box) != before)
    box.focus()
    page.keyboard.press("Home")
    page.evaluate("document.activeElement.blur()")
    check(f"{name}: a key turns it back", look(box) == before)
    return before


def turn_by_finger(browser, path, name):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(path)
    box = page.locator(".turnable:visible").first
    box.scroll_into_view_if_needed()
    before = look(box)
    place = box.bounding_box()
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    session = context.new_cdp_session(page)
    for kind, dx in [("touchStart", 0)] + [("touchMove", 10 * k) for k in range(1, 8)]:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x + dx, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(100)
    check(f"{name}: a figure turns with a finger", look(box) != before)
    context.close()


def without_script(browser, path, name, before, place):
    context = browser.new_context(viewport={"width": 1280, "height": 900}, java_script_enabled=False)
    page = context.new_page()
    page.goto(path)
    # What a guess veils elsewhere is there, too: the same figure is looked at.
    shown = look(page.locator(".turnable").nth(place))
    check(f"{name}: without a script there is the picture", alike(shown, before))
    context.close()


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
    for path in pages:
        name = pathlib.Path(path).resolve().parent.name
        for scheme, width in [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)]:
            page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
            folder = pathlib.Path(path).resolve().parent.as_uri()
            foreign = []
            page.on("request", lambda r: foreign.append(r.url)
                    if not r.url.startswith((folder, "data:", "blob:")) else None)
            problems = []
            page.on("pageerror", lambda e: problems.append(str(e)))
            page.goto(pathlib.Path(path).resolve().as_uri())
            found = Axe().run(page).response["violations"]
            text = "; ".join(f"{v['id']} ({v['impact']}): {v['nodes'][0]['html'][:160]}" for v in found)
            check(f"{name}, {scheme}, {width} px: axe-core finds nothing", not found, text)
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            check(f"{name}, {scheme}, {width} px: nothing sticks out", wide <= 0, f"{wide} px")
            inner = page.evaluate(SCROLLING)
            check(f"{name}, {scheme}, {width} px: nothing scrolls sideways", not inner, "; ".join(inner))
            covered = page.evaluate(COVERED)
            check(f"{name}, {scheme}, {width} px: the buttons cover no code", not covered, "; ".join(covered))
            check(f"{name}, {scheme}, {width} px: no request to anywhere", not foreign, "; ".join(foreign))
            check(f"{name}, {scheme}, {width} px: no script fails", not problems, "; ".join(problems))
            page.screenshot(path=pictures / f"{name}-{scheme}-{width}.png", full_page=True)
            page.close()
        # Code folds by keyboard.
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(pathlib.Path(path).resolve().as_uri())
        # A guess may veil the first ones.
        code = page.locator("details.code:visible").first
        if code.count():
            copy = code.locator("button.copy")
            copy.focus()
            page.keyboard.press("Enter")
            page.wait_for_timeout(300)
            check(f"{name}: code is copied by keyboard", copy.inner_text() == "copied", copy.inner_text())
            code.locator("summary").focus()
            page.keyboard.press("Enter")
            check(f"{name}: code folds by keyboard", code.get_attribute("open") is None)
        page.close()
        page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        page.goto(pathlib.Path(path).resolve().as_uri())
        if page.locator(".turnable:visible").count():
            place = page.evaluate("[...document.querySelectorAll('.turnable')].findIndex(e => e.checkVisibility())")
            turned = turn(page, name)
            found = Axe().run(page).response["violations"]
            check(f"{name}: axe-core finds nothing on a turned figure", not found, str([v["id"] for v in found]))
            turn_by_finger(browser, pathlib.Path(path).resolve().as_uri(), name)
            without_script(browser, pathlib.Path(path).resolve().as_uri(), name, turned, place)
        page.close()
    browser.close()
print(f"{len(failures)} failures" if failures else "everything holds")
sys.exit(1 if failures else 0)
