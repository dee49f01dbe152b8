#!/usr/bin/env python3
"""Plants faults in the sources, one at a time, and says which test finds each.

usage: plant.py [--seed 1] [--count 60] [--list] [--only 3,17] [--package .] [--configuration release] [--table FILE]

Each fault is one small change of one line, of a kind that people make: a flipped sign, an off-by-one, a skipped check, a missing
escape, a lock that is not taken, a wrong unit. The same seed chooses the same faults of the same sources, spread over wings and
kinds. For each, the package is built and the test targets that depend on the changed room run, the nearest first, until one
fails. A fault that does not compile is replaced by the next. The sources are put back whatever happens.

With --relink, only the changed room is compiled, and the programs that it is part of are linked again. That is right for debug
builds, in which no room has another's code in it, and takes a minute where the package manager builds all that depends on the room.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import time

# For each kind, what a line may have and what becomes of it.
KINDS = {
    "flipped sign": [(r"(?<=[\w)\]]) \+ (?=[\w(])", " - "), (r"(?<=[\w)\]]) - (?=[\w(])", " + "), (r" \+= ", " -= "), (r" -= ", " += ")],
    "off by one": [
        (r"\.\.<", "..."), (r"(?<=[\w)\]]) < (?=[\w(])", " <= "), (r"(?<=[\w)\]]) > (?=[\w(])", " >= "), (r"(?<=[\w)\]]) <= (?=[\w(])", " < "),
        (r" - 1\b(?![.\w])", ""), (r" \+ 1\b(?![.\w])", "")],
    "skipped check": [
        (r"\bguard (?!let|case|var)([^{,]+) else \{", r"guard true || (\1) else {"),
        (r"\bif (?!let|case|var)([^{,]+) \{ (throw|return)\b", r"if false && (\1) { \2")],
    "missing escape": [
        (r"\.replacing\((\"[&<>\\'$`]\"|\"\\\\\"\"|\"\\\\\\\\\"), with: \"[^\"]*\"\)", ""), (r"\b(\w*[eE]scap(?:ed|ing))\((?!of|_|for)(\w+)\)", r"(\2)"),
        (r"\.(?:html|xml|attribute)?[eE]scaped(?:\(\))?", ""), (r"\.addingPercentEncoding\([^()]*\(?[^()]*\)?\)", " as String?")],
    "lock not taken": [
        (r"\bLOCK_EX\b", "LOCK_SH"), (r"^(\s*)pthread_mutex_lock\(.*\);", r"\1;"), (r"^(\s*)\w*[lL]ock\.lock\(\)$", r"\1_ = 0"),
        (r"\bO_EXCL\b", "0"), (r"\bF_WRLCK\b", "F_RDLCK")],
    "wrong unit": [
        (r"9\.80665", "9.5"), (r"\.pi / 180", ".pi / 200"), (r"180 / \.pi", "200 / .pi"), (r"(?<=[*/] )1000\b(?!\.)", "100"), (r"\b1e-3\b", "1e-2"),
        (r"\b1e-6\b", "1e-5"), (r"\b1e9\b", "1e8"), (r"\b1e-9\b", "1e-8"), (r"(?<=[*/] )60\b", "100"), (r"(?<=[*/] )1024\b", "1000"),
        (r"(?<=[*/] )100\b", "1000"), (r"\b1_000_000\b", "1_000")],
}

Fault = collections.namedtuple("Fault", "wing room kind file line before after")


def rooms_by_wing(root):
    """The folders of rooms, by wing: as the package's description names them."""
    wings = collections.defaultdict(list)
    for target in targets(root):
        folder = pathlib.PurePath(target.get("path") or "")
        if target["type"] in ("regular", "executable") and folder.parts[:1] == ("Sources",) and len(folder.parts) > 2:
            wings["/".join(folder.parts[1:-1])].append(folder)
    return wings


def targets(root):
    text = subprocess.run(["swift", "package", "dump-package"], cwd=root, check=True, stdout=subprocess.PIPE, text=True).stdout
    return json.loads(text)["targets"]


