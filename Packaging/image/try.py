"""Tries the image that `make image` made: try.py FOLDER [NAME…]. Exit 1 when something does not hold. As root.

Each trial starts a container as Docker would; where it is started with a user's number, that user has no rights.
"""

import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

from container import Container, Image, in_a_network_of_its_own, run

in_a_network_of_its_own()
folder = pathlib.Path(sys.argv[1]).absolute()
image = Image(folder)
home = image.environment["HOME"]
checkout = pathlib.Path(__file__).resolve().parents[2]
pictures = folder / "pictures"
pictures.mkdir(exist_ok=True)
failures = []

FIRST = (re.search(r"^````markdown\n(.*?)^````", (checkout / "README.md").read_text(), re.S | re.M) or sys.exit("README.md has no notebook")).group(1)

HARD = """---
notebook: {}
---
```swift
import Foundation
import Observation
import Gimbal
@Observable final class Counter { var count = 0 }
let counter = Counter()
counter.count += "a1b22".matches(of: /[0-9]+/).count
let answer = try await Task { counter.count * 21 }.value
print("answer", answer, Date(timeIntervalSince1970: 0).formatted(.iso8601))
```

```swift
let matrix = RotationMatrix(Quaternion(.z, 90.degrees))
print(matrix)
```
"""

CRASH = """---
notebook: {}
---
```swift
func third(_ values: [Int]) -> Int { values[2] }
print(third([1]))
```
"""


def check(name, holds, detail=""):
    print(("ok    " if holds else "FAILS ") + name + (f": {detail}" if detail else ""), flush=True)
    if not holds:
        failures.append(name)


def desk(**files):
    """A folder of the user's with these files."""
    place = pathlib.Path(tempfile.mkdtemp(prefix="gimbal-desk-"))
    for name, text in files.items():
        (place / name.replace("_", ".")).write_text(text)
    for path in [place, *place.iterdir()]:
        os.chown(path, 1000, 1000)
    return place


def megabytes(place):
    return int(subprocess.run(["du", "-smx", place], capture_output=True, text=True, check=True).stdout.split()[0])


def sizes():
    toolchain = image.root / "opt/swift"
    check("the toolchain's part is well under 1 GB", megabytes(toolchain) < 700, f"{megabytes(toolchain)} MB")
    names = {path.name for path in toolchain.rglob("*") if path.is_file()}
    unwanted = sorted(names & {"lldb", "swift-package", "docc", "clang", "sourcekit-lsp", "libswiftCore.a"})
    check("debugger, package manager, static libraries and documentation compiler stayed out", not unwanted, " ".join(unwanted))
    print(f"      whole image {megabytes(image.root)} MB")


def commands():
    """The README's commands for installed programs, by an ordinary user."""
    place = desk(first_md=FIRST)
    inside = dict(mounts={home + "/work": place}, folder=home + "/work")
    status, text, seconds = run(image, ["run", "first.md"], **inside)
    figures = list(place.glob("plots/first/*.svg"))
    check("gimbal run first.md, in a container that has never run anything", status == 0 and figures and (place / "plots/first/index.html").stat().st_size > 0,
          f"first figure after {seconds:.1f} s" if status == 0 else text[-1500:])
    check("the first figure is there 60 s after the start", seconds <= 60)
    check("what it wrote belongs to the user", all(path.stat().st_uid == 1000 for path in place.rglob("*")))
    status, text, _ = run(image, ["doctor"], **inside)
    lacking = [line for line in text.splitlines() if line.startswith(("✗", "–"))]
    check("gimbal doctor lacks nothing", status == 0 and not lacking, "; ".join(lacking) or "")
    for words in (["gimbal", "--version"], ["new", "drift"], ["run", "--quiet", "drift.md"], ["check", "first.md", "--accept"], ["check", "first.md"],
                  ["run", "--quiet", "first.md", "--grid", "alpha=0.5,1,2"], ["new", "lab3", "--template", "lab"],
                  ["run", "--quiet", "first.md", "--to", "pdf,docx,ipynb"]):
        status, text, seconds = run(image, words, **inside)
        check(" ".join(words), status == 0, f"{seconds:.1f} s" if status == 0 else text[-800:])
    check("the PDF is one", (place / "plots/first/first.pdf").exists() or bool(list(place.glob("plots/first/*.pdf"))))


