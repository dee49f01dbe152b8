"""Kernels for Jupyter side by side: how soon one is ready, how fast it answers, how long ten cells of the same work take.

Times are medians in seconds, of the wall clock, measured at the client.
"""

import importlib.util
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from jupyter_client.manager import start_new_kernel
from nbclient import NotebookClient

ROUNDS = 15

# The same work in ten cells: numbers, text, an error that is wanted, a table of squares.
WORK = {
    "swift": [f"let values{n} = (0..<1000).map {{ Double($0 * {n}) }}\nprint(values{n}.reduce(0, +))" for n in range(10)],
    "python3": [f"values{n} = [float(i * {n}) for i in range(1000)]\nprint(sum(values{n}))" for n in range(10)],
}
# What these cells are for, likewise: a recording read, rotated, integrated with and without damping, two figures, a table.
TRACE = str(Path(__file__).resolve().parents[2] / "notebooks/traces/square.csv")
LAB = {
    "swift": [
        "import Foundation\nimport Gimbal",
        f'let trace = try Trace(contentsOf: "{TRACE}")\nprint(trace.count)',
        "let accelerations = zip(trace.attitude, trace.userAcceleration).map { $0.act(on: -$1) }",
        "func integrated(_ rate: Double) -> [Vector3] {\n  var (v, x) = (Vector3.zero, Vector3.zero)\n"
        "  return zip(accelerations, trace.timestamps.indices).map { a, i in\n"
        "    let dt = i == 0 ? 0 : trace.timestamps[i] - trace.timestamps[i - 1]\n"
        "    v = exp(-rate * dt) * v + dt * a\n    x = exp(-rate * dt) * x + dt * v\n    return x\n  }\n}",
        "let plain = integrated(0)\nlet damped = integrated(2)",
        "let truth = trace.truePosition!\n"
        "func drift(_ path: [Vector3]) -> [Double] { zip(path, truth).map { ($0 - $1).length } }\n"
        "print(drift(plain).last!, drift(damped).last!)",
        'Figure(x: FigureAxis("time", unit: "s"), y: FigureAxis("drift", unit: "m"), '
        '[.line("plain", x: trace.timestamps, y: drift(plain)), .line("damped", x: trace.timestamps, y: drift(damped))])',
        'Figure(x: FigureAxis("x", unit: "m"), y: FigureAxis("y", unit: "m"), '
        '[.path("truth", x: truth.map(\\.x), y: truth.map(\\.y)), .path("damped", x: damped.map(\\.x), y: damped.map(\\.y))])',
        'Table(columns: [.init("scheme"), .init("drift", unit: "m")], '
        'rows: [("plain", plain), ("damped", damped)].map { [.text($0.0), .number(drift($0.1).last!)] })',
        "print(drift(damped).max()!)",
    ],
    "python3": [
        "import numpy as np, pandas as pd, matplotlib.pyplot as plt\nfrom scipy.spatial.transform import Rotation",
        f'trace = pd.read_csv("{TRACE}", comment="#")\nprint(len(trace))',
        'q = trace[["attitude_x", "attitude_y", "attitude_z", "attitude_w"]].to_numpy()\n'
        'a = trace[[c for c in trace if c.startswith("user_acceleration")]].to_numpy()\n'
        "accelerations = Rotation.from_quat(q).apply(-a)",
        "times = trace.time_s.to_numpy()\ndef integrated(rate):\n    v, x, path = np.zeros(3), np.zeros(3), []\n"
        "    for a, dt in zip(accelerations, np.diff(times, prepend=times[0])):\n"
        "        v = np.exp(-rate * dt) * v + dt * a\n        x = np.exp(-rate * dt) * x + dt * v\n"
        "        path.append(x)\n    return np.array(path)",
        "plain = integrated(0)\ndamped = integrated(2)",
        'truth = trace[[c for c in trace if c.startswith("true_position")]].to_numpy()\n'
        "def drift(path): return np.linalg.norm(path - truth, axis=1)\nprint(drift(plain)[-1], drift(damped)[-1])",
        'plt.plot(times, drift(plain), label="plain"); plt.plot(times, drift(damped), label="damped")\n'
        'plt.xlabel("time (s)"); plt.ylabel("drift (m)"); plt.legend(); plt.show()',
        'plt.plot(truth[:, 0], truth[:, 1], label="truth"); plt.plot(damped[:, 0], damped[:, 1], label="damped")\n'
        'plt.xlabel("x (m)"); plt.ylabel("y (m)"); plt.legend(); plt.show()',
        'pd.DataFrame({"scheme": ["plain", "damped"], "drift (m)": [drift(plain)[-1], drift(damped)[-1]]})',
        "print(drift(damped).max())",
    ],
}
HAS_LAB = all(importlib.util.find_spec(name) for name in ("pandas", "matplotlib", "scipy"))
STREAM = {
    "swift": 'import Foundation\nprint(Date().timeIntervalSince1970)\nfflush(stdout)\nThread.sleep(forTimeInterval: 0.2)',
    "python3": "import time\nprint(time.time(), flush=True)\ntime.sleep(0.2)",
}
HELP = {"swift": ("values1.ma", "print(values1)"), "python3": ("values1.ap", "print(values1)")}


