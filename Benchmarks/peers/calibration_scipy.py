"""Calibrations, spectra, the low-pass, Allan deviations and relative errors against NumPy, SciPy and allantools.

Arguments: the program `gimbal-calibration`, and how many simulated sensors are calibrated, 200 without it. Each of them is solved again by
`scipy.optimize.least_squares` over the same readings. imucal calibrates the accelerometers, too, from the six positions in which an axis points
up or down, and magcal the magnetometers.
"""
import json
import subprocess
import sys

import allantools
import imucal
import magcal
import numpy as np
from scipy import optimize, signal
from scipy.spatial.transform import Rotation

program = sys.argv[1]
random = np.random.default_rng(51)
failures = []


def check(name, worst, limit):
    print(f"{name}: {worst:.2g} (at most {limit:.0e})")
    if not worst <= limit:
        failures.append(name)


def relative(ours, theirs):
    ours, theirs = np.asarray(ours), np.asarray(theirs)
    if ours.shape != theirs.shape:
        return np.inf
    return np.max(np.abs(ours - theirs)) / max(np.max(np.abs(theirs)), 1e-300) if theirs.size else 0.0


def signals():
    for index in range(60):
        count = int(random.integers(200, 3000))
        rate = float(random.choice([50, 100, 104.2, 200]))
        readings = random.normal(0, 1, count)
        if index % 3 == 1:
            readings = np.cumsum(readings)
        if index % 3 == 2:
            readings = np.sin(2 * np.pi * 2 * np.arange(count) / rate) + 0.1 * readings + 9.81
        yield dict(
            readings=readings.tolist(), rate=rate, segment=int(random.choice([64, 100, 128, 129, 200])),
            cutoff=float(random.uniform(0.5, 0.4 * rate)), order=1 + index % 8)


def tracks():
    for index in range(40):
        count = int(random.integers(50, 800))
        truth = np.cumsum(random.normal(0, 0.1, (count, 3)), axis=0)
        if index % 4 == 1:
            truth[20:40] = truth[20]  # a rest: several poses as far along the path
        estimate = truth + np.cumsum(random.normal(0, 0.02, (count, 3)), axis=0)
        turns = Rotation.from_rotvec(np.cumsum(random.normal(0, 0.05, (count, 3)), axis=0))
        off = turns * Rotation.from_rotvec(random.normal(0, 0.02, (count, 3)))
        yield dict(
            times=(np.arange(count) / 100).tolist(), truth=truth.tolist(), estimate=estimate.tolist(),
            trueAttitudes=turns.as_quat(scalar_first=True).tolist(),
            attitudes=off.as_quat(scalar_first=True).tolist(), lengths=[0.5, 1.0, 3.0, 8.0])


def relative_errors(track, length):
    """rpg_trajectory_evaluation's pairs (compute_comparison_indices_length), and SE(3) as matrices."""
    truth, estimate = np.array(track["truth"]), np.array(track["estimate"])
    q = Rotation.from_quat(track["trueAttitudes"], scalar_first=True).as_matrix()
    p = Rotation.from_quat(track["attitudes"], scalar_first=True).as_matrix()
    way = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(truth, axis=0), axis=1))])

    def poses(rotations, positions):
        matrices = np.tile(np.eye(4), (len(positions), 1, 1))
        matrices[:, :3, :3], matrices[:, :3, 3] = rotations, positions
        return matrices

    pairs = []
    for first in range(len(truth)):
        off = np.abs(way[first:] - (way[first] + length))
        best = first + int(np.argmin(off))  # the first of the nearest
        if off[best - first] < length / 5:
            pairs.append((first, best))
    if not pairs:
        return [], []
    i, j = np.array(pairs).T
    actual, found = poses(q, truth), poses(p, estimate)
    inverse = np.linalg.inv
    difference = inverse(inverse(actual[i]) @ actual[j]) @ (inverse(found[i]) @ found[j])
    return np.linalg.norm(difference[:, :3, 3], axis=1), Rotation.from_matrix(difference[:, :3, :3]).magnitude()


question = dict(signals=list(signals()), tracks=list(tracks()))
answer = json.loads(
    subprocess.run([program], input=json.dumps(question), capture_output=True, text=True, check=True).stdout)