def cells():
    place = desk(hard_md=HARD, crash_md=CRASH, wrong_md=CRASH.replace("third([1])", "thrid([1])"),
                 packages_md="---\nnotebook:\n  packages: [{path: none, product: None}]\n---\n```swift\nimport None\n```\n")
    (place / "none").mkdir()
    (place / "none/Package.swift").write_text("// swift-tools-version: 6.0\n")
    inside = dict(mounts={home + "/work": place}, folder=home + "/work")
    status, text, _ = run(image, ["run", "--quiet", "hard.md"], **inside)
    page = (place / "plots/hard/README.md").read_text() if status == 0 else ""
    check("cells with macros, regular expressions, tasks and Foundation", "answer 42 1970-01-01T00:00:00Z" in page, "" if page else text[-1500:])
    status, text, _ = run(image, ["run", "--quiet", "crash.md"], **inside)
    check("a crash has its line", status == 1 and "crash.md:5:" in text, text.strip().splitlines()[0] if text else "")
    status, text, _ = run(image, ["run", "--quiet", "wrong.md"], **inside)
    check("a compiler's error has its place and advice", status == 1 and "wrong.md:6:" in text and "third" in text)
    status, text, _ = run(image, ["run", "--quiet", "packages.md"], **inside)
    check("a notebook with packages is told what is missing", status != 0 and "swift-build" in text, text.strip().splitlines()[0] if text else "")


ASK = """
import sys, time
from jupyter_client.manager import start_new_kernel
manager, client = start_new_kernel(kernel_name="swift", startup_timeout=60)
client.execute_interactive("import Gimbal\\nlet trace = try SimulatedTrace.square.trace()", timeout=60)
def ask(send, get):
    for _ in range(2):
        start = time.monotonic(); send(); reply = client.get_shell_msg(timeout=60)["content"]; took = time.monotonic() - start
    return reply, took
code = "trace."
reply, took = ask(lambda: client.complete(code), None)
print("complete", round(took * 1000), reply["status"], len(reply["matches"]), reply["matches"][:40])
reply, took = ask(lambda: client.inspect("Comparison", 5), None)
print("inspect", round(took * 1000), reply["found"], str(reply["data"])[:400])
client.shutdown(); manager.shutdown_kernel(now=True)
"""


def completion():
    status, text, _ = run(image, ["python3", "-c", ASK])
    found = re.search(r"complete \d+ ok .*'attitude'.*'resampled'", text), re.search(r"inspect \d+ True .*Module Evaluation.*schemes", text)
    check("completion and documentation by SourceKit", all(found), ", ".join(f"{word} {ms} ms" for word, ms in re.findall(r"^(complete|inspect) (\d+)", text, re.M)) if all(found) else text[-1500:])
    status, text, _ = run(image, ["swift-format", "--version"])
    check("the formatter starts", status == 0, text.strip())


def get(address, headers=None, data=None):
    with urllib.request.urlopen(urllib.request.Request(address, data, headers or {}), timeout=60) as answer:
        return answer.status, answer.read()


def answers(address, headers=None):
    """What a server answers; None while there is none."""
    try:
        return get(address, headers)
    except OSError:
        return None


