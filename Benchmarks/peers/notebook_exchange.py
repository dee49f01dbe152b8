"""What other programs make of an exported notebook: nbformat validates it, nbconvert, pandoc, Typst and XeLaTeX turn it into pages.

Usage: notebook_exchange.py PROGRAM NOTEBOOK…. Exit 1 when one of them refuses.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

import nbformat

program, notebooks = sys.argv[1], sys.argv[2:]
folder = pathlib.Path(tempfile.mkdtemp())
failures = []


def row(notebook, what, holds, detail):
    print(f"{'ok   ' if holds else 'FAILS'} {notebook:16} {what:28} {detail}", flush=True)
    if not holds:
        failures.append(what)


try:
    for path in notebooks:
        name = pathlib.Path(path).stem
        run = subprocess.run(
            [program, "run", "--quiet", path, "--to", "ipynb,docx,pdf,tex", "--output", str(folder)],
            capture_output=True, text=True)
        row(name, "gimbal run --to", run.returncode == 0, run.stderr.strip()[-300:])
        results = folder / name
        file = results / f"{name}.ipynb"
        notebook = nbformat.read(file, as_version=nbformat.NO_CONVERT)
        try:
            nbformat.validate(notebook)
            cells = [c for c in notebook.cells if c.cell_type == "code"]
            pictures = sum("image/svg+xml" in o.get("data", {}) for c in cells for o in c.outputs)
            figures = len(list(results.glob("*.svg")))
            row(name, "nbformat validates", pictures == figures,
                f"{len(cells)} code cells, {pictures} of {figures} figures")
        except nbformat.ValidationError as error:
            row(name, "nbformat validates", False, str(error)[:300])
        converted = subprocess.run(
            [sys.executable, "-m", "nbconvert", "--to", "html", str(file), "--output", str(folder / "page.html")],
            capture_output=True, text=True)
        page = (folder / "page.html").read_text() if converted.returncode == 0 else ""
        row(name, "jupyter nbconvert to HTML", page.count("<svg") + page.count("data:image/svg+xml") >= figures,
            converted.stderr.strip().split("\n")[-1])
        with zipfile.ZipFile(results / f"{name}.docx") as word:
            media = sum(entry.startswith("word/media/") for entry in word.namelist())
        row(name, "pandoc to Word", media == figures, f"{media} of {figures} figures")
        pdf = (results / f"{name}.pdf").read_bytes()
        row(name, "Typst to PDF", pdf.startswith(b"%PDF") and len(pdf) > 20_000, f"{len(pdf)} bytes")
        set_tex = subprocess.run(
            ["xelatex", "-interaction=nonstopmode", "-output-directory", str(folder), f"{name}.tex"], cwd=results,
            capture_output=True, text=True)
        overfull = [float(width) for width in re.findall(r"Overfull \\hbox \(([\d.]+)pt", set_tex.stdout)]
        row(name, "XeLaTeX sets the LaTeX", set_tex.returncode == 0 and max(overfull, default=0) < 15,
            set_tex.stdout.strip()[-200:] if set_tex.returncode else f"{max(overfull, default=0)} pt beyond the margin")
        # The executed Markdown as GitHub shows it is plain enough for pandoc, too.
        plain = subprocess.run(
            [str(pathlib.Path(sys.executable).parent / "pandoc"), "--from", "gfm+tex_math_dollars", "--to", "html", str(results / "README.md")],
            capture_output=True, text=True)
        row(name, "pandoc reads README.md", plain.stdout.count("<img") == figures, f"{len(plain.stdout)} characters")
finally:
    shutil.rmtree(folder)
print(f"{len(failures)} failures" if failures else "everything holds")
sys.exit(1 if failures else 0)
