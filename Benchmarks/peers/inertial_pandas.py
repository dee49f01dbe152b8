"""What pandas' C reader takes for a CSV file: JSON lines. Arguments: the file, "time" or "memory".

Seconds by its default and by its mode that rounds exactly, each as minimum and median; or bytes a row that the table
holds and bytes by which reading raised the process's peak."""
import json
import resource
import statistics
import sys
import time
import warnings

import pandas

warnings.simplefilter("ignore")
path, what = sys.argv[1:3]


def say(name, value):
    print(json.dumps({"name": name, "value": value}))


if what == "time":
    for name, precision in [("default", None), ("round_trip", "round_trip")]:
        samples = []
        for _ in range(5):
            start = time.perf_counter()
            pandas.read_csv(path, engine="c", float_precision=precision)
            samples.append(time.perf_counter() - start)
        say(f"{name} minimum", min(samples))
        say(f"{name} median", statistics.median(samples))
else:
    pandas.read_csv(path, engine="c", nrows=1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    table = pandas.read_csv(path, engine="c")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    say("held", table.memory_usage(deep=True).sum() / len(table))
    say("peak", (peak - before) * 1024)