worst = dict(frequencies=0.0, welch=0.0, lowpass=0.0, allan=0.0)
for asked, found in zip(question["signals"], answer["signals"]):
    readings = np.array(asked["readings"])
    f, p = signal.welch(readings, asked["rate"], nperseg=asked["segment"])
    worst["frequencies"] = max(worst["frequencies"], relative(found["frequencies"], f))
    worst["welch"] = max(worst["welch"], relative(found["densities"], p))
    sections = signal.butter(asked["order"], asked["cutoff"], fs=asked["rate"], output="sos")
    worst["lowpass"] = max(worst["lowpass"], relative(found["smooth"], signal.sosfiltfilt(sections, readings)))
    sizes = np.rint(np.array(found["times"]) * asked["rate"]).astype(int)
    theirs = allantools.oadev(readings, rate=asked["rate"], data_type="freq", taus=sizes / asked["rate"])
    places = {int(round(t * asked["rate"])): d for t, d in zip(theirs[0], theirs[1])}
    pairs = [(d, places[m]) for m, d in zip(sizes, found["deviations"]) if m in places]
    worst["allan"] = max(worst["allan"], max(abs(a / b - 1) for a, b in pairs))
check("Welch's frequencies", worst["frequencies"], 1e-14)
check("Welch's densities, of the largest", worst["welch"], 1e-12)
check("zero-phase low-pass, of the largest", worst["lowpass"], 1e-9)
check("overlapping Allan deviation, relative", worst["allan"], 1e-9)

worst = [0.0, 0.0]
for track, found in zip(question["tracks"], answer["tracks"]):
    for length, errors in zip(track["lengths"], found):
        translation, rotation = relative_errors(track, length)
        for place, (ours, theirs) in enumerate([(errors["translation"], translation), (errors["rotation"], rotation)]):
            if len(ours) != len(theirs):
                failures.append(f"pairs over {length} m: {len(ours)} and {len(theirs)}")
            elif len(theirs):
                worst[place] = max(worst[place], np.max(np.abs(np.array(ours) - theirs)))
check("relative errors over metres, m", worst[0], 1e-12)
check("relative errors over metres, rad", worst[1], 1e-7)

# The calibrations of 200 simulated sensors, by another program over the same readings.
g = 9.80665


def accelerometer(positions):
    def residuals(x):
        matrix = np.array([[x[3], 0, 0], [x[4], x[5], 0], [x[6], x[7], x[8]]])
        return np.linalg.norm((positions - x[:3]) @ matrix.T, axis=1) - g

    x = optimize.least_squares(
        residuals, [0, 0, 0, 1, 0, 1, 0, 0, 1], method="lm", jac="3-point", xtol=1e-15, ftol=1e-15, gtol=1e-15).x
    return x[:3], np.array([[x[3], 0, 0], [x[4], x[5], 0], [x[6], x[7], x[8]]])


def magnetometer(readings):
    def parts(x):
        return x[:3], np.array([[x[3], x[4], x[5]], [x[4], x[6], x[7]], [x[5], x[7], x[8]]])

    def residuals(x):
        bias, matrix = parts(x)
        return np.linalg.norm((readings - bias) @ matrix.T, axis=1) - 1

    size = np.std(readings) * np.sqrt(3)
    x = optimize.least_squares(
        residuals, [*readings.mean(axis=0), 1 / size, 0, 0, 1 / size, 0, 1 / size], method="lm", jac="3-point",
        x_scale=[size] * 3 + [1 / size] * 6, xtol=1e-15, ftol=1e-15, gtol=1e-15).x
    bias, matrix = parts(x)
    return bias, matrix / np.cbrt(np.linalg.det(matrix))


