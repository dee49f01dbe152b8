#pragma once

#ifdef __linux__
// Declared here, for <math.h> shows it to those only who ask for the C library's extensions.
void sincos(double angle, double *sine, double *cosine);
#else
#include <math.h>
#endif

typedef struct {
  double sine, cosine;
} elementary_sine_cosine_result;

/// Sine and cosine of one angle in rad by one reduction of it, where the C library has that. The same as `sin` and `cos`.
static inline elementary_sine_cosine_result elementary_sine_cosine(double angle) {
  elementary_sine_cosine_result result;
#ifdef __linux__
  sincos(angle, &result.sine, &result.cosine);
#else
  result.sine = sin(angle);
  result.cosine = cos(angle);
#endif
  return result;
}
