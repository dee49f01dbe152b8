"""The same drift figure in matplotlib: milliseconds to draw it and write it as SVG and PDF, imports not counted."""
import io
import json
import time

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

times = 100 * np.arange(10_000) / 10_000
names = ["none", "exponential", "nonlinear step", "rest recognition", "reset on release"]


def draw():
    figure, axes = plt.subplots(figsize=(12 / 2.54, 7.4 / 2.54))
    for order, name in enumerate(names):
        axes.semilogy(times, (0.1 + 0.05 * order + np.abs(np.sin(times + order))) * (times + 0.1), label=name)
    axes.set_xlabel("time (s)")
    axes.set_ylabel("position error (m)")
    axes.legend()
    for format in ["svg", "pdf"]:
        figure.savefig(io.BytesIO(), format=format)
    plt.close(figure)


draw()
samples = []
for _ in range(9):
    start = time.perf_counter()
    draw()
    samples.append(1000 * (time.perf_counter() - start))
samples.sort()
print(json.dumps({"name": "svg and pdf matplotlib min", "value": samples[0]}))
print(json.dumps({"name": "svg and pdf matplotlib", "value": samples[len(samples) // 2]}))
