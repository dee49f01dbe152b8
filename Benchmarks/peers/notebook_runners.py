"""Seconds that other runners take for a notebook of ten cells and three figures, and after edits of it.

The notebook is the one of Benchmarks/Speed/TenCellsSpeed.swift, in Python for nbclient, `jupyter nbconvert --execute` and
`marimo export html`, in R for knitr with its cache. Each run is a process of its own. One JSON object a line; a runner that
is not installed is named on standard error and left out.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

REPETITIONS = 3

PYTHON = [
    """import numpy as np, matplotlib.pyplot as plt
rate, amplitude = 100.0, FIRST
time = np.arange(2000) / rate
print(len(time), "samples")""",
    """acceleration = amplitude * np.sin(2 * np.pi * 0.5 * time)
print("largest", acceleration.max())""",
    """plt.plot(time, acceleration); plt.xlabel("time (s)"); plt.ylabel("acceleration (m/s²)"); plt.show()""",
    """def integrate(a, alpha):
    v = x = 0.0
    result = []
    for value in a:
        half = np.exp(-alpha / rate / 2) * v + 0.5 * value / rate
        x = np.exp(-alpha / rate) * x + half / rate
        v = np.exp(-alpha / rate / 2) * half + 0.5 * value / rate
        result.append(x)
    return np.array(result)
plain, damped = integrate(acceleration, 0.0), integrate(acceleration, 2.0)""",
    """print("plain ends at", plain[-1], "damped at", damped[-1])""",
    """plt.plot(time, plain, label="none"); plt.plot(time, damped, label="exponential")
plt.xlabel("time (s)"); plt.ylabel("position (m)"); plt.legend(); plt.show()""",
    """drift = np.abs(plain)
print("drift after each five seconds", drift[499::500])""",
    """rests = np.abs(acceleration) < 0.05
print(rests.sum(), "samples at rest")""",
    """summary = {"plain": plain.std(), "damped": damped.std()}
print(summary)""",
    """shown = drift * LAST
plt.plot(time, shown); plt.xlabel("time (s)"); plt.ylabel("drift (m)"); plt.show()""",
]

R = [
    """rate <- 100; amplitude <- FIRST
time <- (0:1999) / rate
cat(length(time), "samples")""",
    """acceleration <- amplitude * sin(2 * pi * 0.5 * time)
cat("largest", max(acceleration))""",
    """plot(time, acceleration, type = "l", xlab = "time (s)", ylab = "acceleration (m/s^2)")""",
    """integrate <- function(a, alpha) {
  v <- 0; x <- 0; result <- numeric(length(a))
  for (i in seq_along(a)) {
    half <- exp(-alpha / rate / 2) * v + 0.5 * a[i] / rate
    x <- exp(-alpha / rate) * x + half / rate
    v <- exp(-alpha / rate / 2) * half + 0.5 * a[i] / rate
    result[i] <- x
  }
  result
}
plain <- integrate(acceleration, 0); damped <- integrate(acceleration, 2)""",
    """cat("plain ends at", tail(plain, 1), "damped at", tail(damped, 1))""",
    """plot(time, plain, type = "l", xlab = "time (s)", ylab = "position (m)"); lines(time, damped, lty = 2)""",
    """drift <- abs(plain)
print(drift[seq(500, 2000, 500)])""",
    """rests <- abs(acceleration) < 0.05
cat(sum(rests), "samples at rest")""",
    """print(c(plain = sd(plain), damped = sd(damped)))""",
    """shown <- drift * LAST
plot(time, shown, type = "l", xlab = "time (s)", ylab = "drift (m)")""",
]

FIRST_OUTPUT = """
import sys, time
start = time.perf_counter()
import nbformat, nbclient
first = []
client = nbclient.NotebookClient(
    nbformat.read(sys.argv[1], as_version=4),
    on_cell_executed=lambda **_: first or first.append(time.perf_counter() - start))