def timed(client, send):
    start = time.perf_counter()
    request = send()
    while client.get_shell_msg(timeout=60)["parent_header"].get("msg_id") != request:
        pass
    return time.perf_counter() - start


def first_byte(client, code):
    client.execute(code)
    delay = None
    while True:
        message = client.get_iopub_msg(timeout=60)
        if message["msg_type"] == "stream" and delay is None:
            delay = time.time() - float(message["content"]["text"].split()[0])
        if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle" and delay is not None:
            return delay


def measure(kernel):
    ready, rows = [], {}
    for _ in range(5):
        start = time.perf_counter()
        manager, client = start_new_kernel(kernel_name=kernel)
        ready.append(time.perf_counter() - start)
        client.stop_channels()
        manager.shutdown_kernel()
    rows["ready"] = statistics.median(ready)
    manager, client = start_new_kernel(kernel_name=kernel)
    timed(client, lambda: client.execute("1 + 1"))
    rows["1 + 1"] = statistics.median(timed(client, lambda: client.execute("1 + 1")) for _ in range(ROUNDS))
    for cell in WORK[kernel]:
        timed(client, lambda: client.execute(cell))
    complete, inspect = HELP[kernel]
    timed(client, lambda: client.complete(complete, len(complete)))
    timed(client, lambda: client.inspect(inspect, 2))
    rows["completion"] = statistics.median(timed(client, lambda: client.complete(complete, len(complete))) for _ in range(ROUNDS))
    rows["inspection"] = statistics.median(timed(client, lambda: client.inspect(inspect, 2)) for _ in range(ROUNDS))
    while True:
        try:
            client.get_iopub_msg(timeout=0.2)
        except Exception:
            break
    rows["first byte"] = statistics.median(first_byte(client, STREAM[kernel]) for _ in range(5))
    client.stop_channels()
    manager.shutdown_kernel()
    rows["ten cells through nbclient, cold"] = statistics.median(in_memory(kernel, WORK) for _ in range(3))
    rows["ten cells, “jupyter execute”, cold"] = statistics.median(executed(kernel, WORK) for _ in range(3))
    if HAS_LAB:
        rows["a lab's ten cells through nbclient"] = statistics.median(in_memory(kernel, LAB) for _ in range(3))
        rows["a lab's ten cells, “jupyter execute”"] = statistics.median(executed(kernel, LAB) for _ in range(3))
    return rows


def notebook_of(kernel, work):
    """Another text in each round, so that nothing was compiled before."""
    comment = "//" if kernel == "swift" else "#"
    return nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell + f"\n{comment} {time.time_ns()}") for cell in work[kernel]],
        metadata={"kernelspec": {"name": kernel, "display_name": kernel, "language": kernel}},
    )


def in_memory(kernel, work):
    """Seconds that nbclient takes for a notebook that lies nowhere: a kernel cannot know what will come."""
    notebook = notebook_of(kernel, work)
    start = time.perf_counter()
    NotebookClient(notebook, kernel_name=kernel, timeout=60).execute()
    return time.perf_counter() - start


def executed(kernel, work):
    """Seconds that nbclient's own program takes: it is started with the file's name, so a kernel can read what will come."""
    notebook = notebook_of(kernel, work)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ten.ipynb"
        nbformat.write(notebook, path)
        start = time.perf_counter()
        subprocess.run([Path(sys.executable).parent / "jupyter", "execute", path], check=True, capture_output=True)
        return time.perf_counter() - start


def main():
    results = {kernel: measure(kernel) for kernel in WORK}
    print(f"{'':38} {'Gimbal':>8} {'ipykernel':>10}")
    for row in results["swift"]:
        print(f"{row:38} {results['swift'][row]:8.3f} {results['python3'][row]:10.3f}")


if __name__ == "__main__":
    sys.exit(main())
