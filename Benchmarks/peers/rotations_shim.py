"""Puts this library under scipy's Rotation: every function that computes calls libRotationsC; what is left of scipy is the
shapes of arrays and the words of its errors."""

import ctypes
import math
import os
import warnings

import numpy as np
import scipy.spatial.transform as transform
import scipy.spatial.transform._rotation as rotation_module
import scipy.spatial.transform._rotation_cy as flat_backend
import scipy.spatial.transform._rotation_xp as nested_backend
from scipy._lib._array_api import xp_capabilities
from scipy.spatial.transform import Rotation

library = ctypes.CDLL(os.environ.get("GIMBAL_ROTATIONS", ".build/release/libRotationsC.so"))
library.gimbal_message.restype = ctypes.c_char_p

# The numbers that Status.swift gives to the cases of RotationError.
NOT_FINITE, ZERO_LENGTH, NOT_A_ROTATION, COUNT_MISMATCH, EMPTY, TOO_FEW = 1, 2, 3, 4, 5, 6
INVALID_WEIGHT, PARALLEL, TIMES_NOT_INCREASING, OUT_OF_RANGE = 9, 11, 14, 15

calls = 0
"""How often the library was called: a test that leaves this unchanged has not tested it."""


class LibraryError(ValueError):
    def __init__(self, status):
        self.status = status
        super().__init__(library.gimbal_message().decode())


def call(name, *arguments, words=None):
    """Calls a C function; arrays go as pointers. An error is raised with scipy's words for it, where its tests ask for
    them, before the library's own."""
    global calls
    calls += 1
    converted = [
        a.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) if isinstance(a, np.ndarray)
        else ctypes.c_double(a) if isinstance(a, float)
        else ctypes.c_ssize_t(a) if isinstance(a, int)
        else a
        for a in arguments
    ]
    status = getattr(library, name)(*converted)
    if status:
        error = LibraryError(status)
        if words and status in words:
            error.args = (f"{words[status]} [{error.args[0]}]",)
        raise error


def contiguous(array):
    # Not ascontiguousarray, which turns a number into an array of one.
    return np.asarray(array, dtype=np.float64, order="C")


def each(name, array, item_in, item_out, *before, after=(), words=None):
    """A function of one array: items of shape item_in become items of shape item_out."""
    array = contiguous(array)
    lead = array.shape[: array.ndim - len(item_in)]
    out = np.empty(lead + item_out)
    call(name, math.prod(lead), *before, array, *after, out, words=words)
    return out[()]


def both(name, first, second, item_out, words):
    """A function of two arrays of items, broadcast against each other."""
    try:
        lead = np.broadcast_shapes(first.shape[:-1], second.shape[:-1])
    except ValueError:
        raise ValueError(f"{words}: {first.shape[:-1]} and {second.shape[:-1]}") from None
    first = contiguous(np.broadcast_to(first, lead + first.shape[-1:]))
    second = contiguous(np.broadcast_to(second, lead + second.shape[-1:]))
    out = np.empty(lead + item_out)
    call(name, math.prod(lead), first, second, out)
    return out


def triple(vector, name):
    if vector.shape[-1] != 3:
        raise ValueError(f"Expected `{name}` to have shape (..., 3), got {vector.shape}")
    return vector


def from_quat(quat, normalize=True, copy=True, *, scalar_first=False):
    if scalar_first:
        return each("gimbal_from_wxyz", quat, (4,), (4,))
    return each("gimbal_normalize", quat, (4,), (4,)) if normalize else np.array(quat, dtype=np.float64, copy=copy or None)


def as_quat(quat, canonical=False, *, scalar_first=False):
    flags = (ctypes.c_int32(canonical), ctypes.c_int32(scalar_first))
    return each("gimbal_components", quat, (4,), (4,), after=flags)


def from_matrix(matrix, assume_valid=False):
    if matrix.shape[-2:] != (3, 3):
        raise ValueError(f"Expected `matrix` to have shape (..., 3, 3), got {matrix.shape}")
    words = {NOT_A_ROTATION: "Non-positive determinant"}
    return each("gimbal_from_matrix", matrix, (3, 3), (4,), after=(ctypes.c_int32(assume_valid),), words=words)


def as_matrix(quat):
    return each("gimbal_as_matrix", quat, (4,), (3, 3))


def from_rotvec(rotvec, degrees=False):
    rotvec = triple(np.asarray(rotvec), "rot_vec")
    return each("gimbal_from_rotvec", np.radians(rotvec) if degrees else rotvec, (3,), (4,))


def as_rotvec(quat, degrees=False):
    rotvec = each("gimbal_as_rotvec", quat, (4,), (3,))
    return np.degrees(rotvec) if degrees else rotvec