def candidates(root):
    """All places where a fault of each kind can be planted, by wing and kind."""
    places = collections.defaultdict(list)
    for wing, folders in rooms_by_wing(root).items():
        for folder in sorted(folders):
            room = folder.name
            for file in sorted((root / folder).rglob("*")):
                if file.suffix not in (".swift", ".c", ".cpp") or "Resources" in file.parts:
                    continue
                inside = False
                for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
                    code = line.strip()
                    # Texts of several lines, comments and declarations of operators are no code that runs.
                    if code.count('"""') == 1:
                        inside = not inside
                    if inside or code.startswith(("//", "*", "#", "import ", '"')) or "func " in code and kindless(code):
                        continue
                    for kind, changes in KINDS.items():
                        for old, new in changes:
                            for match in re.finditer(old, line):
                                if kind != "missing escape" and quoted(line, match.start()):
                                    continue
                                after = line[:match.start()] + match.expand(new) + line[match.end():]
                                places[wing, kind].append(Fault(wing, room, kind, str(file.relative_to(root)), number, line, after))
    return places


def kindless(code):
    return re.search(r"func [-+*/<>=!]+", code) is not None


def quoted(line, position):
    """Whether a place in a line is within a text or behind a comment's beginning."""
    before = line[:position]
    return before.count('"') % 2 == 1 or "//" in before


def draw(root, seed, count):
    """Queues of faults: for each of `count` places in the table one that is tried first, and those that replace it."""
    chance = random.Random(seed)
    places = candidates(root)
    for of_kind in places.values():
        chance.shuffle(of_kind)
    squares = [square for square in sorted(places) if places[square]]
    chance.shuffle(squares)
    slots, used, turn = [], set(), 0
    while len(slots) < count and turn < 50 * count:
        wing, kind = squares[turn % len(squares)]
        turn += 1
        queue = [f for f in places.get((wing, kind), []) if (f.file, f.line) not in used][:6]
        if queue:
            used.update((f.file, f.line) for f in queue)
            slots.append(queue)
    return slots


class Package:
    """The targets of a package: who depends on whom, and which are tests."""

    def __init__(self, folder, configuration):
        self.folder, self.configuration = folder, configuration
        described = targets(folder)
        self.needs = {t["name"]: [list(d.values())[0][0] for d in t["dependencies"]] for t in described}
        self.tests = {t["name"] for t in described if t["type"] == "test"}
        self.wings = {t["name"]: pathlib.PurePath(t.get("path") or "").parts[1:-1] for t in described}

    def nearest_tests(self, room):
        """Test targets that depend on a room, the nearest first, and those with its name before others.

        On a program that tests start, and on a library that is loaded, none depends: then all, those of the same wing first.
        """
        distance, frontier, steps = {room: 0}, {room}, 0
        while frontier:
            steps += 1
            frontier = {t for t, needs in self.needs.items() if t not in distance and frontier.intersection(needs)}
            distance |= dict.fromkeys(frontier, steps)
        reached = [t for t in distance if t in self.tests]
        if not reached:
            return sorted(self.tests, key=lambda t: (self.wings[t] != self.wings[room], t))
        return sorted(reached, key=lambda t: (distance[t], t != f"{room}Tests", t))

    def build(self, file):
        done = subprocess.run(
            ["make", "test-programs", f"BUILD=swift build -c {self.configuration}"], cwd=self.folder, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        return done.returncode == 0, done.stdout

    def put_back(self, file):
        """What the build needs after the file is as it was."""

    def test(self, target, limit, skip):
        """The first test of a target that fails; None where all pass."""
        command = ["swift", "test", "-c", self.configuration, "--skip-build", "--disable-xctest", "--filter", rf"^{target}\.", "--skip", skip]
        try:
            done = subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=limit)
        except subprocess.TimeoutExpired:
            return f"{target} does not end"
        if done.returncode == 0:
            return None
        failed = re.search(r"Test (.+?) recorded an issue", done.stdout)
        return f"{target}: {failed.group(1)}" if failed else f"{target}: ends with {done.returncode}"


