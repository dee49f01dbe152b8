"""Nanoseconds per sample of the strapdown pass as one writes it with scipy: rotate, then two cumulative trapezoids."""

import json
import time

import numpy as np
from scipy.integrate import cumulative_trapezoid
from scipy.spatial.transform import Rotation

COUNT = 1_000_000
random = np.random.default_rng(1)
times = np.arange(COUNT) * 0.01
attitude = random.normal(size=(COUNT, 4))
attitude /= np.linalg.norm(attitude, axis=1, keepdims=True)
acceleration = random.normal(size=(COUNT, 3))
rotations = Rotation.from_quat(attitude)


def strapdown():
    force = rotations.apply(-acceleration)
    velocity = cumulative_trapezoid(force, times, axis=0, initial=0)
    return cumulative_trapezoid(velocity, times, axis=0, initial=0)


samples = []
for _ in range(6):
    start = time.perf_counter()
    strapdown()
    samples.append((time.perf_counter() - start) / COUNT * 1e9)
samples = sorted(samples[1:])
print(json.dumps({"name": "scipy min", "value": samples[0]}))
print(json.dumps({"name": "scipy", "value": samples[len(samples) // 2]}))
