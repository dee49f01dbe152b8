"""allantools' Allan deviations and degrees of freedom, scipy's χ² intervals, and the responses of linear schemes as z-transforms:
JSON lines, {"name": …, "value": …}.

Argument: a JSON file with readings, their step, sizes of averages, and schemes.
"""
import json
import sys

import allantools
import numpy as np
from scipy import signal, stats


def line(name, value):
    print(json.dumps({"name": name, "value": float(value)}))


with open(sys.argv[1]) as file:
    task = json.load(file)
readings, step = np.array(task["readings"]), task["step"]
phases = len(readings) + 1
taus = [size * step for size in task["sizes"]]
_, deviations, _, _ = allantools.oadev(readings, rate=1 / step, data_type="freq", taus=taus)
for size, deviation in zip(task["sizes"], deviations):
    line(f"deviation {size}", deviation)
    for noise, alpha in [("white", 0), ("flicker", -1), ("randomWalk", -2)]:
        freedom = allantools.edf_simple(phases, size, alpha)
        # NIST SP 1065 has the square of N - 2 in table 5.
        freedom *= phases - 2 if noise == "flicker" and size == 1 else 1
        line(f"{noise} {size}", freedom)
        line(f"{noise} {size} greenhall", allantools.edf_greenhall(alpha, 2, size, phases, overlapping=True))
        for name, share in [("low", 0.975), ("high", 0.025)]:
            line(f"{noise} {size} {name}", deviation * np.sqrt(freedom / stats.chi2.ppf(share, freedom)))

# One step of h: v' = v·e^(-αh/2) + ah/2; x = x·e^(-βh) + v'h; v = v'·e^(-αh/2) + ah/2, with the mean acceleration a of a true
# x = e^(iωt): (v_k - v_(k-1))/h. Then a high-pass filter of first order.
for number, scheme in enumerate(task["schemes"]):
    h, omega = scheme["step"], 2 * np.pi * scheme["frequency"]
    alpha, beta = scheme["velocityRate"], scheme["positionRate"]
    above = np.convolve([1, -1], [1, np.exp(-alpha * h / 2)])
    below = np.convolve([1, -np.exp(-alpha * h)], [1, -np.exp(-beta * h)])
    if scheme["cutoff"] > 0:
        decay = np.exp(-2 * np.pi * scheme["cutoff"] * h)
        above, below = np.convolve(above, [(1 + decay) / 2, -(1 + decay) / 2]), np.convolve(below, [1, -decay])
    _, response = signal.freqz(above, below, worN=[omega * h])
    law = 0.5j * omega * h * response[0]
    line(f"gain {number}", abs(law))
    line(f"phase {number}", np.angle(law))