def studio():
    """`docker run -p 127.0.0.1:9000:8642 gimbal studio`, and a browser on this side."""
    from playwright.sync_api import sync_playwright

    place = desk(first_md=FIRST)
    with Container(image, ["gimbal", "studio"], ports={8642: 9000}, mounts={home + "/work": place}, folder=home + "/work") as it:
        path = it.until(lambda: re.search(r"http://127\.0\.0\.1:8642(/\w+/)", it.text())).group(1)
        address = f"http://127.0.0.1:9000{path}"
        check("the studio's page comes through a forwarded port with another number", get(address)[0] == 200)
        for name, other, headers in (("without the secret", "http://127.0.0.1:9000/", {}), ("under another name", address, {"Host": "evil.example:9000"}),
                                     ("from another page", address, {"Origin": "http://evil.example"})):
            try:
                check(f"a request {name} is refused", get(other, headers)[0] != 200)
            except urllib.error.HTTPError as error:
                check(f"a request {name} is refused", error.code == 403)
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1400, "height": 900})
            page.set_default_timeout(90_000)
            page.goto(address)
            page.get_by_text("My first experiment").first.click()
            frame = page.frame_locator("iframe").first
            frame.locator("figure img, figure svg").first.wait_for()
            seconds = time.monotonic() - it.started
            check("a notebook's first figure in the browser 60 s after the start", seconds <= 60, f"{seconds:.1f} s")
            page.wait_for_timeout(500)
            page.screenshot(path=pictures / "studio.png")
            browser.close()


def lab():
    """JupyterLab through a forwarded port: a cell runs, and its figure is shown."""
    from playwright.sync_api import sync_playwright

    cell = "import Gimbal\nlet trace = try SimulatedTrace.square.trace()\ntry Comparison(of: trace, schemes: [.none, .exponential(rate: 2)]).trajectoryFigure()"
    notebook = {"cells": [{"cell_type": "code", "metadata": {}, "source": cell, "id": "a", "outputs": [], "execution_count": None}],
                "metadata": {"kernelspec": {"name": "swift", "display_name": "Swift (Gimbal)", "language": "swift"}}, "nbformat": 4, "nbformat_minor": 5}
    place = desk(lab_ipynb=json.dumps(notebook))
    words = ["lab", "--IdentityProvider.token=secret", "--LabApp.expose_app_in_browser=True", "--LabApp.news_url=None",
             "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    with Container(image, words, ports={8888: 9001}, mounts={home + "/work": place}) as it:
        it.until(lambda: answers("http://127.0.0.1:9001/api"))
        print(f"      JupyterLab answers after {time.monotonic() - it.started:.1f} s")
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1400, "height": 900})
            page.set_default_timeout(90_000)
            page.goto("http://127.0.0.1:9001/lab/tree/work/lab.ipynb?token=secret&reset")
            page.locator(".jp-Notebook .jp-Cell").first.wait_for()
            page.wait_for_function("window.jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'")
            page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells') }")
            page.locator(".jp-OutputArea-output img, .jp-OutputArea-output svg").first.wait_for()
            seconds = time.monotonic() - it.started
            check("a cell's figure in JupyterLab 60 s after the start", seconds <= 60, f"{seconds:.1f} s")
            page.screenshot(path=pictures / "lab.png")
            # A Markdown notebook opens as a notebook.
            page.evaluate("window.jupyterapp.commands.execute('docmanager:open', {path: 'notebooks/rotations.md', factory: 'Jupytext Notebook'})")
            cells = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)").filter(has_text="Rotations").locator(".jp-CodeCell")
            try:
                cells.first.wait_for(timeout=30_000)
            except Exception:
                pass
            check("a Markdown notebook of the image opens as one", cells.count() > 0)
            page.screenshot(path=pictures / "markdown.png")
            browser.close()


class Hub(http.server.BaseHTTPRequestHandler):
    """As much of a hub as a server for one user asks for when it starts."""

    seen = []

    def answer(self, value):
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("X-JupyterHub-Version", "5.0.0")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        Hub.seen.append(("GET", self.path, self.headers.get("Authorization")))
        self.answer({"version": "5.0.0", "name": "ada", "kind": "user", "scopes": ["access:servers!server=ada/"], "groups": [], "admin": False})

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        Hub.seen.append(("POST", self.path, self.headers.get("Authorization")))
        self.answer({})

    def log_message(self, *_):
        pass


