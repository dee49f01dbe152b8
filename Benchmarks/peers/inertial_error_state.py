"""The error-state filter with whole matrices, and Rauch, Tung and Striebel's smoother with inverses, against ours.

Argument: a file whose first row has the parameters, and whose others have a sample each: time, specific force, rotation rate, whether it rests, and
our smoothed position, velocity and the diagonal of the position's covariance. Prints JSON lines: the largest differences as a share of the
standard deviation, and of the covariance.
"""
import json
import sys

import numpy as np
from scipy.spatial.transform import Rotation

G = np.array([0, 0, 9.80665])
with open(sys.argv[1]) as file:
    first, *rest = [[float(number) for number in line.split(",")] for line in file]
noise, turn_noise, bias, turn_bias, walk, turn_walk, tilt, heading, rest_speed, w, x, y, z = first
rows = np.array(rest)
times, force, rate, resting = rows[:, 0], rows[:, 1:4], rows[:, 4:7], rows[:, 7] > 0
position, velocity = np.zeros(3), np.zeros(3)
attitude = Rotation.from_quat([x, y, z, w])
biases = np.zeros(6)
P = np.diag([0] * 6 + [tilt**2, tilt**2, heading**2] + [turn_bias**2] * 3 + [bias**2] * 3)


def cross(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def state():
    return np.concatenate([position, velocity]), attitude, biases.copy()


history = []
for k in range(len(times)):
    F = np.eye(15)
    if k:
        h = times[k] - times[k - 1]
        before = attitude.apply(force[k - 1] - biases[3:])
        attitude = attitude * Rotation.from_rotvec(((rate[k] + rate[k - 1]) / 2 - biases[:3]) * h)
        R = attitude.as_matrix()
        after = R @ (force[k] - biases[3:])
        position = position + velocity * h + ((before - G) / 3 + (after - G) / 6) * h**2
        velocity = velocity + ((before + after) / 2 - G) * h
        A = -cross((before + after) / 2)
        F[:3, 3:6] = h * np.eye(3)
        F[:3, 6:9], F[:3, 12:] = h**2 / 2 * A, -(h**2) / 2 * R
        F[3:6, 6:9], F[3:6, 12:] = h * A, -h * R
        F[6:9, 9:12] = -h * R
        Q = np.zeros((15, 15))
        one = np.eye(3)
        Q[:3, :3], Q[3:6, 3:6] = noise**2 * h**3 / 3 * one, noise**2 * h * one
        Q[:3, 3:6] = Q[3:6, :3] = noise**2 * h**2 / 2 * one
        Q[6:9, 6:9], Q[9:12, 9:12], Q[12:, 12:] = turn_noise**2 * h * one, turn_walk**2 * h * one, walk**2 * h * one
        if k > 1:
            ratio = min(h / (times[k - 1] - times[k - 2]), 2)
            for place, readings in ((3, force), (6, rate)):
                bend = h / 12 * (R @ (readings[k] - readings[k - 1] - ratio * (readings[k - 1] - readings[k - 2])))
                unresolved = np.outer(bend, bend)
                Q[place : place + 3, place : place + 3] += unresolved
                if place == 3:
                    Q[:3, :3] += h**2 / 3 * unresolved
                    Q[:3, 3:6] += h / 2 * unresolved
                    Q[3:6, :3] += h / 2 * unresolved
        P = F @ P @ F.T + Q
    predicted, predicted_state = P.copy(), state()
    if resting[k]:
        H = np.zeros((3, 15))
        H[:, 3:6] = np.eye(3)
        K = P @ H.T @ np.linalg.inv(H @ P @ H.T + rest_speed**2 * np.eye(3))
        error = K @ -velocity
        P = (np.eye(15) - K @ H) @ P @ (np.eye(15) - K @ H).T + rest_speed**2 * K @ K.T
        position, velocity = position + error[:3], velocity + error[3:6]
        attitude = Rotation.from_rotvec(error[6:9]) * attitude
        biases = biases + error[9:]
    history.append((F, predicted, predicted_state, P.copy(), state()))

worst = {"position": 0.0, "velocity": 0.0, "covariance": 0.0}
smoothed = np.zeros(15)  # The error of the filtered state that smoothing takes out.
covariance = history[-1][3]
for k in range(len(times) - 1, -1, -1):
    F, predicted, predicted_state, filtered, filtered_state = history[k]
    if k < len(times) - 1:
        F, predicted, predicted_state = history[k + 1][:3]
        # The next filtered state, smoothed, less its prediction.
        next_filtered = history[k + 1][4]
        difference = np.concatenate(
            [
                next_filtered[0] - predicted_state[0],
                (next_filtered[1] * predicted_state[1].inv()).as_rotvec(),
                next_filtered[2] - predicted_state[2],
            ]
        )
        gain = filtered @ F.T @ np.linalg.pinv(predicted, rcond=1e-13, hermitian=True)
        smoothed = gain @ (difference + smoothed)
        covariance = filtered + gain @ (covariance - predicted) @ gain.T
    ours, theirs = rows[k, 8:14], filtered_state[0] + smoothed[:6]
    deviation = np.sqrt(np.maximum(np.diag(covariance)[:6], 1e-10))
    share = np.abs(ours - theirs) / deviation
    worst["position"] = max(worst["position"], share[:3].max())
    worst["velocity"] = max(worst["velocity"], share[3:].max())
    # Between measurements our covariance is interpolated.
    if resting[k]:
        spread = np.abs(rows[k, 14:17] - np.diag(covariance)[:3]) / np.maximum(np.diag(covariance)[:3], 1e-8)
        worst["covariance"] = max(worst["covariance"], spread.max())
print(json.dumps({"name": "largest difference of a position, in standard deviations", "value": worst["position"]}))
print(json.dumps({"name": "largest difference of a velocity, in standard deviations", "value": worst["velocity"]}))
print(json.dumps({"name": "largest difference of a position's variance at rest, as a share", "value": worst["covariance"]}))
