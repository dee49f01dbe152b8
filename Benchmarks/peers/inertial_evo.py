"""evo's ATE and RPE of two TUM files, with its times: JSON lines, {"name": …, "value": …}.

Arguments: truth.tum estimate.tum.
"""
import json
import sys
import time

import numpy as np
from evo.core import metrics, sync
from evo.core.geometry import umeyama_alignment
from evo.core.lie_algebra import se3
from evo.core.metrics import PoseRelation, Unit
from evo.tools import file_interface


def line(name, value):
    print(json.dumps({"name": name, "value": float(value)}))


truth_path, estimate_path = sys.argv[1:3]
truth = file_interface.read_tum_trajectory_file(truth_path)
estimate = file_interface.read_tum_trajectory_file(estimate_path)
truth, estimate = sync.associate_trajectories(truth, estimate, max_diff=1e-6)


def aligned(kind):
    import copy

    result = copy.deepcopy(estimate)
    if kind == "rigid":
        result.align(truth, correct_scale=False)
    elif kind == "similarity":
        result.align(truth, correct_scale=True)
    elif kind == "origin":
        # The first positions alone: evo's own align_origin turns the first attitudes together, too.
        result.transform(se3(np.eye(3), truth.positions_xyz[0] - estimate.positions_xyz[0]))
    elif kind == "yaw":
        # A turn about the vertical leaves heights alone: evo's alignment in the plane, and the mean height.
        points, target = estimate.positions_xyz, truth.positions_xyz
        turn, shift, _ = umeyama_alignment(points[:, :2].T, target[:, :2].T, with_scale=False)
        rotation = np.eye(3)
        rotation[:2, :2] = turn
        result.transform(se3(rotation, np.append(shift, np.mean(target[:, 2] - points[:, 2]))))
    return result


relations = {"translation": PoseRelation.translation_part, "rotation": PoseRelation.rotation_angle_rad}
for kind in ["none", "origin", "yaw", "rigid", "similarity"]:
    moved = aligned(kind)
    for part, relation in relations.items():
        ape = metrics.APE(relation)
        ape.process_data((truth, moved))
        for name, value in ape.get_all_statistics().items():
            line(f"ATE {kind} {part} {name}", value)
for distance, overlapping in [(1, False), (100, False), (100, True)]:
    for part, relation in relations.items():
        rpe = metrics.RPE(relation, delta=distance, delta_unit=Unit.frames, all_pairs=overlapping)
        rpe.process_data((truth, estimate))
        for name, value in rpe.get_all_statistics().items():
            line(f"RPE {distance} {'overlapping' if overlapping else 'consecutive'} {part} {name}", value)

samples = []
for _ in range(3):
    start = time.perf_counter()
    moved = aligned("rigid")
    ape = metrics.APE(PoseRelation.translation_part)
    ape.process_data((truth, moved))
    rpe = metrics.RPE(PoseRelation.translation_part, delta=1, delta_unit=Unit.frames, all_pairs=False)
    rpe.process_data((truth, estimate))
    samples.append((time.perf_counter() - start) * 1e3)
line("ms", np.median(samples))
