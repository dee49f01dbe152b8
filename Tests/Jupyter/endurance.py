"""Many kernels, many cells, and what is killed: no process, descriptor, memory or folder stays behind. Prints figures.

Usage: endurance.py [KERNELS] [CELLS]. Exit 1 when something stays.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from support import Kernel, alive, gone, processes  # noqa: E402

KERNELS = int(sys.argv[1]) if len(sys.argv) > 1 else 12
CELLS = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
failures = []


def check(name, holds, detail=""):
    print(("ok    " if holds else "FAILS ") + name + (f": {detail}" if detail else ""), flush=True)
    if not holds:
        failures.append(name)


def descriptors(pid):
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0


def megabytes(pids):
    """Memory of processes, shared pages divided among those that share them."""
    total = 0
    for pid in pids:
        try:
            text = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            continue
        total += int(re.search(r"Pss:\s+(\d+)", text).group(1))
    return total / 1000


# A folder for temporary files that nobody else writes to.
TEMPORARY = Path(tempfile.mkdtemp(prefix="kernels-"))
os.environ["TMPDIR"] = str(TEMPORARY)


def folders():
    """What lies in the folder for temporary files."""
    return set(TEMPORARY.iterdir())


def family(swift):
    return processes(swift.process) | {swift.process}


def twelve():
    before = folders()
    start = time.time()
    with ThreadPoolExecutor(KERNELS) as pool:
        kernels = list(pool.map(lambda _: Kernel(), range(KERNELS)))
        ready = time.time() - start

        def use(pair):
            number, swift = pair
            for step in range(5):
                reply, _ = swift.run(f"let value{step} = {number} * {step}\nprint(value{step})", timeout=120)
                assert reply["status"] == "ok", reply
            return swift.value("value4")

        answers = list(pool.map(use, enumerate(kernels)))
        everybody = set().union(*(family(swift) for swift in kernels))
        print(f"      {KERNELS} kernels ready in {ready:.1f} s; with six cells each {len(everybody)} processes, {megabytes(everybody):.0f} MB", flush=True)
        check("each kernel has its own state", answers == [str(4 * number) for number in range(KERNELS)], str(answers))
        list(pool.map(lambda swift: swift.close(), kernels))
    check(f"no process of {KERNELS} kernels stays", gone(everybody, 10), str(len(alive(everybody))))
    left = folders() - before
    check("no temporary folder stays", not left, str(sorted(map(str, left))[:5]))


def thousand():
    before = folders()
    swift = Kernel()
    swift.run("import Foundation\nvar total = 0\nvar kept: [Int] = []")
    seen = []

    def look(cell, seconds):
        pids = family(swift)
        seen.append((len(pids), descriptors(swift.process), megabytes({swift.process}), megabytes(pids), len(folders() - before)))
        processes_, descriptors_, own, all_, files = seen[-1]
        print(f"      after {cell:4} cells: {processes_} processes, {descriptors_} descriptors, {own:.0f} MB the kernel, {all_:.0f} MB all, "
              f"{files} folders; {seconds * 1000:.0f} ms a cell", flush=True)

    start, last = time.time(), 0
    for cell in range(1, CELLS + 1):
        match cell % 10:
            case 3:
                code = "total += 1\nfatalError(\"wanted\")"
            case 5:
                code = f"func step(_ n: Int) -> Int {{ n + {cell} }}\ntotal += 1\nkept.append(step(0))"
            case 7:
                code = f"struct Row{cell} {{ var n = {cell} }}\ntotal += 1\n[Row{cell}()]"
            case _:
                code = f"total += 1\nprint({cell})"
        reply, _ = swift.run(code, timeout=120)
        assert (reply["status"] == "ok") == (cell % 10 != 3), (cell, reply)
        if cell in (50, 100) or cell % (CELLS // 4 or 1) == 0:
            look(cell, (time.time() - start) / (cell - last))
            start, last = time.time(), cell
    good = CELLS - sum(1 for cell in range(1, CELLS + 1) if cell % 10 == 3)
    check(f"the state after {CELLS} cells is that of the cells that did not fail", swift.value("total") == str(good))
    early, late = seen[min(1, len(seen) - 1)], seen[-1]
    # A checkpoint is a process: one for each of the latest cells, and earlier ones at growing distances.
    check("processes are bounded, however many cells", max(p for p, *_ in seen) < 60, f"{early[0]} → {late[0]}")
    check("descriptors are those of processes", all(d < p + 60 for p, d, *_ in seen), f"{early[1]} → {late[1]}")
    # What a cell leaves by right: its code, its places for messages, the loaded library, a checkpoint now and then.
    each = (late[3] - early[3]) / max(CELLS - 100, 1)
    check("a cell leaves less than a quarter of a megabyte, its checkpoint included", each < 0.25, f"{each * 1000:.0f} kB a cell")
    everybody = family(swift)
    swift.close()
    check("no process stays", gone(everybody, 10), str(len(alive(everybody))))
    left = folders() - before
    check("no temporary folder stays", not left, str(sorted(map(str, left))[:5]))


PARENT = """
import sys, time
from jupyter_client.manager import start_new_kernel
manager, client = start_new_kernel(kernel_name="swift", startup_timeout=60)
client.execute_interactive("import Foundation\\nvar kept = 1\\nlet child = Process()\\nchild.executableURL = URL(fileURLWithPath: \\"/bin/sleep\\")\\nchild.arguments = [\\"1000\\"]\\ntry child.run()")
client.complete("kept.", 5)
client.inspect("kept", 2)
time.sleep(0.5)
client.execute(sys.argv[1])
time.sleep(1)
print(manager.provisioner.pid, flush=True)
time.sleep(1000)
"""


def killed():
    """The kernel, Jupyter, and checkpoints, killed without a word: when nothing runs, and in the middle of a cell."""
    before = folders()
    for what, cell in (("idle", "1"), ("in a loop", "while true {}")):
        for victim in ("the kernel", "Jupyter"):
            parent = subprocess.Popen([sys.executable, "-c", PARENT, cell], stdout=subprocess.PIPE, text=True)
            kernel = int(parent.stdout.readline())
            everybody = processes(kernel) | {kernel}
            print(f"      {len(everybody)} processes of a kernel that is {what}", flush=True)
            os.kill(kernel if victim == "the kernel" else parent.pid, signal.SIGKILL)
            # A child that a cell has started is the cell's, and ends with it.
            check(f"{victim}, {what}: nothing survives kill -9", gone(everybody, 10), " ".join(map(command, alive(everybody))))
            parent.kill()
            parent.wait()
    left = folders() - before
    if left:
        # Nobody who was killed can tidy up: the next kernel does.
        Kernel().close()
        # The file by which a Jupyter that was killed would have found its kernel is Jupyter's own.
        left = {path for path in folders() - before if not (path.name.startswith("tmp") and path.suffix == ".json")}
    check("what killed kernels have left is tidied up by the next one", not left, str(sorted(map(str, left))[:5]))
    checkpoint()


def checkpoint():
    swift = Kernel()
    swift.run("var kept = [1]")
    for step in range(2, 5):
        swift.run(f"kept.append({step})")
    survivors = []
    for _ in range(5):
        victims = sorted(processes(swift.process))
        if not victims:
            break
        victim = victims[len(victims) // 2]
        survivors.append(len(victims))
        os.kill(victim, signal.SIGKILL)
        time.sleep(0.3)
        reply, _ = swift.run("kept.append(0)\nkept.removeLast()", timeout=60)
        check("a cell runs after a process of the session was killed", reply["status"] == "ok", str(reply.get("evalue", "")))
    check("the state is whole", swift.value("kept") == "[1, 2, 3, 4]", swift.value("kept"))
    everybody = family(swift)
    swift.close()
    check("no process stays", gone(everybody, 10), str(survivors))


def command(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")[:80]
    except OSError:
        return str(pid)


if __name__ == "__main__":
    only = os.environ.get("ONLY", "").split(",") if os.environ.get("ONLY") else None
    for step in (twelve, thousand, killed):
        if not only or step.__name__ in only:
            step()
    shutil.rmtree(TEMPORARY, ignore_errors=True)
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)
