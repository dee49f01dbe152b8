#include "decimal_numbers.h"

#include <string.h>

// Each power 5^q is kept as the 128 bits that follow its leading zeros, so that the number is read as
// m · 2^k with 2^127 ≤ m < 2^128; the exponent k follows from q (Lemire 2021, section 5). Positive powers are cut off,
// the reciprocals 1/5^−q are cut off too, and rounded up where they are computed to 128 bits only, which is for
// q ≥ −27: there 5^−q has at most 63 bits and the product with a 64-bit integer is then exact enough (section 6).
// Natural numbers of `limbs` words of 32 bits, the lowest first, do both: multiply by five again and again, divide by
// five again and again.

enum { limbs = 40 };

/// The 128 bits from the highest one bit down.
static void leading_bits(const uint32_t *number, uint64_t *high, uint64_t *low) {
  int top = limbs - 1;
  while (number[top] == 0) top--;
  uint64_t words[5];
  for (int i = 0; i < 5; i++) words[i] = i <= top ? number[top - i] : 0;
  const int zeros = __builtin_clz(number[top]);
  const uint64_t a = words[0] << 32 | words[1], b = words[2] << 32 | words[3];
  *high = zeros ? a << zeros | b >> (64 - zeros) : a;
  *low = zeros ? b << zeros | words[4] >> (32 - zeros) : b;
}

void inertial_powers_of_five(uint64_t *table) {
  uint32_t number[limbs];
  uint64_t *entry = table - 2 * inertial_smallest_power_of_five;
  memset(number, 0, sizeof number);
  number[0] = 1;
  for (int q = 0; q <= inertial_largest_power_of_five; q++) {
    leading_bits(number, entry + 2 * q, entry + 2 * q + 1);
    uint64_t carry = 0;
    for (int i = 0; i < limbs; i++) {
      carry += (uint64_t)number[i] * 5;
      number[i] = (uint32_t)carry;
      carry >>= 32;
    }
  }
  // 2^1279 / 5^−q: 5^342 has 795 bits, so that more than 480 are left at the end.
  memset(number, 0, sizeof number);
  number[limbs - 1] = 1u << 31;
  for (int q = -1; q >= inertial_smallest_power_of_five; q--) {
    uint64_t rest = 0;
    for (int i = limbs - 1; i >= 0; i--) {
      const uint64_t part = rest << 32 | number[i];
      number[i] = (uint32_t)(part / 5);
      rest = part % 5;
    }
    uint64_t *high = entry + 2 * q, *low = high + 1;
    leading_bits(number, high, low);
    if (q >= -27 && ++*low == 0) ++*high;
  }
}
