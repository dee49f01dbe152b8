"""Programs that run notebooks, on notebooks of ours."""

import base64
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

GIMBAL = os.environ["GIMBAL"]
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


def tool(name, *arguments, folder):
    program = Path(sys.executable).parent / name
    done = subprocess.run([str(program), *map(str, arguments)], cwd=folder, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


CELLS = [
    ("markdown", "# A lab", ()),
    ("code", "let count = 3\nlet name = \"a\"", ("parameters",)),
    ("code", "print(name, count)\ncount * 2", ()),
    ("code", '//| fig-cap: A line.\nimport Gimbal\nFigure(x: FigureAxis("t"), y: FigureAxis("s"), [.line(x: [0, 1], y: [0, Double(count)])])', ()),
    ("code", "struct Row { var n: Int; var square: Int }\n(1...count).map { Row(n: $0, square: $0 * $0) }", ()),
    ("code", 'fatalError("wanted")', ("raises-exception",)),
    ("code", "count", ()),
]


@pytest.fixture
def lab(tmp_path):
    notebook = nbformat.v4.new_notebook(
        metadata={"kernelspec": {"name": "swift", "display_name": "Swift (Gimbal)", "language": "swift"}}
    )
    for kind, source, tags in CELLS:
        cell = getattr(nbformat.v4, f"new_{kind}_cell")(source)
        cell.metadata["tags"] = list(tags)
        notebook.cells.append(cell)
    nbformat.write(notebook, tmp_path / "lab.ipynb")
    return tmp_path / "lab.ipynb"


def outputs(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]


def check(cells, count="3"):
    """Whether the outputs are those of the lab."""
    text, figure, table, failure, last = cells[-5:]
    assert text[0].text == f"a {count}\n" and text[1].data["text/plain"] == str(2 * int(count))
    assert {"image/svg+xml", "image/png"} <= set(figure[0].data) and figure[1].data["text/plain"] == "A line."
    assert base64.b64decode(figure[0].data["image/png"]).startswith(b"\x89PNG")
    assert "<table" in table[0].data["text/html"]
    assert failure[0].ename == "Crash" and "wanted" in failure[0].evalue
    assert last[0].data["text/plain"] == count


def test_nbclient(lab):
    notebook = nbformat.read(lab, as_version=4)
    NotebookClient(notebook, timeout=60, resources={"metadata": {"path": lab.parent}}).execute()
    nbformat.write(notebook, lab)
    check(outputs(lab))


def test_nbconvert(lab):
    tool("jupyter", "nbconvert", "--execute", "--to", "notebook", "--inplace", lab, folder=lab.parent)
    check(outputs(lab))
    tool("jupyter", "nbconvert", "--to", "html", lab, folder=lab.parent)
    page = lab.with_suffix(".html").read_text()
    assert "<svg" in page or "data:image/svg+xml" in page


def test_jupyter_execute(lab):
    tool("jupyter", "execute", "--inplace", lab, folder=lab.parent)
    check(outputs(lab))


def test_cells_of_a_file_are_compiled_ahead_and_shown_as_they_are(tmp_path):
    cells = [f"let value{n} = {n} + {'value%d' % (n - 1) if n else '0'}\nprint(value{n})" for n in range(10)]
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell) for cell in cells],
        metadata={"kernelspec": {"name": "swift", "display_name": "Swift (Gimbal)", "language": "swift"}},
    )
    (tmp_path / "below").mkdir()
    nbformat.write(notebook, tmp_path / "below" / "ten.ipynb")
    tool("jupyter", "execute", "--inplace", "below/ten.ipynb", folder=tmp_path)
    assert [cell[0].text for cell in outputs(tmp_path / "below" / "ten.ipynb")] == [f"{sum(range(n + 1))}\n" for n in range(10)]


def test_papermill(lab):
    # It stops at every error, wanted or not.
    notebook = nbformat.read(lab, as_version=4)
    notebook.cells = [cell for cell in notebook.cells if "raises-exception" not in cell.metadata["tags"]]
    nbformat.write(notebook, lab)
    tool("papermill", lab, "out.ipynb", folder=lab.parent)
    text, figure, table, last = outputs(lab.parent / "out.ipynb")[-4:]
    assert text[0].text == "a 3\n" and "image/png" in figure[0].data and "text/html" in table[0].data
    assert last[0].data["text/plain"] == "3"