def from_mrp(mrp):
    return each("gimbal_from_mrp", triple(mrp, "mrp"), (3,), (4,))


def as_mrp(quat):
    return each("gimbal_as_mrp", quat, (4,), (3,))


def from_euler(seq, angles, degrees=False):
    angles = np.atleast_1d(np.asarray(angles, dtype=np.float64))
    angles = np.radians(angles) if degrees else angles
    if angles.shape[-1] != len(seq):
        raise ValueError(f"Expected last dimension of `angles` to match number of sequence axes, got {angles.shape}")
    if len(seq) == 3:
        return each("gimbal_from_euler", angles, (3,), (4,), seq.encode())
    # Sequences of one or two turns have no name in the library: they are products of turns.
    turns = [
        each("gimbal_turn", angles[..., i], (), (4,), ctypes.c_int32("xyz".index(axis)))
        for i, axis in enumerate(seq.lower())
    ]
    if len(turns) == 1:
        return turns[0]
    return compose_quat(*(turns if seq.isupper() else turns[::-1]))


def as_euler(quat, seq, degrees=False, *, suppress_warnings=False):
    locked = ctypes.c_int32(0)
    quat = contiguous(quat)
    angles = np.empty(quat.shape[:-1] + (3,))
    call("gimbal_as_euler", math.prod(quat.shape[:-1]), seq.encode(), quat, angles, ctypes.byref(locked))
    if locked.value and not suppress_warnings:
        warnings.warn("Gimbal lock detected. Setting third angle to zero.", stacklevel=2)
    return np.degrees(angles) if degrees else angles


def inv(quat):
    return each("gimbal_inverse", quat, (4,), (4,))


def magnitude(quat):
    return each("gimbal_magnitude", quat, (4,), ())


def approx_equal(quat, other, atol=None, degrees=False):
    if atol is None and degrees:
        warnings.warn("atol must be set to use the degrees flag, defaulting to 1e-8 radians.", stacklevel=2)
    limit = 1e-8 if atol is None else np.radians(atol) if degrees else atol
    angles = both("gimbal_angle_between", quat, other, (), "Expected broadcastable shapes in both rotations")
    return angles < limit


def compose_quat(p, q):
    return both("gimbal_compose", p, q, (4,), "Cannot broadcast")


def apply(quat, points, inverse=False):
    return both("gimbal_apply", inv(quat) if inverse else quat, points, (3,), "Cannot broadcast")


def pow(quat, n):
    n = np.asarray(n, dtype=np.float64)
    if n.shape not in [(), (1,)]:
        raise ValueError("Array exponent must be a scalar")
    return each("gimbal_power", quat, (4,), (4,), after=(float(n.reshape(())),))


def mean(quat, weights=None, axis=None):
    every = tuple(range(quat.ndim - 1))
    axis = every if axis is None else (axis,) if isinstance(axis, int) else axis
    if not isinstance(axis, tuple):
        raise ValueError("`axis` must be None, int, or tuple of ints.")
    if any(not -len(every) <= a < len(every) for a in axis):
        raise ValueError(f"axis {axis} is out of bounds for rotation with shape {quat.shape[:-1]}.")
    axis = tuple(sorted({a % len(every) for a in axis}))
    keep = tuple(a for a in every if a not in axis)
    if weights is not None:
        try:
            weights = np.broadcast_to(np.asarray(weights, dtype=np.float64), quat.shape[:-1])
        except ValueError:
            raise ValueError("Expected `weights` to be broadcastable to rotation shape") from None
        weights = weights.transpose(keep + axis)
    quat = quat.transpose(keep + axis + (quat.ndim - 1,))
    lead, count = quat.shape[: len(keep)], math.prod(quat.shape[len(keep) : -1])
    out = np.empty(lead + (4,))
    for index in np.ndindex(lead):
        items = contiguous(quat[index].reshape(count, 4))
        weight = None if weights is None else contiguous(weights[index].reshape(count))
        result = np.empty(4)
        words = {
            EMPTY: "Mean of an empty rotation set is undefined.", INVALID_WEIGHT: "`weights` must be non-negative.",
        }
        call("gimbal_mean", count, items, weight, result, words=words)
        out[index] = result
    return out