def hub():
    """What a hub does: its own home mounted, its variables, no words or `jupyterhub-singleuser`."""
    server = http.server.ThreadingHTTPServer(("0.0.0.0", 8081), Hub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    variables = {
        "JUPYTERHUB_API_TOKEN": "token", "JUPYTERHUB_API_URL": "http://10.77.0.1:8081/hub/api", "JUPYTERHUB_BASE_URL": "/", "JUPYTERHUB_USER": "ada",
        "JUPYTERHUB_CLIENT_ID": "jupyterhub-user-ada", "JUPYTERHUB_SERVICE_PREFIX": "/user/ada/", "JUPYTERHUB_SERVICE_URL": "http://0.0.0.0:8888/user/ada/",
        "JUPYTERHUB_HOST": "", "JUPYTERHUB_ACTIVITY_URL": "http://10.77.0.1:8081/hub/api/users/ada/activity", "JUPYTERHUB_SERVER_NAME": "",
        "JUPYTERHUB_OAUTH_CALLBACK_URL": "/user/ada/oauth_callback", "JUPYTERHUB_OAUTH_SCOPES": '["access:servers!server=ada/"]',
        "JUPYTERHUB_OAUTH_ACCESS_SCOPES": '["access:servers!server=ada/"]', "MEM_LIMIT": str(2 << 30),
    }
    for words in ([], ["jupyterhub-singleuser"]):
        Hub.seen.clear()
        empty = desk()
        name = " ".join(words) or "no words"
        with Container(image, words, ports={8888: 9002}, environment=variables, mounts={home: empty}) as it:
            address = "http://127.0.0.1:9002/user/ada/api/"
            try:
                answer = it.until(lambda: answers(address + "status", {"Authorization": "token token"}), 60)
            except AssertionError as error:
                check(f"a hub's user with {name}", False, str(error)[-1500:])
                continue
            kernels = json.loads(get(address + "kernelspecs", {"Authorization": "token token"})[1])["kernelspecs"]
            check(f"a hub's user with {name}, with an empty home of the hub's, has Swift", answer[0] == 200 and "swift" in kernels, " ".join(kernels))
            check("the hub was told that it is in use", any("/activity" in path for _, path, _ in Hub.seen), "")
    server.shutdown()


def users():
    """Whose the files are: another number by NB_UID, one that nobody knows, and a home that cannot be written."""
    place = desk(first_md=FIRST)
    for path in [place, *place.iterdir()]:
        os.chown(path, 1234, 1234)
    status, text, _ = run(image, ["run", "--quiet", "first.md"], user=0, environment={"NB_UID": "1234"}, mounts={home + "/work": place}, folder=home + "/work")
    owners = {path.stat().st_uid for path in place.rglob("*")}
    check("started as root with NB_UID=1234 it writes as 1234", status == 0 and owners == {1234}, f"{owners} {text[-300:]}")
    place = desk(first_md=FIRST)
    for path in [place, *place.iterdir()]:
        os.chown(path, 4321, 4321)
    status, text, _ = run(image, ["run", "--quiet", "first.md"], user=4321, mounts={"/data": place}, folder="/data")
    check("a number that the image does not know runs a notebook, and is told of its home", status == 0 and "cannot be written" in text, text[-300:])
    status, text, _ = run(image, ["sh", "-c", "id -un; echo $HOME; test -w $HOME && bash -lc 'command -v gimbal jupyter swift-frontend'"])
    check("the user is as NB_USER and NB_UID say, and a login shell finds the programs",
          status == 0 and text.split() == [image.environment["NB_USER"], home, "/usr/bin/gimbal", "/opt/jupyter/bin/jupyter", "/opt/swift/usr/bin/swift-frontend"], text)


def notebooks():
    """The image's own notebooks, as Binder shows them."""
    status, text, seconds = run(image, ["run", "--quiet", "notebooks/stabilisation.md"])
    check("the notebooks that the image brings run", status == 0, f"stabilisation.md in {seconds:.1f} s" if status == 0 else text[-1000:])


trials = [sizes, commands, cells, completion, studio, lab, hub, users, notebooks]
for trial in trials:
    if len(sys.argv) < 3 or trial.__name__ in sys.argv[2:]:
        print(f"== {trial.__name__}", flush=True)
        trial()
print(f"{len(failures)} failures" + "".join(f"\n  {name}" for name in failures))
sys.exit(bool(failures))