def test_gimbal_runs_and_checks_the_same_notebook(lab):
    def gimbal(*arguments):
        return subprocess.run([GIMBAL, *map(str, arguments)], cwd=lab.parent, capture_output=True, text=True)

    done = gimbal("run", lab.name, "-P", "count=4")
    assert done.returncode == 0, done.stderr
    page = (lab.parent / "plots/lab/README.md").read_text()
    assert "a 4\n" in page and "let count = 4" in page and "fig" in page or ".svg" in page
    assert gimbal("run", lab.name).returncode == 0
    assert gimbal("check", lab.name).returncode == 0
    assert gimbal("run", lab.name, "-P", "none=4").returncode == 2


def test_an_exported_notebook_runs(tmp_path):
    shutil.copy(NOTEBOOKS / "rest.md", tmp_path)
    shutil.copytree(NOTEBOOKS / "traces", tmp_path / "traces")
    done = subprocess.run([GIMBAL, "run", "-q", "rest.md", "--to", "ipynb"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (exported,) = tmp_path.glob("plots/rest/*.ipynb")
    shutil.copy(exported, tmp_path / "exported.ipynb")
    os.environ["JPY_SESSION_NAME"] = str(tmp_path / "exported.ipynb")
    try:
        tool("jupyter", "execute", "--inplace", "exported.ipynb", folder=tmp_path)
    finally:
        del os.environ["JPY_SESSION_NAME"]
    assert any("image/svg+xml" in output.get("data", {}) for cell in outputs(tmp_path / "exported.ipynb") for output in cell)


MARKDOWN = """\
---
title: A lab
notebook:
  timeout: 30   # seconds
params:
  alpha: 2.0
---
# Head

With α = `{swift} params.alpha` the error $e^x$ stays.

```swift
//| label: fig-a
//| fig-cap: Cap
let x = params.alpha
x * 2
```

```swift noeval
notRun()
```

```bash
echo "only shown"
```


```swift
print(x)
```
"""


def test_jupytext_runs_markdown_and_loses_nothing(tmp_path):
    lab = tmp_path / "lab.md"
    lab.write_text(MARKDOWN)
    assert subprocess.run([GIMBAL, "kernel", "jupytext"], cwd=tmp_path).returncode == 0
    tool("jupytext", "--execute", "--to", "ipynb", "lab.md", folder=tmp_path)
    cells = outputs(tmp_path / "lab.ipynb")
    assert cells[0][0].data["text/plain"] == "4.0" and cells[-1][0].text == "2.0\n"
    # What is only shown has not run.
    assert [output for cell in cells for output in cell if output.output_type == "error"] == []
    tool("jupytext", "--to", "md", "lab.ipynb", "-o", "back.md", folder=tmp_path)
    assert (tmp_path / "back.md").read_text() == MARKDOWN
    tool("jupytext", "--execute", "lab.md", folder=tmp_path)
    assert lab.read_text() == MARKDOWN


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.md")), ids=lambda path: path.stem)
def test_jupytext_gives_every_notebook_back(path, tmp_path):
    shutil.copy(path, tmp_path)
    subprocess.run([GIMBAL, "kernel", "jupytext"], cwd=tmp_path, check=True)
    # On the command line, jupytext takes a notebook with “:::” for pandoc's unless it is told.
    tool("jupytext", "--from", "md:markdown", "--to", "ipynb", path.name, folder=tmp_path)
    tool("jupytext", "--to", "md", path.with_suffix(".ipynb").name, "-o", "back.md", folder=tmp_path)
    # jupytext writes the fences of other languages with three marks, however many there were.
    fences = re.compile("^`{3,}", re.MULTILINE)
    assert fences.sub("```", (tmp_path / "back.md").read_text()) == fences.sub("```", path.read_text())


def exported(folder):
    """A notebook of Markdown with parameters, as `gimbal run --to ipynb` exports it."""
    (folder / "source.md").write_text(
        "---\ntitle: A\nnotebook: {}\nparams:\n  alpha: 2.0\n  name: a\n---\n```swift\nprint(params.name, params.alpha / 4)\n```\n"
    )
    done = subprocess.run([GIMBAL, "run", "-q", "source.md", "--to", "ipynb"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    shutil.copy(folder / "plots/source/source.ipynb", folder / "moved.ipynb")
    (folder / "source.md").unlink()
    shutil.rmtree(folder / "plots")
    return folder / "moved.ipynb"


WAYS = {
    "nbconvert --output": lambda path: tool("jupyter", "nbconvert", "--execute", "--to", "notebook", "--output", "out.ipynb", path, folder=path.parent),
    "jupyter execute --output": lambda path: tool("jupyter", "execute", "--output", path.parent / "out.ipynb", path, folder=path.parent),
    "papermill": lambda path: tool("papermill", path, "out.ipynb", folder=path.parent),
    "a program": lambda path: client(path),
}


def client(path):
    """What Jupyter Book does, too: the file is nowhere said, and the cells run elsewhere."""
    notebook = nbformat.read(path, as_version=4)
    (path.parent / "elsewhere").mkdir()
    NotebookClient(notebook, timeout=60, resources={"metadata": {"path": path.parent / "elsewhere"}}).execute()
    nbformat.write(notebook, path.parent / "out.ipynb")


@pytest.mark.parametrize("way", WAYS)
def test_an_exported_notebook_has_its_parameters_wherever_it_runs(way, tmp_path):
    WAYS[way](exported(tmp_path))
    assert outputs(tmp_path / "out.ipynb")[-1][0].text == "a 0.5\n"


@pytest.mark.parametrize("way", set(WAYS) - {"a program"})
def test_front_matter_that_jupytext_keeps_is_found(way, tmp_path):
    (tmp_path / "lab.md").write_text(MARKDOWN)
    assert subprocess.run([GIMBAL, "kernel", "jupytext"], cwd=tmp_path).returncode == 0
    tool("jupytext", "--to", "ipynb", "--set-kernel", "swift", "lab.md", folder=tmp_path)
    WAYS[way](tmp_path / "lab.ipynb")
    assert outputs(tmp_path / "out.ipynb")[-1][0].text == "2.0\n"


def papermill(*arguments, folder):
    program = Path(sys.executable).parent / "papermill"
    return subprocess.run([str(program), *map(str, arguments)], cwd=folder, capture_output=True, text=True, timeout=280)


def test_papermill_gives_parameters(tmp_path):
    path = exported(tmp_path)
    done = papermill(path, "out.ipynb", "-p", "alpha", "3", "-p", "name", "ä \"b\"", folder=tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    assert outputs(tmp_path / "out.ipynb")[-1][0].text == "ä \"b\" 0.75\n"
    # Whoever runs what came of it gets the same, and other values on top.
    for arguments, text in (((), "ä \"b\" 0.75\n"), (("-P", "alpha=1"), "ä \"b\" 0.25\n")):
        run = subprocess.run([GIMBAL, "run", "-q", "out.ipynb", *arguments], cwd=tmp_path, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        assert text in (tmp_path / "plots/out/README.md").read_text()
    assert "alpha: Double" in papermill("--help-notebook", path, folder=tmp_path).stdout


@pytest.mark.parametrize("given, words", [(("-p", "alpha", "much"), "takes a number, not “much”"), (("-p", "alhpa", "3"), "did you mean “alpha”")])
def test_papermill_is_refused_what_the_notebook_does_not_declare(given, words, tmp_path):
    done = papermill(exported(tmp_path), "out.ipynb", *given, folder=tmp_path)
    assert done.returncode != 0 and words in done.stderr


def test_papermill_gives_variables_of_a_tagged_cell(lab):
    notebook = nbformat.read(lab, as_version=4)
    notebook.cells = [cell for cell in notebook.cells if "raises-exception" not in cell.metadata["tags"]]
    nbformat.write(notebook, lab)
    done = papermill(lab, "out.ipynb", "-p", "count", "4", folder=lab.parent)
    assert done.returncode == 0, done.stderr[-2000:]
    assert outputs(lab.parent / "out.ipynb")[-1][0].data["text/plain"] == "4"
