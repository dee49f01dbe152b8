#pragma once
#include "decimal_numbers.h"

#include <stddef.h>

/// Exponential damping of one acceleration record under many rates at once, for equal time steps.
///
/// `half` holds ½·a·Δt for each sample, x y z by turns, `samples` times three. For rate r, `decay[r]` is e^(−αΔt/2).
/// `position` gets x y z by turns for each rate: the position after the last sample, started at rest in the origin.
/// With `truth` (x y z by turns, metres) `squares[r]` gets the sum over all samples of the squared distance from it; both
/// may be NULL. `rates` is a multiple of 16: pad with anything.
///
/// The kernel is chosen by what the processor can do.
void inertial_exponential_sweep(
    const double *half, size_t samples, double step, const double *decay, size_t rates, const double *truth,
    double *position, double *squares);

/// The same with the portable kernel, whatever the processor: for tests.
void inertial_exponential_sweep_portable(
    const double *half, size_t samples, double step, const double *decay, size_t rates, const double *truth,
    double *position, double *squares);

/// What `inertial_exponential_sweep` uses here: "avx512", "avx2" or "portable".
const char *inertial_exponential_sweep_kernel(void);
