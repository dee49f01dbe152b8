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


def shear(place, speed):
    """Counts errors of position and velocity as p - place x theta and v - speed x theta."""
    M = np.eye(15)
    M[:3, 6:9], M[3:6, 6:9] = -cross(place), -cross(speed)
    return M


def felt(place, speed):
    """Without a part that takes less along than three thousandths of the deviation, as ours leaves out."""
    turning = 1e5 * np.trace(P[6:9, 6:9])
    place = place if place @ place * turning > np.trace(P[:3, :3]) else np.zeros(3)
    return place, speed if speed @ speed * turning > np.trace(P[3:6, 3:6]) + 3 * rest_speed**2 else np.zeros(3)


def corrected(motion, attitude, error, speed):
    """Position, velocity and attitude without an error that is counted so."""
    turn = Rotation.from_rotvec(error[6:9])
    return motion[:3] + turn.apply(error[:3]), motion[3:] + speed - turn.apply(speed - error[3:6]), turn * attitude


def state():
    return np.concatenate([position, velocity]), attitude, biases.copy()


history = []
for k in range(len(times)):
    F, M, error = np.eye(15), np.eye(15), np.zeros(15)
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
        _, speed = felt(np.zeros(3), -velocity)
        count = shear(np.zeros(3), speed)
        H = H @ count
        K = P @ H.T @ np.linalg.inv(H @ P @ H.T + rest_speed**2 * np.eye(3))
        error = K @ -velocity
        before = position, velocity
        position, velocity, attitude = corrected(np.concatenate(before), attitude, count @ error, speed)
        biases = biases + error[9:]
        place, rest = felt(position - before[0], velocity - before[1] - speed)
        M = shear(place, speed + rest)
        P = (np.eye(15) - K @ H) @ P @ (np.eye(15) - K @ H).T + rest_speed**2 * K @ K.T
        P = M @ P @ M.T
    history.append((F, predicted, predicted_state, P.copy(), error, M))

worst = {"position": 0.0, "velocity": 0.0, "covariance": 0.0}
# Errors of the filtered state, and of the predicted one, in which measurements of the same sample have part.
smoothed, covariance = np.zeros(15), history[-1][3]
for k in range(len(times) - 1, -1, -1):
    _, predicted, (motion, turned, _), filtered, error, M = history[k]
    if k < len(times) - 1:
        gain = filtered @ history[k + 1][0].T @ np.linalg.pinv(history[k + 1][1], rcond=1e-13, hermitian=True)
        smoothed = gain @ ahead
        covariance = filtered + gain @ (covariance - history[k + 1][1]) @ gain.T
    back = np.linalg.inv(M)
    ahead, covariance = error + back @ smoothed, back @ covariance @ back.T
    place, speed, _ = corrected(motion, turned, shear(np.zeros(3), -motion[3:]) @ ahead, -motion[3:])
    ours, theirs = rows[k, 8:14], np.concatenate([place, speed])
    counted = shear(place - motion[:3], speed - motion[3:])
    variances = np.diag(counted @ covariance @ counted.T)
    deviation = np.sqrt(np.maximum(variances[:6], 1e-10))
    share = np.abs(ours - theirs) / deviation
    worst["position"] = max(worst["position"], share[:3].max())
    worst["velocity"] = max(worst["velocity"], share[3:].max())
    # Between measurements our covariance is interpolated.
    if resting[k]:
        spread = np.abs(rows[k, 14:17] - variances[:3]) / np.maximum(variances[:3], 1e-8)
        worst["covariance"] = max(worst["covariance"], spread.max())
print(json.dumps({"name": "largest difference of a position, in standard deviations", "value": worst["position"]}))
print(json.dumps({"name": "largest difference of a velocity, in standard deviations", "value": worst["velocity"]}))
print(json.dumps({"name": "largest difference of a position's variance at rest, as a share", "value": worst["covariance"]}))
