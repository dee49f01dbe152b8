"""A forward pass in numpy from a weights file (one layer a line, bias row first), against the outputs beside it."""

import json
import os
import sys

import numpy as np

SIZES = [7, 28, 21, 14, 7, 1]
folder = sys.argv[1]
values = np.loadtxt(os.path.join(folder, "inputs"))
with open(os.path.join(folder, "weights")) as file:
    for (inputs, outputs), line in zip(zip(SIZES, SIZES[1:]), file):
        matrix = np.array(line.split(), float).reshape(inputs + 1, outputs)
        values = 1 / (1 + np.exp(-(np.c_[np.ones(len(values)), values] @ matrix)))
ours = np.loadtxt(os.path.join(folder, "outputs"))
assert np.ptp(ours) > 1e-3, "the outputs are all the same: nothing is compared"
difference = np.abs(values.ravel() - ours).max()
print(json.dumps({"name": "largest difference", "value": float(difference)}))
