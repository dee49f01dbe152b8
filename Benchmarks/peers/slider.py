"""How long it takes from a hand on the slider of the flagship's α to the new figure on the page."""

import pathlib
import shutil
import subprocess
import tempfile
import time

MOVES, RUNS = 24, 5

MOVE = """async moves => {
  const slider = document.getElementById("control-alpha"), results = [];
  const drawn = () => document.querySelector("#fig-drift svg").outerHTML;
  // Values that no move had before, so that no drawing is taken from the store.
  const from = Math.random() * 0.4;
  for (let i = 0; i < moves; i++) {
    const before = drawn(), start = performance.now();
    slider.step = "any";
    slider.value = 1 + from + i * 0.11;
    const value = slider.value;
    slider.oninput();
    while (drawn() === before && performance.now() - start < 10000) await new Promise(r => setTimeout(r, 4));
    results.push((performance.now() - start) / 1000);
    // A hand rests now and then; what else belongs to the page comes meanwhile.
    for (let n = 0; n < 400 && document.getElementById("preview-status").textContent !== "Up to date"; n++) await new Promise(r => setTimeout(r, 10));
    await new Promise(r => setTimeout(r, 150));
  }
  return results;
}"""


def hand_to_figure(frame, where):
    """Moves the slider; the median and the slowest move, in seconds, which are printed."""
    seconds = sorted(frame.evaluate(MOVE, MOVES))
    median, slowest = seconds[len(seconds) // 2], seconds[-1]
    print(f"      hand to figure in the {where}, {MOVES} moves: median {median:.2f} s, slowest {slowest:.2f} s", flush=True)
    return median, slowest


def command_to_figure(program, notebook):
    """The median seconds of runs of a notebook, a rate each that none had before: what a page that answers at once has to beat."""
    seconds = []
    with tempfile.TemporaryDirectory() as folder:
        path = shutil.copy(notebook, folder)
        if (traces := pathlib.Path(notebook).parent / "traces").is_dir():
            shutil.copytree(traces, pathlib.Path(folder) / "traces")
        for run in range(RUNS + 1):
            start = time.perf_counter()
            subprocess.run([str(pathlib.Path(program).resolve()), "run", "-q", path, "-P", f"alpha={1.003 + run * 0.217}"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            seconds.append(time.perf_counter() - start)
    # The first compiles.
    median = sorted(seconds[1:])[RUNS // 2]
    print(f"      a run from the command line: median {median:.2f} s", flush=True)
    return median
