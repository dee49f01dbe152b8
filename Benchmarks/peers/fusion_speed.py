"""Nanoseconds per update of vqf (C++ behind Cython, whole arrays) and of Fusion (C, called from C: fusion_loop.c)."""

import ctypes
import json
import pathlib
import subprocess
import tempfile
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


def fused(folder):
    """A run of Fusion's filter over the samples; its functions are those behind the Python module."""
    loop = pathlib.Path(folder, "loop.so")
    source = pathlib.Path(__file__).with_name("fusion_loop.c")
    subprocess.run(["cc", "-O3", "-shared", "-fPIC", "-o", loop, source], check=True)
    fusion, run = ctypes.CDLL(imufusion.__file__), ctypes.CDLL(loop).run
    names = ["FusionAhrsInitialise", "FusionAhrsSetSamplePeriod", "FusionAhrsUpdate"]
    functions = [ctypes.cast(getattr(fusion, name), ctypes.c_void_p) for name in names]
    samples = np.ascontiguousarray(np.hstack([np.degrees(rate), force / 9.81, field]), dtype=np.float32)
    pointer = samples.ctypes.data_as(ctypes.c_void_p)
    return lambda: run(*functions, pointer, ctypes.c_size_t(COUNT)) and exit("no memory")


def emit(name, value):
    print(json.dumps({"name": name, "value": value}), flush=True)


emit("vqf", best(lambda: vqf.VQF(STEP).updateBatch(rate, force, field), COUNT))
basic = {"motionBiasEstEnabled": False, "restBiasEstEnabled": False, "magDistRejectionEnabled": False}
emit("vqf basic", best(lambda: vqf.VQF(STEP, **basic).updateBatch(rate, force, field), COUNT))
with tempfile.TemporaryDirectory() as folder:
    emit("Fusion", best(fused(folder), COUNT))
