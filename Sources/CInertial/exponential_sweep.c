#include "CInertial.h"

// The scheme is linear, so its three lines can be taken apart. With h = ½aΔt and d = e^(−αΔt/2), the transfer function
// from h to the middle velocity is (1 + d/z)/(1 − d²/z), and from there to position Δt/(1 − d²/z). The two recursions
//     y ← d²·y + h,   s ← d²·s + y
// do all of 1/(1 − d²/z)², and the factor 1 + d/z is applied at the end, x = Δt·(s + d·s₋₁). Per axis two fused
// multiply-adds remain where the equations as written have five operations.

// One body for every vector width: `V` is a vector of `W` doubles, each lane a rate. Two vectors are in flight, so that
// twelve independent chains cover the latency of the multiply-add.
#define DEFINE_KERNEL(NAME, W, ATTRIBUTES)                                                                             \
  typedef double NAME##_v __attribute__((vector_size(W * 8), aligned(8)));                                             \
  ATTRIBUTES static void NAME(                                                                                         \
      const double *half, size_t samples, double step, const double *decay, size_t rates, const double *truth,         \
      double *position, double *squares) {                                                                             \
    for (size_t rate = 0; rate < rates; rate += 2 * W) {                                                               \
      const NAME##_v da = *(const NAME##_v *)(decay + rate), db = *(const NAME##_v *)(decay + rate + W);               \
      const NAME##_v ea = da * da, eb = db * db;                                                                       \
      NAME##_v zero = {0};                                                                                             \
      NAME##_v yxa = zero, yya = zero, yza = zero, yxb = zero, yyb = zero, yzb = zero;                                 \
      NAME##_v sxa = zero, sya = zero, sza = zero, sxb = zero, syb = zero, szb = zero;                                 \
      NAME##_v pxa = zero, pya = zero, pza = zero, pxb = zero, pyb = zero, pzb = zero;                                 \
      NAME##_v qa = zero, qb = zero;                                                                                   \
      if (truth) {                                                                                                     \
        for (size_t i = 0; i < samples; i++) {                                                                         \
          const double hx = half[3 * i], hy = half[3 * i + 1], hz = half[3 * i + 2];                                   \
          const double tx = truth[3 * i], ty = truth[3 * i + 1], tz = truth[3 * i + 2];                                \
          pxa = sxa; pya = sya; pza = sza; pxb = sxb; pyb = syb; pzb = szb;                                            \
          yxa = ea * yxa + hx; yya = ea * yya + hy; yza = ea * yza + hz;                                               \
          yxb = eb * yxb + hx; yyb = eb * yyb + hy; yzb = eb * yzb + hz;                                               \
          sxa = ea * sxa + yxa; sya = ea * sya + yya; sza = ea * sza + yza;                                            \
          sxb = eb * sxb + yxb; syb = eb * syb + yyb; szb = eb * szb + yzb;                                            \
          NAME##_v ex = step * (sxa + da * pxa) - tx, ey = step * (sya + da * pya) - ty,                               \
                   ez = step * (sza + da * pza) - tz;                                                                  \
          qa += ex * ex + ey * ey + ez * ez;                                                                           \
          ex = step * (sxb + db * pxb) - tx; ey = step * (syb + db * pyb) - ty; ez = step * (szb + db * pzb) - tz;     \
          qb += ex * ex + ey * ey + ez * ez;                                                                           \
        }                                                                                                              \
      } else {                                                                                                         \
        /* All but the last sample: the state before the last is needed once. */                                       \
        for (size_t i = 0; i + 1 < samples; i++) {                                                                     \
          const double hx = half[3 * i], hy = half[3 * i + 1], hz = half[3 * i + 2];                                   \
          yxa = ea * yxa + hx; yxb = eb * yxb + hx; yya = ea * yya + hy; yyb = eb * yyb + hy;                          \
          yza = ea * yza + hz; yzb = eb * yzb + hz;                                                                    \
          sxa = ea * sxa + yxa; sxb = eb * sxb + yxb; sya = ea * sya + yya; syb = eb * syb + yyb;                      \
          sza = ea * sza + yza; szb = eb * szb + yzb;                                                                  \
        }                                                                                                              \
        if (samples) {                                                                                                 \
          const double *h = half + 3 * (samples - 1);                                                                  \
          pxa = sxa; pya = sya; pza = sza; pxb = sxb; pyb = syb; pzb = szb;                                            \
          yxa = ea * yxa + h[0]; yya = ea * yya + h[1]; yza = ea * yza + h[2];                                         \
          yxb = eb * yxb + h[0]; yyb = eb * yyb + h[1]; yzb = eb * yzb + h[2];                                         \
          sxa = ea * sxa + yxa; sya = ea * sya + yya; sza = ea * sza + yza;                                            \
          sxb = eb * sxb + yxb; syb = eb * syb + yyb; szb = eb * szb + yzb;                                            \
        }                                                                                                              \
      }                                                                                                                \
      const NAME##_v x[2][3] = {                                                                                       \
          {step * (sxa + da * pxa), step * (sya + da * pya), step * (sza + da * pza)},                                 \
          {step * (sxb + db * pxb), step * (syb + db * pyb), step * (szb + db * pzb)}};                                \
      for (int group = 0; group < 2; group++)                                                                          \
        for (int lane = 0; lane < W; lane++)                                                                           \
          for (int axis = 0; axis < 3; axis++)                                                                         \
            position[3 * (rate + (size_t)(group * W + lane)) + (size_t)axis] = x[group][axis][lane];                   \
      if (squares)                                                                                                     \
        for (int lane = 0; lane < W; lane++) {                                                                         \
          squares[rate + (size_t)lane] = qa[lane];                                                                     \
          squares[rate + (size_t)(W + lane)] = qb[lane];                                                               \
        }                                                                                                              \
    }                                                                                                                  \
  }

#pragma STDC FP_CONTRACT ON
DEFINE_KERNEL(portable, 2, )
#if defined(__x86_64__)
DEFINE_KERNEL(avx2, 4, __attribute__((target("avx2,fma"))))
DEFINE_KERNEL(avx512, 8, __attribute__((target("avx512f"))))
#endif

void inertial_exponential_sweep_portable(
    const double *half, size_t samples, double step, const double *decay, size_t rates, const double *truth,
    double *position, double *squares) {
  portable(half, samples, step, decay, rates, truth, position, squares);
}

enum kernel { PORTABLE, AVX2, AVX512 };

static enum kernel best_kernel(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return AVX512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return AVX2;
#endif
  return PORTABLE;
}

const char *inertial_exponential_sweep_kernel(void) {
  static const char *const names[] = {"portable", "avx2", "avx512"};
  return names[best_kernel()];
}

void inertial_exponential_sweep(
    const double *half, size_t samples, double step, const double *decay, size_t rates, const double *truth,
    double *position, double *squares) {
  switch (best_kernel()) {
#if defined(__x86_64__)
    case AVX512: avx512(half, samples, step, decay, rates, truth, position, squares); return;
    case AVX2: avx2(half, samples, step, decay, rates, truth, position, squares); return;
#endif
    default: portable(half, samples, step, decay, rates, truth, position, squares);
  }
}
