"""A course run with nbgrader's own programs and graded by Gimbal: nbgrader hands out, collects and returns, Gimbal grades and marks.

What must hold: nbgrader takes the student's version as an assignment; what it collects, `gimbal assignment import` turns back into what the
student wrote; `grades.csv` has the columns of `nbgrader export`, which reads it; `nbgrader release_feedback` and `fetch_feedback` bring each
student the page that Gimbal made, and no other.

Usage: nbgrader_exchange.py GIMBAL. Exit 1 when something does not hold.
"""

import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import nbformat

gimbal = str(pathlib.Path(sys.argv[1]).resolve())
failures = []

LAB = """---
title: Integrating twice
notebook: {assignment: lab3}
---

```swift
//| locked: true
import Gimbal
```

```swift
//| exercise: step
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
```

```swift
//| check: step
//| points: 3
//| hidden: true
try check("a step", step, like: { v, a, dt in v + a * dt }, over: .number("v"), .number("a"), .timeStep())
```

::: {.answer #growth points="4"}
How does the position error grow?

With its square.
:::
"""

WRITTEN = {
    "ada": ("v + a * dt", "With the square of time, as it is integrated twice."),
    "bob": ("v + a", "Linearly."),
    "cyn": ("v - a * dt", "It does."),
}


def check(name, holds, detail=""):
    print(("ok    " if holds else "FAILS ") + name + (f": {detail}" if detail and not holds else ""), flush=True)
    if not holds:
        failures.append(name)


def run(*words, cwd, **more):
    words = [shutil.which(words[0], path=more.get("env", os.environ)["PATH"]), *words[1:]]
    result = subprocess.run(words, cwd=cwd, capture_output=True, text=True, **more)
    if result.returncode:
        print(result.stdout[-1500:] + result.stderr[-3000:])
        sys.exit(f"{' '.join(words)} failed")
    return result.stdout + result.stderr


