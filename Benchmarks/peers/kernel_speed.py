"""Kernels for Jupyter side by side: how soon one is ready, how fast it answers, how long ten cells of the same work take.

Times are medians in seconds, of the wall clock, measured at the client.
"""

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
    whole = []
    for round_ in range(3):
        notebook = nbformat.v4.new_notebook(
            # Another text in each round, so that nothing was compiled before.
            cells=[nbformat.v4.new_code_cell(cell + f"\n{'//' if kernel == 'swift' else '#'} {time.time_ns()}") for cell in WORK[kernel]]
        )
        start = time.perf_counter()
        NotebookClient(notebook, kernel_name=kernel, timeout=60).execute()
        whole.append(time.perf_counter() - start)
    rows["ten cells through nbclient, cold"] = statistics.median(whole)
    rows["ten cells, “jupyter execute”, cold"] = statistics.median(executed(kernel) for _ in range(3))
    return rows


def executed(kernel):
    """Seconds that nbclient's own program takes: it is started with the file's name, so a kernel can read what will come."""
    comment = "//" if kernel == "swift" else "#"
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell + f"\n{comment} {time.time_ns()}") for cell in WORK[kernel]],
        metadata={"kernelspec": {"name": kernel, "display_name": kernel, "language": kernel}},
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ten.ipynb"
        nbformat.write(notebook, path)
        start = time.perf_counter()
        subprocess.run([Path(sys.executable).parent / "jupyter", "execute", path], check=True, capture_output=True)
        return time.perf_counter() - start


def main():
    results = {kernel: measure(kernel) for kernel in WORK}
    print(f"{'':34} {'Gimbal':>8} {'ipykernel':>10}")
    for row in results["swift"]:
        print(f"{row:34} {results['swift'][row]:8.3f} {results['python3'][row]:10.3f}")


if __name__ == "__main__":
    sys.exit(main())
