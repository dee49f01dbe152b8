"""Seconds that `jupyter nbconvert --execute` takes for the flagship experiment, written as a Python notebook.

The same work as notebooks/stabilisation.md: read the recording, rotate, negate, integrate under four schemes, draw
drift, velocity and trajectory with matplotlib, print the table.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

import nbformat

TRACE = os.path.abspath("notebooks/traces/square.csv")

CELLS = [
    f"""import numpy as np, matplotlib.pyplot as plt
from scipy.spatial.transform import Rotation
data = np.genfromtxt({TRACE!r}, delimiter=",", names=True, skip_header=2)
t = data["time_s"]
print(len(t), t[-1] - t[0])""",
    """q = Rotation.from_quat(np.c_[data["attitude_x"], data["attitude_y"], data["attitude_z"], data["attitude_w"]])
a = q.apply(-np.c_[data["user_acceleration_x_m_s2"], data["user_acceleration_y_m_s2"], data["user_acceleration_z_m_s2"]])
truth = np.c_[data["true_position_x_m"], data["true_position_y_m"], data["true_position_z_m"]]
truth = truth - truth[0]
plt.plot(t, a); plt.xlabel("time (s)"); plt.show()""",
    """def integrate(step, correct=None):
    v, x = np.zeros(3), np.zeros(3)
    V, X = np.zeros_like(a), np.zeros_like(a)
    for i in range(len(t)):
        dt = t[i] - t[i - 1] if i else 0.0
        v, x = step(v, x, a[i], dt)
        V[i], X[i] = v, x
    return V, X

def plain(v, x, a, dt):
    half = v + 0.5 * a * dt
    return half + 0.5 * a * dt, x + half * dt

def exponential(v, x, a, dt, alpha=2.0):
    half = np.exp(-alpha * dt / 2) * v + 0.5 * a * dt
    return np.exp(-alpha * dt / 2) * half + 0.5 * a * dt, np.exp(-alpha * dt) * x + half * dt

def shrink(x, step):
    n = np.linalg.norm(x)
    return x * max((n - step) / n, 0) if n else x

def nonlinear(v, x, a, dt):
    v, x = plain(v, x, a, dt)
    return shrink(v, 0.3 * dt), shrink(x, 0.05 * dt)

n = 30
resting = np.array([np.ptp(a[max(0, i - n):i + 1], axis=0).max() < 0.1 if i >= n else False for i in range(len(t))])
state = {"i": 0}
def rest(v, x, a, dt):
    v, x = plain(v, x, a, dt)
    if resting[state["i"]]:
        v = np.zeros(3)
    state["i"] += 1
    return v, x

runs = {"none": integrate(plain), "exponential": integrate(exponential),
        "nonlinear step": integrate(nonlinear), "rest recognition": integrate(rest)}""",
    """for name, (v, x) in runs.items():
    plt.semilogy(t, np.linalg.norm(x - truth, axis=1), label=name)
plt.xlabel("time (s)"); plt.ylabel("position error (m)"); plt.legend(); plt.show()""",
    """fig, axes = plt.subplots(3, 1, sharex=True)
for k in range(3):
    for name, (v, x) in runs.items():
        axes[k].plot(t, v[:, k], label=name)
    axes[k].set_ylabel("velocity (m/s)")
axes[2].set_xlabel("time (s)"); plt.show()""",
    """for name, (v, x) in runs.items():
    plt.plot(x[:, 0], x[:, 2], label=name)
plt.axis("equal"); plt.legend(); plt.show()""",
    """for name, (v, x) in runs.items():
    e = np.linalg.norm(x - truth, axis=1)
    print(name, e[-1], np.sqrt((e**2).mean()), np.linalg.norm(x, axis=1).max(), np.linalg.norm(x[-1]))""",
    """best = min(runs, key=lambda name: np.linalg.norm(runs[name][1] - truth, axis=1).mean())
print(best, resting.mean())""",
]

book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in CELLS])
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "flagship.ipynb")
    nbformat.write(book, path)

    def run():
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "jupyter", "nbconvert", "--to", "html", "--execute", path, "--output", "out.html"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return time.perf_counter() - start

    run()
    times = sorted(run() for _ in range(5))
    print(json.dumps({"name": "nbconvert min", "value": times[0]}))
    print(json.dumps({"name": "nbconvert", "value": times[len(times) // 2]}))
