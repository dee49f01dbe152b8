"""Nanoseconds a row of the same forward pass in numpy, 10,000 rows at once."""

import json
import time

import numpy as np

SIZES = [7, 28, 21, 14, 7, 1]
random = np.random.default_rng(1)
layers = [(random.normal(size=(i, o)), random.normal(size=o)) for i, o in zip(SIZES, SIZES[1:])]
rows = random.normal(size=(10_000, 7))
times = []
for _ in range(9):
    start = time.perf_counter()
    values = rows
    for matrix, bias in layers:
        values = 1 / (1 + np.exp(-(values @ matrix + bias)))
    times.append(time.perf_counter() - start)
print(json.dumps({"name": "numpy", "value": sorted(times)[4] / len(rows) * 1e9}))
