"""Nanoseconds per update of vqf (C++ behind Cython, whole arrays) and of imufusion (C, one Python call each)."""

import json
import time

import imufusion
import numpy as np
import vqf

COUNT, STEP = 100_000, 0.01
random = np.random.default_rng(1)
rate = random.normal(0, 0.5, (COUNT, 3))
force = np.array([0, 0, 9.81]) + random.normal(0, 0.5, (COUNT, 3))
field = np.array([0, 20.0, -40.0]) + random.normal(0, 0.5, (COUNT, 3))


def best(run, count):
    times = []
    for _ in range(5):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2] / count * 1e9


def fused(count=20_000):
    filter = imufusion.Ahrs()
    filter.set_sample_period(STEP)
    for i in range(count):
        filter.update(rate[i], force[i], field[i])


def emit(name, value):
    print(json.dumps({"name": name, "value": value}), flush=True)


emit("vqf", best(lambda: vqf.VQF(STEP).updateBatch(rate, force, field), COUNT))
basic = {"motionBiasEstEnabled": False, "restBiasEstEnabled": False, "magDistRejectionEnabled": False}
emit("vqf basic", best(lambda: vqf.VQF(STEP, **basic).updateBatch(rate, force, field), COUNT))
emit("imufusion", best(fused, 20_000))
