"""Looks at written reports in a real browser: axe-core, no request to anywhere, nothing that sticks out, keyboard.

Usage: report_browser.py FOLDER FOR SCREENSHOTS PAGE…. Exit 1 when something does not hold.
"""

import pathlib
import shutil
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

pictures, pages = pathlib.Path(sys.argv[1]), sys.argv[2:]
pictures.mkdir(parents=True, exist_ok=True)
failures = []


def check(name, holds, detail=""):
    print(("ok    " if holds else "FAILS ") + name + (f": {detail}" if detail and not holds else ""), flush=True)
    if not holds:
        failures.append(name)


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
            check(f"{name}, {scheme}, {width} px: no request to anywhere", not foreign, "; ".join(foreign))
            check(f"{name}, {scheme}, {width} px: no script fails", not problems, "; ".join(problems))
            page.screenshot(path=pictures / f"{name}-{scheme}-{width}.png", full_page=True)
            page.close()
        # Code folds by keyboard.
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(pathlib.Path(path).resolve().as_uri())
        code = page.locator("details.code").first
        if code.count():
            code.locator("summary").focus()
            page.keyboard.press("Enter")
            check(f"{name}: code folds by keyboard", code.get_attribute("open") is None)
        page.close()
    browser.close()
print(f"{len(failures)} failures" if failures else "everything holds")
sys.exit(1 if failures else 0)