def align_vectors(a, b, weights=None, return_sensitivity=False):
    a, b = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    for name, vectors in [("a", a), ("b", b)]:
        if vectors.ndim < 3 and vectors.shape[-1] != 3:
            raise ValueError(f"Expected input `{name}` to have shape (3,) or (N, 3), got {vectors.shape}")
    if a.shape != b.shape:
        raise ValueError(f"Expected inputs `a` and `b` to have same shapes, got {a.shape} and {b.shape} respectively.")
    if a.ndim > 2:
        raise ValueError(f"Expected inputs `a` and `b` to have shape (3,) or (N, 3), got {a.shape}")
    a, b = contiguous(np.atleast_2d(a)), contiguous(np.atleast_2d(b))
    count = len(a)
    weights = np.ones(count) if weights is None else contiguous(weights)
    if weights.ndim != 1:
        raise ValueError(f"Expected `weights` to be 1 dimensional, got shape {weights.shape}.")
    if len(weights) != count:
        raise ValueError("Expected `weights` to have number of values equal to number of input vectors")
    infinite = np.flatnonzero(weights == np.inf)
    if len(infinite) > 1:
        raise ValueError("Only one infinite weight is allowed")
    exact = infinite[0] if len(infinite) else -1
    if return_sensitivity and (exact >= 0 or count == 1):
        raise ValueError("Cannot return sensitivity matrix with an infinite weight or one vector pair")
    words = {
        ZERO_LENGTH: "Cannot align zero length primary vectors",
        INVALID_WEIGHT: "`weights` may not contain negative values",
    }
    quat, residual, sensitivity = np.empty(4), np.empty(1), np.empty((3, 3))
    if count == 1 and np.all(weights >= 0):
        # One pair leaves the rotation open, which the library refuses; asked for by name, it gives the shortest.
        return shortest(b[0], a[0], words), 0.0, None
    try:
        call("gimbal_align", count, b, a, weights, int(exact), quat, residual, sensitivity, words=words)
    except LibraryError as error:
        if error.status != PARALLEL:
            raise
        return shortest(b[exact], a[exact], words), 0.0, None
    return quat, residual[0], sensitivity


def shortest(start, end, words):
    quat = np.empty(4)
    axis = np.eye(3)[np.argmin(np.abs(start))]
    call("gimbal_between", contiguous(start), contiguous(end), axis, quat, words=words)
    return quat


class Path:
    """What Slerp and RotationSpline have in common: knots that the library checks, in scipy's words."""

    words = {
        TOO_FEW: "`rotations` must be a sequence of at least 2 rotations.",
        COUNT_MISMATCH: "Expected number of rotations to be equal to number of timestamps given",
        TIMES_NOT_INCREASING: "Times must be in strictly increasing order.",
        OUT_OF_RANGE: "Interpolation times must be within the range",
    }

    def make(self, name, times, rotations):
        if not isinstance(rotations, Rotation):
            raise TypeError("`rotations` must be a `Rotation` instance.")
        quat = contiguous(rotations.as_quat())
        if rotations.single:
            raise ValueError(self.words[TOO_FEW])
        if quat.ndim > 2:
            raise ValueError("Rotations with more than 1 leading dimension are not supported.")
        self.times = contiguous(times)
        if self.times.ndim != 1:
            raise ValueError("Expected times to be specified in a 1 dimensional array")
        self.handle = ctypes.c_void_p()
        call(name, len(self.times), self.times, len(quat), quat, ctypes.byref(self.handle), words=self.words)

    @staticmethod
    def queries(times):
        times = np.asarray(times, dtype=np.float64)
        if times.ndim > 1:
            raise ValueError("`times` must be at most 1-dimensional.")
        return contiguous(np.atleast_1d(times)), times.ndim == 0


class Slerp(Path):
    @xp_capabilities()
    def __init__(self, times, rotations):
        self.make("gimbal_slerp_new", times, rotations)

    @xp_capabilities()
    def __call__(self, times):
        times, single = self.queries(times)
        quat = np.empty((len(times), 4))
        call("gimbal_slerp", self.handle, len(times), times, quat, words=self.words)
        return Rotation.from_quat(quat[0] if single else quat)


class RotationSpline(Path):
    def __init__(self, times, rotations):
        self.make("gimbal_spline_new", times, rotations)

    def __call__(self, times, order=0):
        if order not in [0, 1, 2]:
            raise ValueError("`order` must be 0, 1 or 2.")
        times, single = self.queries(times)
        results = [np.empty((len(times), 4)), np.empty((len(times), 3)), np.empty((len(times), 3))]
        call("gimbal_spline", self.handle, len(times), times, *results)
        result = results[order][0] if single else results[order]
        return Rotation.from_quat(result) if order == 0 else result


def install():
    """Replaces what computes in scipy, before its tests import it."""
    functions = [
        from_quat, as_quat, from_matrix, as_matrix, from_rotvec, as_rotvec, from_mrp, as_mrp, from_euler, as_euler, inv,
        magnitude, approx_equal, compose_quat, apply, pow, mean, align_vectors,
    ]
    for backend in [flat_backend, nested_backend]:
        for function in functions:
            assert hasattr(backend, function.__name__)
            setattr(backend, function.__name__, function)
    for module in [transform, rotation_module]:
        module.Slerp = Slerp
    transform.RotationSpline = RotationSpline
