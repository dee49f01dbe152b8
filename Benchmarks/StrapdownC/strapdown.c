#include "StrapdownC.h"

void strapdown_pass(
    const double *restrict times, const double *restrict attitude, const double *restrict acceleration, size_t count,
    double *restrict velocity, double *restrict position) {
  double vx = 0, vy = 0, vz = 0, x = 0, y = 0, z = 0;
  double previous = count ? times[0] : 0;
  for (size_t i = 0; i < count; i++) {
    const double step = times[i] - previous;
    previous = times[i];
    const double *q = attitude + 4 * i, *a = acceleration + 4 * i;
    const double w = q[0], qx = q[1], qy = q[2], qz = q[3];
    // v + 2w(u × v) + 2u × (u × v)
    const double tx = 2 * (qy * a[2] - qz * a[1]), ty = 2 * (qz * a[0] - qx * a[2]), tz = 2 * (qx * a[1] - qy * a[0]);
    const double half = -0.5 * step;
    const double hx = half * (a[0] + w * tx + qy * tz - qz * ty);
    const double hy = half * (a[1] + w * ty + qz * tx - qx * tz);
    const double hz = half * (a[2] + w * tz + qx * ty - qy * tx);
    vx += hx;
    vy += hy;
    vz += hz;
    x += vx * step;
    y += vy * step;
    z += vz * step;
    vx += hx;
    vy += hy;
    vz += hz;
    velocity[4 * i] = vx;
    velocity[4 * i + 1] = vy;
    velocity[4 * i + 2] = vz;
    position[4 * i] = x;
    position[4 * i + 1] = y;
    position[4 * i + 2] = z;
  }
}

void strapdown_copy(
    const double *restrict times, const double *restrict attitude, const double *restrict acceleration, size_t count,
    double *restrict velocity, double *restrict position) {
  for (size_t i = 0; i < count; i++) {
    for (int k = 0; k < 3; k++) {
      velocity[4 * i + k] = acceleration[4 * i + k] + times[i];
      position[4 * i + k] = attitude[4 * i + k];
    }
  }
}
