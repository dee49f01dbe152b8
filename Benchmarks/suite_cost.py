#!/usr/bin/env python3
"""What `make test` costs on this machine, in processor seconds: a build from nothing, the tests' build after it, and their run.

usage: suite_cost.py SCRATCH_FOLDER

Processor seconds hardly depend on what else the machine does. Processes that outlive those that started them are not counted.
"""

import pathlib
import resource
import shutil
import subprocess
import sys
import time

root = pathlib.Path(__file__).resolve().parents[1]


def measured(*commands):
    """Processor seconds and seconds of commands one after the other, and whether all of them succeeded."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    isGood = all([subprocess.run(command, cwd=root, stdout=subprocess.DEVNULL).returncode == 0 for command in commands])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, time.monotonic() - began, isGood


def main():
    scratch = pathlib.Path(sys.argv[1]).resolve()
    shutil.rmtree(scratch, ignore_errors=True)
    build = f"BUILD=swift build -c release --scratch-path {scratch}"
    rows = [
        ("make build, from nothing", measured(["make", "programs", build])),
        ("make test: compiling the tests", measured(["make", "test-programs", build])),
        ("make test: running them", measured([str(root / "Tests/run"), str(scratch / "release")])),
    ]
    print(f"{'':32} {'CPU s':>8} {'s':>8}")
    for name, (spent, seconds, isGood) in rows:
        print(f"{name:32} {spent:8.0f} {seconds:8.0f}{'' if isGood else '  failed'}")
    shutil.rmtree(scratch, ignore_errors=True)
    return 0 if all(isGood for _, (_, _, isGood) in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
