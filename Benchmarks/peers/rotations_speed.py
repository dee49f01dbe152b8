"""Nanoseconds per item of numpy-quaternion and scipy on a million items; a new result each time, as ours."""

import json
import time

import numpy as np
import quaternion
from scipy.spatial.transform import Rotation, Slerp

COUNT = 1_000_000
random = np.random.default_rng(1)


def emit(name, run, repetitions=7):
    run()
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        run()
        times.append((time.perf_counter() - start) / COUNT * 1e9)
    times.sort()
    print(json.dumps({"name": name + " min", "value": times[0]}))
    print(json.dumps({"name": name, "value": times[len(times) // 2]}), flush=True)


components = [random.normal(size=(COUNT, 4)) for _ in range(2)]
components = [c / np.linalg.norm(c, axis=1)[:, None] for c in components]
p, q = [quaternion.as_quat_array(c) for c in components]
a, b = [Rotation.from_quat(c) for c in components]
vectors = random.normal(size=(COUNT, 3))
times = np.sort(random.uniform(0, 100, COUNT))
path = Slerp(np.arange(101.0), a[:101])
out = np.empty_like(p)
few_p, few_q, few_out = p[:1000], q[:1000], np.empty_like(p[:1000])

def cached():
    for _ in range(COUNT // 1000):
        np.multiply(few_p, few_q, out=few_out)


emit("product cached numpy-quaternion", cached)
emit("product numpy-quaternion", lambda: p * q)
emit("product into numpy-quaternion", lambda: np.multiply(p, q, out=out))
emit("product scipy", lambda: a * b)
emit("one scipy", lambda: a[0].apply(vectors))
emit("one numpy-quaternion", lambda: quaternion.rotate_vectors(p[0], vectors))
emit("many scipy", lambda: a.apply(vectors))
emit("mean scipy", lambda: a.mean())
emit("slerp scipy", lambda: path(times), 3)
