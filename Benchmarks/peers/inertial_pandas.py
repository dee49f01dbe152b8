"""What pandas takes for a CSV file: JSON lines. Arguments: the file, "time", "process" or "memory".

Seconds by its own reader on one thread and on all and by pyarrow's on all, each as minimum and median; seconds of a whole
process that reads the file and describes it; or bytes a row that the table holds and bytes by which reading raised the peak.

Its own reader takes several threads from version 3.1 on, unless an option says how many; before, it knows one."""
import json
import statistics
import subprocess
import sys
import time
import warnings

import pandas

warnings.simplefilter("ignore")
path, what = sys.argv[1:3]


def say(name, value):
    print(json.dumps({"name": name, "value": value}))


if what == "time":
    for name, engine, threads in [("one thread", "c", 1), ("all threads", "c", None), ("pyarrow", "pyarrow", None)]:
        try:
            pandas.set_option("mode.max_threads", threads)
        except pandas.errors.OptionError:
            if name == "all threads":
                continue
        samples = []
        for _ in range(5):
            start = time.perf_counter()
            pandas.read_csv(path, engine=engine)
            samples.append(time.perf_counter() - start)
        say(f"{name} minimum", min(samples))
        say(f"{name} median", statistics.median(samples))
elif what == "process":
    samples = []
    for _ in range(3):
        start = time.perf_counter()
        script = "import pandas, sys; print(pandas.read_csv(sys.argv[1], comment='#').describe())"
        subprocess.run([sys.executable, "-c", script, path], check=True, stdout=subprocess.DEVNULL)
        samples.append(time.perf_counter() - start)
    say("minimum", min(samples))
    say("median", statistics.median(samples))
else:
    def status(key):
        with open("/proc/self/status") as lines:
            return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(key))

    pandas.read_csv(path, engine="c", nrows=1)
    before = status("VmRSS")
    table = pandas.read_csv(path, engine="c")
    say("held", table.memory_usage(deep=True).sum() / len(table))
    say("peak", status("VmHWM") - before)