def gyroscope(turns, bias):
    # Rates linear within a step, in sub-steps so fine that their order does not matter.
    shares = (np.arange(32) + 0.5) / 32

    def residuals(x):
        matrix, out = x.reshape(3, 3), []
        for turn in turns:
            times, rates = np.array(turn["times"]), (np.array(turn["rates"]) - bias) @ matrix.T
            steps = np.diff(times)
            fine = rates[:-1, None] * (1 - shares)[:, None] + rates[1:, None] * shares[:, None]
            vectors = (fine * steps[:, None, None] / 32).reshape(-1, 3)
            rotations = Rotation.from_rotvec(vectors)
            while len(rotations) > 1:
                odd = rotations[-1:] if len(rotations) % 2 else None
                even = rotations[: len(rotations) // 2 * 2]
                rotations = even[0::2] * even[1::2]
                if odd is not None:
                    rotations = Rotation.concatenate([rotations, odd])
            out.append(rotations[0].inv().apply(turn["before"]) - turn["after"])
        return np.concatenate(out)

    return optimize.least_squares(residuals, np.eye(3).ravel(), method="lm", xtol=1e-13, ftol=1e-13).x.reshape(3, 3)


def ferraris(positions):
    """imucal's accelerometer. Of its gyroscope's turns, by a known angle about each axis, the recordings have none."""
    still, turning = np.zeros((2, 3)), np.eye(3)
    regions = {}
    for axis in range(3):
        # The largest and the smallest reading of an axis are those of the positions along it.
        for name, place in (("p", np.argmax(positions[:, axis])), ("a", np.argmin(positions[:, axis]))):
            regions[f"acc_{'xyz'[axis]}_{name}"] = np.tile(positions[place], (2, 1))
            regions[f"gyr_{'xyz'[axis]}_{name}"] = still
        regions[f"acc_{'xyz'[axis]}_rot"] = np.tile(positions[np.argmax(positions[:, axis])], (100, 1))
        regions[f"gyr_{'xyz'[axis]}_rot"] = np.tile(-360 * turning[axis], (100, 1))
    found = imucal.FerrarisCalibration(grav=g).compute(
        imucal.FerrarisSignalRegions(**regions), 100, from_acc_unit="m/s^2", from_gyr_unit="deg/s")
    return found.b_a, np.linalg.inv(found.K_a @ found.R_a)


def ellipsoid(fields):
    """magcal's magnetometer."""
    found = magcal.MagnetometerCalibrator().ellipsoid_fit(fields)
    return found["center"], found["transform_matrix"]


directions = random.normal(0, 1, (500, 3))
directions /= np.linalg.norm(directions, axis=1)[:, None]


def spread(triad, drawn, size):
    """How much the length of a corrected reading depends on the direction, as a share: the same for every choice of axes and of scale."""
    bias, matrix = triad
    readings = size * directions @ drawn[1].T + drawn[0]
    lengths = np.linalg.norm((readings - bias) @ matrix.T, axis=1)
    return np.std(lengths) / np.mean(lengths)


spreads = {name: [] for name in ["accelerometer", "imucal", "magnetometer", "magcal"]}
count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
lines = subprocess.run([program, "sensors", str(count)], capture_output=True, text=True, check=True).stdout
names = ["accelerometer", "gyroscope", "magnetometer"]
apart = {name: 0.0 for name in names}
errors = {name: [] for name in names}
for number, line in enumerate(lines.splitlines()):
    sensor = json.loads(line)
    found = [(np.array(t["bias"]), np.array(t["matrix"])) for t in sensor["found"]]
    drawn = [(np.array(t["bias"]), np.array(t["matrix"])) for t in sensor["drawn"]]
    solved = {
        "accelerometer": accelerometer(np.array(sensor["positions"])),
        "magnetometer": magnetometer(np.array(sensor["fields"])),
    }
    if number < 5:  # 32 sub-steps are slow
        solved["gyroscope"] = (found[1][0], gyroscope(sensor["turns"], found[1][0]))
    for name, triad, place, size in [
        ("accelerometer", found[0], 0, g), ("imucal", ferraris(np.array(sensor["positions"])), 0, g),
        ("magnetometer", found[2], 2, sensor["field"]), ("magcal", ellipsoid(np.array(sensor["fields"])), 2, sensor["field"]),
    ]:
        spreads[name].append(spread(triad, drawn[place], size))
    for place, name in enumerate(names):
        if name in solved:
            scale = 50 if name == "magnetometer" else g
            bias, matrix = solved[name]
            apart[name] = max(
                apart[name], np.max(np.abs(found[place][0] - bias)) / scale, np.max(np.abs(found[place][1] - matrix)))
        truth = np.linalg.inv(drawn[place][0 + 1])
        if name == "magnetometer":
            truth = truth / np.cbrt(np.linalg.det(truth))
        errors[name].append(np.max(np.abs(found[place][1] - truth)))
check("accelerometer against SciPy, of g", apart["accelerometer"], 1e-9)
check("gyroscope against SciPy with 32 sub-steps, five sensors", apart["gyroscope"], 1e-6)
check("magnetometer against SciPy, whose derivatives are numerical, of the field", apart["magnetometer"], 1e-7)
for name in names:
    print(f"{name}: largest error of an entry of the matrix, median over {count} sensors: {np.median(errors[name]):.2g}")
for ours, theirs in [("accelerometer", "imucal"), ("magnetometer", "magcal")]:
    ratio = np.array(spreads[ours]) / np.array(spreads[theirs])
    print(
        f"{ours}: length of corrected readings, relative spread {np.median(spreads[ours]):.2g}, {theirs}'s "
        f"{np.median(spreads[theirs]):.2g}; smaller in {np.mean(ratio < 1):.0%} of the sensors")
    check(f"{ours} over {theirs}, mean spread", np.mean(spreads[ours]) / np.mean(spreads[theirs]), 1)
if failures:
    sys.exit("differ: " + ", ".join(failures))
