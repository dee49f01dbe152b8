"""Looks at written reports in Firefox, which the other scripts do not drive: no script fails, nothing sticks out, no request to anywhere,
sliders and addresses, and veiled answers; light and dark, wide and narrow. It speaks WebDriver BiDi with the system's own Firefox.

Usage: firefox_browser.py FOLDER FOR SCREENSHOTS PAGE…. Exit 1 when something does not hold.
"""

import base64
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

from websocket import create_connection

pictures, pages = pathlib.Path(sys.argv[1]), [pathlib.Path(path).resolve() for path in sys.argv[2:]]
pictures.mkdir(parents=True, exist_ok=True)
failures = []


def check(name, holds, detail=""):
    print(("ok    " if holds else "FAILS ") + name + (f": {detail}" if detail and not holds else ""), flush=True)
    if not holds:
        failures.append(name)


class Firefox:
    """A Firefox without a window, with a profile of its own."""

    def __init__(self, scheme):
        self.folder = tempfile.TemporaryDirectory()
        dark = 0 if scheme == "dark" else 1
        (pathlib.Path(self.folder.name) / "user.js").write_text(
            f'user_pref("layout.css.prefers-color-scheme.content-override", {dark});\n'
            'user_pref("datareporting.policy.dataSubmissionEnabled", false);\n')
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        self.process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--profile", self.folder.name, "--remote-debugging-port", "0", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if found := re.search(r"ws://\S+", line):
                break
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.socket = create_connection(found.group() + "/session", timeout=60, suppress_origin=True)
        self.count, self.problems, self.requests = 0, [], []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method, **parameters):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.problems.append(message["params"].get("text") or "")
            elif message.get("method") == "network.beforeRequestSent":
                self.requests.append(message["params"]["request"]["url"])
            elif message.get("id") == self.count:
                if message["type"] == "error":
                    raise RuntimeError(message["message"])
                return message["result"]

    def open(self, address, width):
        self.problems, self.requests = [], []
        self.send("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": 900})
        # Another page between two: an address that differs in its fragment alone loads nothing.
        self.send("browsingContext.navigate", context=self.context, url="about:blank", wait="complete")
        self.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def ask(self, expression):
        result = self.send(
            "script.evaluate", expression=f"(async () => JSON.stringify(await ({expression}) ?? null))()",
            target={"context": self.context}, awaitPromise=True)
        if result["type"] == "exception":
            raise RuntimeError(result["exceptionDetails"]["text"])
        return json.loads(result["result"]["value"])

    def press(self, key):
        self.send("input.performActions", context=self.context, actions=[
            {"type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}])
        self.ask("new Promise(done => setTimeout(done, 150))")

    def picture(self, path):
        data = self.send("browsingContext.captureScreenshot", context=self.context)["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()


VEILED = "document.querySelectorAll('[data-veiled]').length"
READY = "new Promise(done => { const t = setInterval(() => document.documentElement.dataset.states === 'ready' && done(clearInterval(t)), 20); })"
# What is shown, without the controls.
SHOWN = """(() => { const main = document.querySelector("main").cloneNode(true);
  main.querySelector(".explore")?.remove(); return main.innerHTML; })()"""


def slide(firefox, name, address):
    """A slider's key changes the page and the address; the address alone gives the same, and an empty one the first state."""
    firefox.ask(READY)
    first = firefox.ask(SHOWN)
    firefox.ask("document.querySelector('.explore input[type=range]').focus()")
    firefox.press("\ue014")
    moved, fragment = firefox.ask(SHOWN), firefox.ask("location.hash")
    check(f"{name}: a slider's key changes the page and its address", moved != first and len(fragment) > 1, fragment)
    firefox.open(address + fragment, 1280)
    firefox.ask(READY)
    check(f"{name}: the address gives the same page", firefox.ask(SHOWN) == moved)
    firefox.ask("location.hash = ''")
    firefox.ask("new Promise(done => setTimeout(done, 300))")
    check(f"{name}: an empty address gives the first state", firefox.ask(SHOWN) == first)


for scheme in ["light", "dark"]:
    firefox = Firefox(scheme)
    for path in pages:
        name, address = path.parent.name, path.as_uri()
        for width in [1280, 390]:
            firefox.open(address, width)
            where = f"{name}, {scheme}, {width} px, Firefox"
            wide = firefox.ask("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            check(f"{where}: nothing sticks out", wide <= 0, f"{wide} px")
            isDark = firefox.ask("matchMedia('(prefers-color-scheme: dark)').matches")
            paper = [int(part) for part in re.findall(r"\d+", firefox.ask("getComputedStyle(document.body).backgroundColor"))[:3]]
            check(f"{where}: the page is as dark as asked for", isDark == (scheme == "dark") == (sum(paper) < 200), str(paper))
            foreign = [url for url in firefox.requests if not url.startswith((path.parent.as_uri(), "data:", "blob:", "about:"))]
            check(f"{where}: no request to anywhere", not foreign, "; ".join(foreign))
            check(f"{where}: no script fails", not firefox.problems, "; ".join(firefox.problems))
            firefox.picture(pictures / f"{name}-{scheme}-{width}-firefox.png")
        if scheme == "dark":
            continue
        if firefox.ask("!!document.querySelector('.explore input[type=range]')"):
            slide(firefox, name, address)
        firefox.open(address, 1280)
        if firefox.ask(VEILED):
            firefox.open(address + "#all", 1280)
            check(f"{name}: “#all” shows everything", firefox.ask(VEILED) == 0)
        firefox.open(address + "#%E0", 1280)
        check(f"{name}: a fragment that is no text stops no script", not firefox.problems, "; ".join(firefox.problems))
    firefox.close()
print(f"{len(failures)} failures" if failures else "everything holds")
sys.exit(1 if failures else 0)
