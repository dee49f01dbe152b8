"""Three hundred submissions, right, wrong, broken and hostile, every tenth of them endless, graded by `gimbal assignment grade`: how
long it takes, how much memory, and whether a grading that is killed in the middle ends with the same marks.

    python3 Benchmarks/grading/grade_many.py GIMBAL FOLDER [COUNT] [--sandbox NAME]
"""

import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import time

from answers import student_version, tasks

HERE = os.path.dirname(os.path.abspath(__file__))


MISTAKES = [("v + a * dt", "v - a * dt"), ("v + a * dt", "v + a"), ("-rate", "rate"), ("exp(-rate * dt)", "(1 - rate * dt)"),
            ("2 * cross", "cross"), ("cross(u, t)", "cross(t, u)"), ("q.w * t", "t"), ("Double(values.count)", "Double(values.count - 1)"),
            ("values.isEmpty ? 0 : ", ""), ("sum += $0 * dt", "sum += $0"), ("9.80665", "9.5"), ("9.80665", "981 / 100.0")]
BROKEN = [("v + a * dt", "v + a *"), ("{ v + a * dt }", "{ v + a * dt"), ("Double(values.count)", "values.count"), ("var sum = 0.0", "var sum = []"),
          ("func mean", "func average"), ("exp(", "exq("), ("9.80665", "\"9.80665\"")]
HOSTILE = ["import Foundation\nexit(0)", "while true {}", "@_silgen_name(\"fork\") func split() -> Int32\nwhile true { _ = split() }",
           "var all: [[UInt8]] = []\nwhile true { all.append([UInt8](repeating: 1, count: 50 << 20)) }",
           "import Foundation\nfor i in 0... { try? Data(count: 8 << 20).write(to: URL(fileURLWithPath: \"f\\(i)\")) }",
           "while true { print(String(repeating: \"x\", count: 1 << 16)) }",
           "for _ in 0..<99 { display(CheckedResult(hasPassed: true, \"right\")) }", "import Foundation\nkill(-1, SIGKILL)"]
# What ends only when it is stopped, or costs the compiler or the judge long.
ENDLESS = ["import Foundation\nsignal(SIGTERM, SIG_IGN)\nsignal(SIGALRM, SIG_IGN)\nwhile true {}",
           "let accents = String(repeating: \"\\u{301}\", count: 8 << 20)\nprint(\"a\" + accents)",
           "let literal: [Double] = [" + ", ".join(f"{n}.5" for n in range(60000)) + "]",
           "import Foundation\nwhile true { sleep(60) }"]


def submissions(source, count, seed):
    draw = random.Random(seed)
    named = tasks(source)
    for number in range(count):
        answers = {name: parts["solution"] for name, parts in named.items()}
        kind = "endless" if number % 10 == 9 else draw.choices(["right", "wrong", "broken", "hostile"], [45, 40, 10, 5])[0]
        extra = f"\n```swift\n// {number}\nlet own{number} = euler(0, {number}, dt: 0.1)\n```\n"
        if kind == "wrong":
            for old, new in draw.sample(MISTAKES, draw.randint(1, 3)):
                answers = {name: code.replace(old, new) for name, code in answers.items()}
            if draw.random() < 0.3:
                blank = draw.choice(list(named))
                answers[blank] = named[blank]["exercise"]
        if kind == "broken":
            old, new = draw.choice(BROKEN)
            answers = {name: code.replace(old, new) for name, code in answers.items()}
        if kind in ("hostile", "endless"):
            # Each with its number: what several have word for word would be compiled once for all of them.
            extra += f"\n```swift\n// {number}\n{draw.choice(HOSTILE if kind == 'hostile' else ENDLESS)}\n```\n"
        yield f"s{number:03}", kind, student_version(source, answers, extra)


def marks(folder):
    """What counts of the marks: no times, and no words that hold drawn numbers."""
    found = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                mark = json.load(file)
            found[name] = [(t["name"], t["status"], [c["earned"] for c in t["checks"]]) for t in mark["tasks"]]
    return found


def main():
    arguments = sys.argv[1:]
    sandbox = []
    if "--sandbox" in arguments:
        place = arguments.index("--sandbox")
        sandbox = arguments[place:place + 2]
        del arguments[place:place + 2]
    gimbal, folder = os.path.abspath(arguments[0]), os.path.abspath(arguments[1])
    count = int(arguments[2]) if len(arguments) > 2 else 300
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(f"{folder}/submissions")
    shutil.copy(f"{HERE}/lab.md", f"{folder}/lab.md")
    with open(f"{folder}/lab.md", encoding="utf-8") as file:
        source = file.read()
    kinds = {}
    for student, kind, text in submissions(source, count, 7):
        kinds[student] = kind
        with open(f"{folder}/submissions/{student}.md", "w", encoding="utf-8") as file:
            file.write(text)
    command = [gimbal, "assignment", "grade", "submissions", "--source", "lab.md"] + sandbox

    def grade(output, kill_at=None):
        start = time.monotonic()
        process = subprocess.Popen(command + ["--output", output], cwd=folder)
        while process.poll() is None:
            time.sleep(0.2)
            if kill_at and os.path.isdir(f"{folder}/{output}"):
                if sum(n.endswith(".json") for n in os.listdir(f"{folder}/{output}")) >= kill_at:
                    process.send_signal(signal.SIGKILL)
                    process.wait()
        return time.monotonic() - start, process.returncode

    whole, status = grade("whole")
    assert status == 0, status
    seconds = []
    for name in os.listdir(f"{folder}/whole"):
        if name.endswith(".json"):
            with open(f"{folder}/whole/{name}", encoding="utf-8") as file:
                seconds.append(json.load(file)["seconds"])
    # The same secret: the same random inputs.
    os.makedirs(f"{folder}/killed")
    shutil.copy(f"{folder}/whole/.secret", f"{folder}/killed/.secret")
    first, _ = grade("killed", kill_at=count // 2)
    second, status = grade("killed")
    assert status == 0, status
    same = marks(f"{folder}/whole") == marks(f"{folder}/killed")
    again, _ = grade("whole")
    by_kind = {}
    for name, tasks_of in marks(f"{folder}/whole").items():
        by_kind.setdefault(kinds[name[:-5]], []).append(sum(sum(checks) for _, _, checks in tasks_of))
    print(f"{count} submissions in {whole:.0f} s; median {statistics.median(seconds):.2f} s, longest {max(seconds):.1f} s")
    print(f"killed after {first:.0f} s and gone on for {second:.0f} s: the marks are {'the same' if same else 'OTHERS'}")
    print(f"once more, with nothing to do: {again:.1f} s")
    for kind, points in sorted(by_kind.items()):
        print(f"{kind}: {len(points)}, mean {statistics.mean(points):.1f} of 12 points")
    sys.exit(0 if same else 1)


main()