client.execute()
print(first[0])
"""


def filled(cells, first, last):
    return [c.replace("FIRST", repr(first)).replace("LAST", repr(last)) for c in cells]


def jupyter(folder, words, first, last):
    import nbformat

    cells = []
    for number, code in enumerate(filled(PYTHON, first, last)):
        cells += [nbformat.v4.new_markdown_cell(f"Step {number + 1} {words}."), nbformat.v4.new_code_cell(code)]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), folder / "ten.ipynb")


def marimo(folder, words, first, last):
    jupyter(folder, words, first, last)
    run([sys.executable, "-m", "marimo", "-q", "convert", "ten.ipynb", "-o", "ten.py"], folder)


def knitr(folder, words, first, last):
    text = "```{r setup, include=FALSE}\nknitr::opts_chunk$set(cache = TRUE, autodep = TRUE, dev = 'svg')\n```\n"
    for number, code in enumerate(filled(R, first, last)):
        text += f"\nStep {number + 1} {words}.\n\n```{{r step{number + 1}}}\n{code}\n```\n"
    (folder / "ten.Rmd").write_text(text)


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: {done.stderr[-600:]}")
    return done.stdout


def measure(name, write, command, forget):
    """The five situations, each a run after a preparation that is not timed."""
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        def seconds(words="as it was", first=1.5, last=1):
            write(folder, words, first, last)
            start = time.perf_counter()
            run(command, folder)
            return time.perf_counter() - start

        seconds()  # what the machine keeps of programs and libraries
        situations = {"cold": [], "unchanged": [], "prose edit": [], "last-cell edit": [], "first-cell edit": []}
        for k in range(REPETITIONS):
            for path in forget:
                shutil.rmtree(folder / path, ignore_errors=True)
            situations["cold"].append(seconds())
            situations["unchanged"].append(seconds())
            situations["prose edit"].append(seconds(words=f"anew, {k}"))
            seconds()
            situations["last-cell edit"].append(seconds(last=2 + k))
            seconds()
            situations["first-cell edit"].append(seconds(first=2.5 + k))
        for situation, times in situations.items():
            times.sort()
            print(json.dumps({"name": f"{name} {situation} min", "value": times[0]}))
            print(json.dumps({"name": f"{name} {situation}", "value": times[len(times) // 2]}), flush=True)
    except Exception as error:  # noqa: BLE001: the others run although one peer fails
        print(f"{name} is left out: {error}", file=sys.stderr)
    finally:
        shutil.rmtree(folder)


def first_output():
    folder = pathlib.Path(tempfile.mkdtemp())
    try:
        jupyter(folder, "as it was", 1.5, 1)
        times = []
        for _ in range(REPETITIONS + 1):
            start = time.perf_counter()
            output = run([sys.executable, "-c", FIRST_OUTPUT, "ten.ipynb"], folder)
            # What the interpreter takes to start is part of it.
            total = time.perf_counter() - start
            times.append(min(total, float(output.split()[-1]) + START))
        times = sorted(times[1:])
        print(json.dumps({"name": "nbclient first output min", "value": times[0]}))
        print(json.dumps({"name": "nbclient first output", "value": times[len(times) // 2]}), flush=True)
    except Exception as error:  # noqa: BLE001
        print(f"nbclient's first output is left out: {error}", file=sys.stderr)
    finally:
        shutil.rmtree(folder)


def interpreter_start():
    times = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", ""], check=True)
        times.append(time.perf_counter() - start)
    return min(times)


def installed(command):
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except OSError:
        return False


START = interpreter_start()
python = sys.executable
peers = [
    ("nbclient", [python, "-c", "import nbclient, ipykernel"], jupyter,
     [python, "-m", "jupyter", "execute", "--inplace", "ten.ipynb"], []),
    ("nbconvert", [python, "-c", "import nbconvert, ipykernel"], jupyter,
     [python, "-m", "jupyter", "nbconvert", "--to", "html", "--execute", "ten.ipynb", "--output", "out.html"], []),
    ("marimo", [python, "-c", "import marimo"], marimo,
     [python, "-m", "marimo", "-q", "export", "html", "ten.py", "-o", "out.html", "--force"], ["__marimo__"]),
    ("knitr", ["Rscript", "-e", "library(knitr)"], knitr,
     ["Rscript", "-e", "knitr::knit('ten.Rmd', quiet = TRUE)"], ["cache", "figure"]),
]
for name, probe, write, command, forget in peers:
    if installed(probe):
        measure(name, write, command, forget)
    else:
        print(f"{name} is not installed and left out", file=sys.stderr)
first_output()