def nbgrader(*words, cwd, user):
    # nbgrader takes a student's name from the account; the exchange is a folder that all of them can write.
    return run("nbgrader", *words, cwd=cwd,
               env={**os.environ, "PATH": f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}", "JUPYTERHUB_USER": user, "NB_USER": user, "HOME": str(cwd), "JUPYTER_CONFIG_DIR": str(cwd)})


def config(folder, exchange, student="*"):
    (folder / "nbgrader_config.py").write_text(
        "c = get_config()\n"
        f"c.CourseDirectory.course_id = 'sensing'\nc.CourseDirectory.root = {str(folder)!r}\n"
        f"c.CourseDirectory.student_id = {student!r}\n"
        f"c.Exchange.root = {str(exchange)!r}\nc.Exchange.path_includes_course = False\n"
        f"c.Exchange.cache = {str(folder / 'cache')!r}\nc.ClearSolutions.enforce_metadata = False\n"
        "c.ClearSolutions.code_stub = {'swift': '// your code'}\n")


with tempfile.TemporaryDirectory() as place:
    place = pathlib.Path(place)
    course, exchange = place / "course", place / "exchange"
    for folder in [course / "source/lab3", exchange]:
        folder.mkdir(parents=True)
    exchange.chmod(0o777)
    config(course, exchange)
    (course / "lab.md").write_text(LAB)
    (course / "students.csv").write_text(
        "id,last_name,first_name,email\nada,Lovelace,Ada,ada@example.org\nbob,\"O'Bob, Jr\",Bob,bob@example.org\ncyn,Cynara,Cyn,\n")

    # The student's version, as a Jupyter notebook, is handed out by nbgrader.
    run(gimbal, "assignment", "release", "lab.md", "--output", "student/lab3.md", cwd=course)
    run(gimbal, "run", "student/lab3.md", "-q", "--to", "ipynb", "--output", "plots", cwd=course)
    made = next((course / "plots").rglob("*.ipynb"))
    handed_out = nbformat.read(made, as_version=4)
    check("the student's version has neither solution nor hidden check", "a step" not in made.read_text())
    nbformat.write(handed_out, course / "source/lab3/lab3.ipynb")
    nbgrader("db", "student", "import", "students.csv", cwd=course, user="teacher")
    nbgrader("generate_assignment", "lab3", cwd=course, user="teacher")
    nbgrader("release_assignment", "lab3", cwd=course, user="teacher")

    # Each student fetches it, writes into it, and submits.
    homes = {}
    for student, (code, answer) in WRITTEN.items():
        home = homes[student] = place / student
        home.mkdir()
        config(home, exchange, student)
        nbgrader("fetch_assignment", "lab3", cwd=home, user=student)
        file = home / "lab3/lab3.ipynb"
        notebook = nbformat.read(file, as_version=4)
        for cell in notebook.cells:
            cell.source = re.sub(r'blank\(".*?"\)', code, cell.source)
            cell.source = re.sub(r"<!-- Write your answer here.*?-->", answer, cell.source)
        nbformat.write(notebook, file)
        nbgrader("submit", "lab3", cwd=home, user=student)
    nbgrader("collect", "lab3", cwd=course, user="teacher")
    check("nbgrader has collected all", sorted(p.name for p in (course / "submitted").iterdir()) == sorted(WRITTEN))

    # Gimbal takes what nbgrader has collected, grades and marks it.
    run(gimbal, "assignment", "import", "submitted", "--assignment", "lab3", "--output", "submissions", cwd=course)
    for student, (code, answer) in WRITTEN.items():
        text = (course / f"submissions/{student}.md").read_text()
        check(f"{student}: what was written comes back", code in text and answer in text, text[:2000])
    run(gimbal, "assignment", "grade", "submissions", "--source", "lab.md", cwd=course)
    for student, points in [("ada", "4"), ("bob", "1"), ("cyn", "0")]:
        run(gimbal, "assignment", "mark", "grades", "--source", "lab.md", "--student", student, "--item", "growth", "--points", points,
            cwd=course)
    run(gimbal, "assignment", "export", "grades", "--source", "lab.md", "--to", "nbgrader", "--students", "students.csv",
        "--submitted", "submitted", "--output", "export", cwd=course)

    # Its table next to nbgrader's own.
    nbgrader("export", "--to", "own.csv", cwd=course, user="teacher")
    own = next(csv.reader(open(course / "own.csv", newline="")))
    with open(course / "export/grades.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    with open(course / "export/grades.csv", newline="") as file:
        head = next(csv.reader(file))
    check("grades.csv has the columns of nbgrader's own export", head == own, f"{head} and {own}")
    check("with the points of each", {r["student_id"]: float(r["score"]) for r in rows} == {"ada": 9, "bob": 1, "cyn": 0}, str(rows))
    check("out of all", all(float(r["max_score"]) == 9 for r in rows), str(rows))
    check("and the names of its list", [(r["last_name"], r["first_name"]) for r in rows]
          == [("Lovelace", "Ada"), ("O'Bob, Jr", "Bob"), ("Cynara", "Cyn")], str(rows))

    # nbgrader returns the pages.
    for source in (course / "export/feedback").rglob("*.*"):
        target = course / "feedback" / source.relative_to(course / "export/feedback")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
    nbgrader("release_feedback", "lab3", cwd=course, user="teacher")
    for student, home in homes.items():
        nbgrader("fetch_feedback", "lab3", cwd=home, user=student)
        pages = list(home.rglob("feedback/**/*.html"))
        check(f"{student}: nbgrader brings one page", len(pages) == 1, str(list(home.rglob("*.html"))))
        if pages:
            page = pages[0].read_bytes()
            check(f"{student}: and it is the one that Gimbal made",
                  page == (course / f"export/feedback/{student}/lab3/lab3.html").read_bytes())
            check(f"{student}: without another's name", not any(
                re.search(rf"\b{other}\b", page.decode()) for other in WRITTEN if other != student))

print(f"{len(failures)} do not hold" if failures else "all holds")
sys.exit(1 if failures else 0)
