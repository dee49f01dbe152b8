"""Errors of vqf, imufusion and ahrs on the BROAD trials, in degrees, one JSON object a line.

The score is the one of Sources/Kit/Motion/Evaluation/AttitudeError.swift, written here in numpy on its own.
"""

import glob
import json
import os
import sys

import ahrs
import imufusion
import numpy as np
import vqf

STEP = 1 / 285.714


def product(p, q):
    pw, px, py, pz = p.T
    qw, qx, qy, qz = q.T
    return np.stack(
        [
            pw * qw - px * qx - py * qy - pz * qz,
            pw * qx + px * qw + py * qz - pz * qy,
            pw * qy - px * qz + py * qw + pz * qx,
            pw * qz + px * qy - py * qx + pz * qw,
        ],
        axis=1,
    )


def score(estimate, truth):
    error = product(estimate, truth * [1, -1, -1, -1])
    heading = 2 * np.arctan2(error[:, 3], error[:, 0])
    offset = np.angle(np.mean(np.exp(1j * heading)))
    undo = np.array([[np.cos(offset / 2), 0, 0, -np.sin(offset / 2)]])
    error = product(np.repeat(undo, len(error), axis=0), error)
    w, x, y, z = np.abs(error).T
    angles = {
        "total": 2 * np.arccos(np.minimum(1, w)),
        "heading": 2 * np.arctan2(z, w),
        "inclination": 2 * np.arccos(np.minimum(1, np.hypot(w, z))),
    }
    return {name: float(np.degrees(np.sqrt(np.mean(a**2)))) for name, a in angles.items()}


def fused(rate, force, field):
    """imufusion's filter at its default settings; it wants °/s and g."""
    filter = imufusion.Ahrs()
    filter.set_sample_period(STEP)
    result = np.empty((len(rate), 4))
    degrees, g = np.degrees(rate), force / 9.80665
    for i in range(len(rate)):
        if field is None:
            filter.update_no_magnetometer(degrees[i], g[i])
        else:
            filter.update(degrees[i], g[i], field[i])
        result[i] = filter.get_quaternion()
    return result


def methods(rate, force, field):
    online = vqf.VQF(STEP).updateBatch(rate, force, field)
    offline = vqf.offlineVQF(rate, force, field, STEP)
    sensors = {"gyr": rate, "acc": force, "frequency": 1 / STEP}
    for axes in (9, 6):
        yield "vqf", axes, online[f"quat{axes}D"]
        yield "vqf offline", axes, offline[f"quat{axes}D"]
        yield "imufusion", axes, fused(rate, force, field if axes == 9 else None)
        # Our gains. ahrs normalises a magnetic reading to its own frame, which the heading offset removes.
        mag = {"mag": field} if axes == 9 else {}
        yield "ahrs Mahony", axes, ahrs.filters.Mahony(**sensors, **mag, k_P=0.2, k_I=0.0005).Q
        yield "ahrs Madgwick", axes, ahrs.filters.Madgwick(**sensors, **mag, gain=0.02).Q


def main():
    for path in sorted(glob.glob(os.path.join(sys.argv[1], "broad", "*.csv"))):
        trial = os.path.splitext(os.path.basename(path))[0]
        table = np.genfromtxt(path, delimiter=",", skip_header=1)
        rate, force, field = (np.ascontiguousarray(table[:, i : i + 3]) for i in (1, 4, 7))
        counts = (table[:, 17] == 1) & np.isfinite(table[:, 10])
        for name, axes, estimate in methods(rate, force, field):
            for what, value in score(np.asarray(estimate)[counts], table[counts, 10:14]).items():
                print(json.dumps({"name": f"{name}, {axes} axes, {trial}, {what}", "value": value}), flush=True)


main()