class Relinked(Package):
    """A debug build of which only the changed file's room is compiled again."""

    LINKED = ("GimbalPackageTests.xctest", "libGimbalKit.so", "/gimbal", "/CellHost")

    def __init__(self, folder, configuration):
        super().__init__(folder, configuration)
        self.commands = []
        text = (folder / f".build/{configuration}.yaml").read_text()
        for block in re.split(r'\n  (?=")', text):
            lists = dict(re.findall(r"^    (inputs|outputs|args): (\[.*\])$", block, re.M))
            if "args" in lists and "outputs" in lists:
                self.commands.append({key: json.loads(value) for key, value in lists.items()})

    def run(self, commands):
        for command in commands:
            done = subprocess.run(command["args"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if done.returncode:
                return False, done.stdout
        return True, ""

    def compiling(self, file):
        path = str(self.folder.resolve() / file)
        return [c for c in self.commands if path in c.get("inputs", []) and any(o.endswith(".o") for o in c["outputs"])]

    def build(self, file):
        compiling = self.compiling(file)
        made = {o for c in compiling for o in c["outputs"] if o.endswith(".o")}
        linking = [c for c in self.commands if c["outputs"][0].endswith(self.LINKED) and made.intersection(c["inputs"])]
        linking.sort(key=lambda c: c["outputs"][0].endswith("xctest"))
        return self.run(compiling + linking)

    def put_back(self, file):
        self.run(self.compiling(file))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=60)
    options.add_argument("--list", action="store_true", help="only name the faults")
    options.add_argument("--only", help="numbers of faults, with commas")
    options.add_argument("--rooms", help="only faults in these rooms, with commas")
    options.add_argument("--package", type=pathlib.Path, default=pathlib.Path("."))
    options.add_argument("--configuration", default="release")
    options.add_argument("--relink", action="store_true", help="compile only the changed room of a debug build")
    options.add_argument("--most", type=int, default=100, help="how many test targets run for a fault that none of them finds")
    options.add_argument("--skip", default="^$", help="a regular expression of tests that fail without a fault, too")
    options.add_argument("--limit", type=float, default=900, help="seconds for one test target")
    options.add_argument("--table", type=pathlib.Path, help="a Markdown file to which the table goes, row by row")
    given = options.parse_args()
    root = pathlib.Path(__file__).resolve().parents[2]
    slots = draw(root, given.seed, given.count)
    wanted = {int(n) for n in given.only.split(",")} if given.only else None
    rooms = given.rooms.split(",") if given.rooms else None
    if given.list:
        for number, queue in enumerate(slots, 1):
            f = queue[0]
            print(f"{number:2}  {f.wing}, {f.kind}: {f.file}:{f.line}\n      − {f.before.strip()}\n      + {f.after.strip()}")
        return
    package = (Relinked if given.relink else Package)(given.package, given.configuration)
    rows, found = 0, 0

    def note(line):
        print(line, flush=True)
        if given.table:
            with open(given.table, "a") as table:
                table.write(line + "\n")

    note("| | wing | kind | place | change | found by | seconds |\n|---|---|---|---|---|---|---|")
    for number, queue in enumerate(slots, 1):
        if wanted and number not in wanted:
            continue
        for fault in queue:
            if rooms and fault.room not in rooms or fault.room not in package.needs:
                continue
            verdict, seconds = attempt(root, package, fault, given)
            if verdict is None:
                continue
            rows += 1
            found += verdict != "nothing"
            change = f"`{fault.before.strip()}` → `{fault.after.strip()}`".replace("|", "\\|")
            note(f"| {number} | {fault.wing} | {fault.kind} | {fault.file}:{fault.line} | {change} | {verdict} | {seconds:.0f} |")
            break
    note(f"\n{found} of {rows} were found.")


def attempt(root, package, fault, given):
    """What finds a fault: a test, the compiler's refusal (None), or nothing."""
    file = root / fault.file
    text = file.read_text()
    lines = text.split("\n")
    assert lines[fault.line - 1] == fault.before
    lines[fault.line - 1] = fault.after
    began = time.monotonic()
    # As long as a fault is planted, nothing can be committed.
    lock = root / subprocess.run(
        ["git", "rev-parse", "--git-path", "index.lock"], cwd=root, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    lock.open("x").close()
    try:
        file.write_text("\n".join(lines))
        compiles, _ = package.build(fault.file)
        if not compiles:
            return None, 0
        for target in package.nearest_tests(fault.room)[:given.most]:
            if failed := package.test(target, given.limit, given.skip):
                return failed.replace("|", "\\|"), time.monotonic() - began
        return "nothing", time.monotonic() - began
    finally:
        file.write_text(text)
        lock.unlink(missing_ok=True)
        package.put_back(fault.file)


if __name__ == "__main__":
    main()
