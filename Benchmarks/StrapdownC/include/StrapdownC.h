#pragma once
#include <stddef.h>

/// The strapdown pass as a plain C loop: rotate, negate, split step, store velocity and position.
///
/// Per sample: one time in s; four doubles of attitude, w x y z; four of acceleration, x y z and padding, as Swift's vectors
/// lie in memory; four each of velocity and position out.
void strapdown_pass(
    const double *times, const double *attitude, const double *acceleration, size_t count, double *velocity,
    double *position);

/// The same bytes read and written, with hardly any arithmetic: what memory allows.
void strapdown_copy(
    const double *times, const double *attitude, const double *acceleration, size_t count, double *velocity,
    double *position);
