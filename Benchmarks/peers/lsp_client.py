"""A client of the Language Server Protocol that speaks it by the book, and measures `gimbal lsp` with it.

    python3 Benchmarks/peers/lsp_client.py GIMBAL [NOTEBOOK] [--edits 200] [--long 10000] [--cells 500]

It opens the notebook, types into it key by key, and takes the times from the last key to the diagnostics, to completions and to
hovers: medians and the worst. Then it types thousands of edits and looks at the server's memory, opens two notebooks at once, a
notebook of many cells, and kills the processes that help in the middle of all this. It ends with 1 where an answer is wrong or
does not come.
"""

import argparse
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time


class Server:
    """A server and its conversation."""

    def __init__(self, program, cache=None, log=None):
        arguments = [program, "lsp"] + (["--cache", cache] if cache else [])
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log or subprocess.DEVNULL)
        self.condition = threading.Condition()
        self.answers = {}
        self.diagnostics = {}
        self.shown = []
        self.next = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while True:
                line = stream.readline()
                if not line:
                    return
                if line == b"\r\n":
                    break
                name, _, value = line.decode("ascii").partition(":")
                if name.lower() == "content-length":
                    length = int(value)
            message = json.loads(stream.read(length))
            with self.condition:
                if "method" in message and "id" in message:
                    if message["method"] == "window/showDocument":
                        self.shown.append(message["params"]["uri"])
                    self._send({"jsonrpc": "2.0", "id": message["id"], "result": {"success": True}})
                elif message.get("method") == "textDocument/publishDiagnostics":
                    parameters = message["params"]
                    known = self.diagnostics.setdefault(parameters["uri"], [])
                    known.append((parameters.get("version"), time.perf_counter(), parameters["diagnostics"]))
                    del known[:-50]
                elif "id" in message:
                    self.answers[message["id"]] = (time.perf_counter(), message)
                self.condition.notify_all()

    def _send(self, message):
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, parameters):
        with self.condition:
            self._send({"jsonrpc": "2.0", "method": method, "params": parameters})

    def ask(self, method, parameters, limit=60):
        """The result, and the seconds that it took."""
        with self.condition:
            self.next += 1
            number = self.next
            start = time.perf_counter()
            self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters})
            if not self.condition.wait_for(lambda: number in self.answers, limit):
                raise TimeoutError(f"{method}: no answer in {limit} s")
            arrived, message = self.answers.pop(number)
        if "error" in message:
            raise RuntimeError(f"{method}: {message['error']}")
        return message["result"], arrived - start

    def initialize(self, options=None):
        capabilities = {
            "general": {"positionEncodings": ["utf-16"]},
            "textDocument": {
                "completion": {"completionItem": {"snippetSupport": True}},
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
            },
            "window": {"showDocument": {"support": True}},
        }
        result, _ = self.ask(
            "initialize",
            {"processId": os.getpid(), "rootUri": None, "capabilities": capabilities,
             "initializationOptions": options or {}})
        self.notify("initialized", {})
        return result

    def await_diagnostics(self, uri, version, wanted=lambda found: True, limit=60):
        """The first diagnostics of this version that are as wanted, and when they came."""
        def first():
            return next((entry for entry in self.diagnostics.get(uri, [])
                         if entry[0] == version and wanted(entry[2])), None)
        with self.condition:
            if not self.condition.wait_for(lambda: first() is not None, limit):
                raise TimeoutError(f"no such diagnostics of version {version} of {uri} in {limit} s: "
                                   f"{self.diagnostics.get(uri, [])[-2:]}")
            entry = first()
        return entry[2], entry[1]

    def shutdown(self):
        self.ask("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(20)

    def memory(self):
        """Megabytes of the server alone, and of it with all processes that it has started."""
        def resident(process):
            try:
                for line in open(f"/proc/{process}/status"):
                    if line.startswith("VmRSS"):
                        return int(line.split()[1]) / 1024
            except OSError:
                pass
            return 0.0
        return resident(self.process.pid), sum(map(resident, [self.process.pid] + self.children()))

    def children(self, name=None):
        """The processes below the server, or those of them with this in their arguments."""
        parents = {}
        for folder in pathlib.Path("/proc").iterdir():
            if folder.name.isdigit():
                try:
                    parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                except (OSError, IndexError):
                    pass
        found, open_ = [], [self.process.pid]
        while open_:
            parent = open_.pop()
            for child, of in parents.items():
                if of == parent:
                    open_.append(child)
                    try:
                        words = pathlib.Path(f"/proc/{child}/cmdline").read_bytes().decode(errors="replace")
                    except OSError:
                        continue
                    if name is None or name in words:
                        found.append(child)
        return found


class Document:
    """A notebook that is open in the server, edited as an editor edits it: by ranges."""

    def __init__(self, server, path, text):
        self.server, self.uri, self.text, self.version = server, pathlib.Path(path).resolve().as_uri(), text, 1
        server.notify("textDocument/didOpen", {"textDocument": {
            "uri": self.uri, "languageId": "markdown", "version": 1, "text": text}})

    def position(self, offset):
        before = self.text[:offset]
        line = before.count("\n")
        column = before[before.rfind("\n") + 1:]
        return {"line": line, "character": len(column.encode("utf-16-le")) // 2}

    def edit(self, start, end, new):
        """Puts a text in the place of some characters; when the last key was pressed."""
        change = {"range": {"start": self.position(start), "end": self.position(end)}, "text": new}
        self.text = self.text[:start] + new + self.text[end:]
        self.version += 1
        pressed = time.perf_counter()
        self.server.notify("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": [change]})
        return pressed

    def ask(self, method, offset=None, **more):
        parameters = {"textDocument": {"uri": self.uri}, **more}
        if offset is not None:
            parameters["position"] = self.position(offset)
        return self.server.ask(method, parameters)


# What is asked for the first time: another run has left nothing of it.
TOKEN = f"{time.time_ns() % 10**9}x"


def say(name, seconds, limit=None):
    worst = max(seconds)
    median = statistics.median(seconds)
    mark = "" if limit is None else f"  (asked for: {limit * 1000:.0f} ms)"
    print(f"{name:38s} median {median * 1000:7.1f} ms   worst {worst * 1000:7.1f} ms   of {len(seconds)}{mark}", flush=True)
    return median, worst


def errors(diagnostics):
    return [found for found in diagnostics if found["severity"] == 1]


def typing(server, path, edits):
    """The flagship: a wrong name typed and taken back, in one cell after another."""
    text = pathlib.Path(path).read_text()
    document = Document(server, path, text)
    start = time.perf_counter()
    _, arrived = server.await_diagnostics(document.uri, 1)
    print(f"{'first diagnostics after opening':38s} {(arrived - start) * 1000:.0f} ms", flush=True)
    fences = [index for index in range(len(text)) if text.startswith("```swift\n", index)]
    ends = [text.index("\n```", fence + 5) for fence in fences]
    told, advised, taken_back, completed, hovered, listed = [], [], [], [], [], []
    for number in range(edits):
        end = ends[number % len(ends)]
        word = f"\nlet wrong{number} = misspelt{TOKEN}{number} + 1"
        # Key by key, as fast as a quick typist; only the last key's time counts.
        place = end
        for key in word[:-3]:
            document.edit(place, place, key)
            place += 1
        pressed = document.edit(place, place, word[-3:])
        _, arrived = server.await_diagnostics(
            document.uri, document.version,
            lambda found: any(f"misspelt{TOKEN}{number}" in error["message"] for error in errors(found)))
        told.append(arrived - pressed)
        document.edit(end, end + len(word), "")
        server.await_diagnostics(document.uri, document.version, lambda found: not errors(found))
        # What the compiler finds near takes longer: it looks through all libraries.
        word = f"\nlet near{number} = JSONDecoderr() // {TOKEN}"
        pressed = document.edit(end, end, word)
        _, arrived = server.await_diagnostics(
            document.uri, document.version,
            lambda found: any("did you mean 'JSONDecoder'" in error["message"] for error in errors(found)))
        advised.append(arrived - pressed)
        pressed = document.edit(end, end + len(word), "")
        _, arrived = server.await_diagnostics(document.uri, document.version, lambda found: not errors(found))
        taken_back.append(arrived - pressed)
        use = "\nlet used = [1.0, 2.0].so"
        document.edit(end, end, use)
        items, seconds = document.ask("textDocument/completion", end + len(use))
        if not any(item["label"].startswith("sorted") for item in items["items"]):
            raise AssertionError(f"no “sorted” among {len(items['items'])} completions")
        completed.append(seconds)
        document.edit(end, end + len(use), "")
        names = [index for index in range(len(document.text)) if document.text.startswith("Comparison(", index)
                 or document.text.startswith("RestDetector", index)]
        found, seconds = document.ask("textDocument/hover", names[number % len(names)] + 2)
        if not found:
            raise AssertionError("nothing is known of a name of the kit")
        hovered.append(seconds)
        _, seconds = document.ask("textDocument/documentSymbol")
        listed.append(seconds)
    say("diagnostics after the last key", told, 0.3)
    say("with the name that was meant", advised)
    say("diagnostics taken back", taken_back, 0.3)
    say("completion", completed[1:], 0.1)
    say("hover", hovered[1:], 0.1)
    say("outline", listed[1:])
    return document


def endless(server, document, count):
    """Memory while somebody types for days."""
    print(f"memory before: {server.memory()[0]:.0f} MB, with what it has started {server.memory()[1]:.0f} MB", flush=True)
    end = document.text.index("\n```", document.text.index("```swift\n") + 5)
    for number in range(count):
        document.edit(end, end, f"\nlet more = {number} + {TOKEN[:-1]}")
        document.edit(end, end + len(f"\nlet more = {number} + {TOKEN[:-1]}"), "")
        if number % 20 == 19:
            server.await_diagnostics(document.uri, document.version)
        if number % max(count // 5, 1) == 0:
            print(f"  after {number * 2} edits: {server.memory()[0]:.0f} MB, {server.memory()[1]:.0f} MB", flush=True)
    server.await_diagnostics(document.uri, document.version)
    alone, all_ = server.memory()
    print(f"memory after {count * 2} edits: {alone:.0f} MB, with what it has started {all_:.0f} MB", flush=True)


def two_at_once(server, first, folder):
    path = folder / "second.md"
    text = "---\nnotebook: {}\n---\n```swift\nlet base = 1\n```\n\n```swift\nbase + 1\n```\n"
    path.write_text(text)
    second = Document(server, path, text)
    server.await_diagnostics(second.uri, 1)
    place = first.text.index("\n```", first.text.index("```swift\n") + 5)
    waits = []
    for number in range(20):
        first.edit(place, place, f"\nlet wrongA = nameA{TOKEN}{number}")
        at = second.text.index("\n```", second.text.index("```swift\n") + 5)
        pressed = second.edit(at, at, f"\nlet wrongB = nameB{TOKEN}{number}")
        for document, name in [(first, f"nameA{TOKEN}{number}"), (second, f"nameB{TOKEN}{number}")]:
            found, arrived = server.await_diagnostics(
                document.uri, document.version,
                lambda found, name=name: any(name in error["message"] for error in errors(found)))
            other = "nameB" if name.startswith("nameA") else "nameA"
            if any(other in error["message"] for error in found):
                raise AssertionError("a message of the other notebook")
            waits.append(arrived - pressed)
        first.edit(place, place + len(f"\nlet wrongA = nameA{TOKEN}{number}"), "")
        second.edit(at, at + len(f"\nlet wrongB = nameB{TOKEN}{number}"), "")
        for document in [first, second]:
            server.await_diagnostics(document.uri, document.version, lambda found: not errors(found))
    say("two notebooks at once", waits)


def many_cells(server, folder, count):
    cells = "".join(f"## Part {i}\n\n```swift\nlet value{i} = {i}.0{f' + value{i - 1}' if i else ''}\n```\n\n" for i in range(count))
    text = "---\nnotebook: {}\n---\n" + cells
    path = folder / "many.md"
    path.write_text(text)
    start = time.perf_counter()
    document = Document(server, path, text)
    _, arrived = server.await_diagnostics(document.uri, 1, limit=300)
    print(f"{count} cells: first diagnostics {arrived - start:.1f} s", flush=True)
    told, completed, listed = [], [], []
    for number in range(20):
        end = document.text.index("\n```", document.text.index(f"let value{count * (number + 1) // 22} "))
        word = f"\nlet wrong = misspelt{TOKEN}{number}"
        pressed = document.edit(end, end, word)
        _, arrived = server.await_diagnostics(
            document.uri, document.version,
            lambda found: any(f"misspelt{TOKEN}{number}" in error["message"] for error in errors(found)), limit=300)
        told.append(arrived - pressed)
        document.edit(end, end + len(word), "\n_ = val")
        items, seconds = document.ask("textDocument/completion", end + len("\n_ = val"))
        completed.append(seconds)
        document.edit(end, end + len("\n_ = val"), "")
        _, seconds = document.ask("textDocument/documentSymbol")
        listed.append(seconds)
    say(f"{count} cells: diagnostics", told)
    say(f"{count} cells: completion", completed[1:])
    say(f"{count} cells: outline", listed)
    server.notify("textDocument/didClose", {"textDocument": {"uri": document.uri}})


def killed(server, document):
    """What helps is killed again and again: no answer is missing."""
    place = document.text.index("\n```", document.text.index("```swift\n") + 5)
    asked, told = [], []
    for number in range(10):
        for process in server.children("assist"):
            os.kill(process, signal.SIGKILL)
        name = document.text.index("Comparison(")
        found, seconds = document.ask("textDocument/hover", name + 2)
        if not found:
            raise AssertionError("no hover after what helps was killed")
        asked.append(seconds)
        word = f"\nlet wrong = killed{TOKEN}{number}"
        pressed = document.edit(place, place, word)
        until = time.perf_counter() + 0.5
        while time.perf_counter() < until:
            compilers = server.children("swift-frontend")
            for process in compilers:
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            if compilers:
                break
        _, arrived = server.await_diagnostics(
            document.uri, document.version,
            lambda found: any(f"killed{TOKEN}{number}" in error["message"] for error in errors(found)))
        told.append(arrived - pressed)
        document.edit(place, place + len(word), "")
        server.await_diagnostics(document.uri, document.version, lambda found: not errors(found))
    say("hover after SourceKit was killed", asked)
    say("diagnostics, compiler killed", told)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("notebook", nargs="?", default="notebooks/stabilisation.md")
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--long", type=int, default=10000)
    parser.add_argument("--cells", type=int, default=500)
    parser.add_argument("--log", help="where the server's own words go")
    options = parser.parse_args()
    log = open(options.log, "w") if options.log else None
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        server = Server(options.program, log=log)
        result = server.initialize()
        print(f"{result['serverInfo']['name']} {result['serverInfo']['version']}, positions in "
              f"{result['capabilities']['positionEncoding']}", flush=True)
        document = typing(server, options.notebook, options.edits)
        killed(server, document)
        two_at_once(server, document, folder)
        if options.cells:
            many_cells(server, folder, options.cells)
        if options.long:
            endless(server, document, options.long // 2)
        status = server.shutdown()
        print(f"ended with {status}")
        left = sorted(path.name for path in folder.iterdir())
        if left != ["many.md", "second.md"][2 - len(left):] and left != ["many.md", "second.md"]:
            raise AssertionError(f"files were left: {left}")
        sys.exit(0 if status == 0 else 1)


if __name__ == "__main__":
    main()
