"""Grading side by side: `gimbal assignment grade` and `nbgrader autograde` on the same assignment, Benchmarks/grading/lab.md and the same
six tasks for Python, with the same share of right and wrong answers. Seconds a submission, by the wall clock, in one run.

nbgrader runs a submission and its tests in one kernel without a sandbox, one submission after the other; Gimbal compiles each and runs it in
a sandbox, as many at once as there are processors, so that its figure with one at a time stands beside.

Usage: grading_speed.py GIMBAL [COUNT]. Exit 1 when one of the two does not give the marks that the answers have earned.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import nbformat

gimbal = str(pathlib.Path(sys.argv[1]).resolve())
count = int(sys.argv[2]) if len(sys.argv) > 2 else 20
programs = pathlib.Path(sys.executable).parent
here = pathlib.Path(__file__).parents[1] / "grading"
sys.path.insert(0, str(here))
import answers  # noqa: E402

# The tasks of lab.md: the solution, what a student who is wrong wrote, and the checks with their points; hidden ones between nbgrader's marks.
PYTHON = {
    "euler": (
        "def euler(v, a, dt):\n    return v + a * dt", ("v + a * dt", "v + a"),
        [(1, "assert abs(euler(0, 2, 0.5) - 1) < 1e-9"),
         (1, "### BEGIN HIDDEN TESTS\nfor _ in range(25):\n    v, a, dt = draw.uniform(-2, 2), draw.uniform(-2, 2), draw.uniform(0.01, 0.1)\n"
             "    assert abs(euler(v, a, dt) - (v + a * dt)) < 1e-9\n### END HIDDEN TESTS")]),
    "damped": (
        "def damped(v, rate, dt):\n    return v * math.exp(-rate * dt)", ("-rate", "rate"),
        [(2, "for _ in range(25):\n    v, rate, dt = draw.uniform(-2, 2), draw.uniform(0, 4), draw.uniform(0.01, 0.1)\n"
             "    assert abs(damped(v, rate, dt) - v * math.exp(-rate * dt)) < 1e-9")]),
    "turned": (
        "def turned(q, v):\n    w, u = q[0], np.array(q[1:])\n    t = 2 * np.cross(u, v)\n    return v + w * t + np.cross(u, t)",
        ("2 * np.cross", "np.cross"),
        [(3, "### BEGIN HIDDEN TESTS\nfor _ in range(25):\n    q = np.array([draw.gauss(0, 1) for _ in range(4)])\n    q /= np.linalg.norm(q)\n"
             "    v = np.array([draw.uniform(-2, 2) for _ in range(3)])\n"
             "    right = Rotation.from_quat(np.roll(q, -1)).apply(v)\n    assert np.abs(turned(q, v) - right).max() < 1e-9\n### END HIDDEN TESTS")]),
    "mean": (
        "def mean(values):\n    return sum(values) / len(values) if len(values) else 0", ("/ len(values) if", "/ (len(values) - 1) if"),
        [(2, "assert mean([]) == 0\nfor _ in range(25):\n    values = [draw.uniform(-2, 2) for _ in range(8)]\n"
             "    assert abs(mean(values) - sum(values) / 8) < 1e-9")]),
    "positions": (
        "def positions(velocities, dt):\n    return list(np.cumsum(velocities) * dt)", (" * dt", ""),
        [(2, "for _ in range(25):\n    values, dt = [draw.uniform(-2, 2) for _ in range(8)], draw.uniform(0.01, 0.1)\n"
             "    assert np.abs(np.array(positions(values, dt)) - np.cumsum(values) * dt).max() < 1e-9")]),
    "gravity": ("gravity = 9.80665", ("9.80665", "9.5"), [(1, "assert abs(gravity - 9.80665) < 0.01")]),
}
SETUP = "import math, random\nimport numpy as np\nfrom scipy.spatial.transform import Rotation\ndraw = random.Random(1)"


def cell(source, name=None, **more):
    made = nbformat.v4.new_code_cell(source)
    if name:
        made.metadata["nbgrader"] = {"schema_version": 3, "grade_id": name, "grade": False, "solution": False, "locked": False,
                                     "task": False, **more}
    return made


def python_source():
    """The teacher's notebook."""
    cells = [cell(SETUP, "setup", locked=True)]
    for name, (solution, _, checks) in PYTHON.items():
        cells.append(cell(f"### BEGIN SOLUTION\n{solution}\n### END SOLUTION", name, solution=True))
        cells += [cell(check, f"{name}-{number}", grade=True, locked=True, points=points)
                  for number, (points, check) in enumerate(checks)]
    return notebook(cells)


def notebook(cells):
    return nbformat.v4.new_notebook(
        cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}})


def nbgrader(course, *words):
    result = subprocess.run(
        [str(programs / "nbgrader"), *words, f"--CourseDirectory.root={course}"], cwd=course, capture_output=True, text=True,
        env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"})
    if result.returncode:
        sys.exit(f"nbgrader {' '.join(words)}:\n{result.stderr[-3000:]}")


def grade_with_nbgrader(place, wrong):
    """Seconds for all, and the points of each."""
    course = place / "course"
    (course / "source/six").mkdir(parents=True)
    nbformat.write(python_source(), course / "source/six/six.ipynb")
    nbgrader(course, "generate_assignment", "six")
    for student, tasks in wrong.items():
        handed_in = nbformat.read(course / "release/six/six.ipynb", as_version=4)
        for one in handed_in.cells:
            name = one.metadata.get("nbgrader", {}).get("grade_id")
            if name in PYTHON:
                solution, (old, new), _ = PYTHON[name]
                one.source = solution.replace(old, new) if name in tasks else solution
        folder = course / "submitted" / student / "six"
        folder.mkdir(parents=True)
        nbformat.write(handed_in, folder / "six.ipynb")
    start = time.perf_counter()
    nbgrader(course, "autograde", "six")
    seconds = time.perf_counter() - start
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course}/gradebook.db") as book:
        return seconds, {student: book.find_submission("six", student).score for student in wrong}


def grade_with_gimbal(place, wrong, jobs):
    folder = place / f"gimbal-{jobs}"
    (folder / "submissions").mkdir(parents=True)
    source = (here / "lab.md").read_text()
    (folder / "lab.md").write_text(source)
    for student, tasks in wrong.items():
        (folder / f"submissions/{student}.md").write_text(answers.handed_in(source, tasks, student))
    start = time.perf_counter()
    result = subprocess.run(
        [gimbal, "assignment", "grade", "submissions", "--source", "lab.md", "--jobs", str(jobs), "--cache", str(folder / "cache")],
        cwd=folder, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if result.returncode:
        sys.exit(result.stderr[-3000:])
    earned = {}
    for student in wrong:
        mark = json.loads((folder / f"grades/{student}.json").read_text())
        earned[student] = sum(check["earned"] for task in mark["tasks"] for check in task["checks"])
    return seconds, earned


def main():
    draw = random.Random(33)
    names = list(PYTHON)
    wrong = {f"s{number:02}": draw.sample(names, draw.choice([0, 0, 1, 2, 3])) for number in range(count)}
    worth = {name: sum(points for points, _ in checks) for name, (_, _, checks) in PYTHON.items()}
    # A check of several parts gives the share that is right: of the wrong mean, the one of nothing.
    ours = {student: sum(worth.values()) - sum(1 if t == "mean" else worth[t] for t in tasks) for student, tasks in wrong.items()}
    theirs = {student: sum(worth.values()) - sum(worth[t] for t in tasks) for student, tasks in wrong.items()}
    isRight = True
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        rows = []
        for name, (seconds, earned), expected in [
            ("nbgrader autograde", grade_with_nbgrader(place, wrong), theirs),
            ("gimbal, one at a time", grade_with_gimbal(place, wrong, 1), ours),
            ("gimbal, two at a time", grade_with_gimbal(place, wrong, 2), ours),
        ]:
            off = [student for student in wrong if abs(earned[student] - expected[student]) > 1e-9]
            if off:
                isRight = False
                print(f"{name}: other marks than earned for {[(s, wrong[s], earned[s], expected[s]) for s in off[:5]]}")
            rows.append((name, seconds / count))
    print(f"{count} submissions of six tasks, caches empty")
    print(f"{'':24} {'s a submission':>15} {'beside nbgrader':>16}")
    for name, seconds in rows:
        print(f"{name:24} {seconds:15.2f} {seconds / rows[0][1]:16.2f}")
    return 0 if isRight else 1


if __name__ == "__main__":
    sys.exit(main())
