#include "decimal_numbers.h"

#include <stdbool.h>
#include <string.h>

// MARK: Eight digits at a time

/// Eight bytes as an integer whose lowest byte is the first.
static inline uint64_t load(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

/// Eight bytes with "0" … "9" turned into 0 … 9.
static inline uint64_t load_digits(const uint8_t *bytes) { return load(bytes) ^ 0x3030303030303030; }

/// How many of the eight bytes, from the first, are 0 … 9.
static inline int leading_digits(uint64_t digits) {
  // Adding 0x76 carries a byte from 10 on into its highest bit, and no byte into its neighbour.
  const uint64_t others =
      (((digits & 0x7f7f7f7f7f7f7f7f) + 0x7676767676767676) | digits) & 0x8080808080808080;
  return others ? __builtin_ctzll(others) >> 3 : 8;
}

/// The decimal number that eight digits make: neighbours are joined to pairs, pairs to fours, fours to the whole.
static inline uint64_t eight_digits(uint64_t digits) {
  digits = digits * 10 + (digits >> 8);
  const uint64_t even = digits & 0x000000ff000000ff, odd = digits >> 16 & 0x000000ff000000ff;
  return (even * (100 + (1000000ull << 32)) + odd * (1 + (10000ull << 32))) >> 32;
}

/// The number that the first `count` of eight digits make: zeros are put before them.
static inline uint64_t some_digits(uint64_t digits, int count) {
  return eight_digits(count > 0 ? digits << (64 - 8 * count) : 0);
}

typedef uint8_t bytes64 __attribute__((vector_size(64), aligned(1)));
typedef _Bool flags64 __attribute__((ext_vector_type(64)));

/// A bit for each of 64 bytes, from the lowest, that is 1 where there is no digit.
static inline uint64_t other_bytes(const uint8_t *bytes) {
  bytes64 text;
  memcpy(&text, bytes, 64);
  const flags64 others = __builtin_convertvector((bytes64)(text - '0') > 9, flags64);
  uint64_t bits;
  memcpy(&bits, &others, 8);
  return bits;
}

/// Two integers below it have a difference that fits 64 bits.
static const uint64_t largest_integer = 1ull << 62;

static const double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
static const uint64_t small_powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

// MARK: From w·10^q to the nearest double

static inline double from_bits(uint64_t bits) {
  double value;
  memcpy(&value, &bits, 8);
  return value;
}

/// The 128 bits of a·b: the high word is returned, the low one goes to `*low`.
static inline uint64_t multiply(uint64_t a, uint64_t b, uint64_t *low) {
#ifdef __SIZEOF_INT128__
  const unsigned __int128 product = (unsigned __int128)a * b;
  *low = (uint64_t)product;
  return (uint64_t)(product >> 64);
#else
  const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  const uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (uint32_t)middle;
  *low = other << 32 | (uint32_t)(a0 * b0);
  return a1 * b1 + (middle >> 32) + (other >> 32);
#endif
}

/// The double nearest to w·10^q (Lemire, "Number parsing at a gigabyte per second", 2021, algorithm 1); `w` > 0.
///
/// The product of w and the leading bits of 5^q has the leading bits of the result. Only when those after the 54th are
/// all ones could the bits that were cut off carry into them; then the product with the next 64 bits decides, and in the
/// cases that this does not decide either the outcome is `inertial_undecided`.
static inertial_outcome scale(uint64_t w, int64_t q, const uint64_t *powers_of_five, double *value) {
  if (q < inertial_smallest_power_of_five) {
    *value = 0;
    return inertial_number;
  }
  if (q > inertial_largest_power_of_five) return inertial_too_large;
  const int zeros = __builtin_clzll(w);
  w <<= zeros;
  const uint64_t *power = powers_of_five + 2 * (q - inertial_smallest_power_of_five);
  uint64_t low, high = multiply(w, power[0], &low);
  if ((high & 0x1ff) == 0x1ff) {
    uint64_t rest;
    const uint64_t next = multiply(w, power[1], &rest);
    low += next;
    if (low < next) high++;
  }
  if (low == UINT64_MAX && (q < -27 || q > 55)) return inertial_undecided;
  const int top = (int)(high >> 63);
  // 54 bits: the mantissa's 53 and one to round by.
  uint64_t mantissa = high >> (top + 9);
  // ⌊q·log₂10⌋ by a fraction that is exact in this range (section 5, equation for the exponent).
  int64_t exponent = ((217706 * q) >> 16) + 63 + top - zeros + 1023;
  if (exponent <= 0) {
    if (exponent < -62) {
      *value = 0;
      return inertial_number;
    }
    // Fewer bits are left below the smallest normal number. A tie cannot be: it would need more digits of 5^−q.
    mantissa >>= 1 - exponent;
    mantissa = (mantissa + (mantissa & 1)) >> 1;
    // Rounded up to 2⁵² it is the smallest normal number, and its bits are already those.
    *value = from_bits(mantissa);
    return inertial_number;
  }
  // Exactly between two doubles, which can be for these exponents only: round to even, that is, down.
  if (low <= 1 && q >= -4 && q <= 23 && (mantissa & 3) == 1 && mantissa << (top + 9) == high) mantissa &= ~1ull;
  mantissa = (mantissa + (mantissa & 1)) >> 1;
  if (mantissa == 1ull << 53) {
    mantissa >>= 1;
    exponent++;
  }
  if (exponent >= 2047) return inertial_too_large;
  *value = from_bits((mantissa & ~(1ull << 52)) | (uint64_t)exponent << 52);
  return inertial_number;
}

/// w·10^q with one rounding where both are exact as doubles (Clinger 1990, section 4), else by `scale`.
static inline inertial_outcome combine(uint64_t w, int64_t q, const uint64_t *powers_of_five, double *value) {
  if (w <= 1ull << 53 && q >= -22 && q <= 22) {
    *value = q < 0 ? (double)w / exact_powers[-q] : (double)w * exact_powers[q];
    return inertial_number;
  }
  if (w == 0) {
    *value = 0;
    return inertial_number;
  }
  return scale(w, q, powers_of_five, value);
}

// MARK: Reading

static inline bool is_digit(uint8_t byte) { return (uint8_t)(byte - '0') <= 9; }

/// An exponent behind a number's digits, added to `*q`; a lone "e" is left alone.
static const uint8_t *read_exponent(const uint8_t *p, int64_t *q) {
  const uint8_t *start = p++;
  const bool negative = *p == '-';
  if (*p == '-' || *p == '+') p++;
  if (!is_digit(*p)) return start;
  int64_t written = 0;
  for (; is_digit(*p); p++) {
    if (written < 1000000) written = written * 10 + (*p - '0');
  }
  *q += negative ? -written : written;
  return p;
}

/// Numbers with more than 19 digits: the first 19 that count make w, and when w and w + 1 give the same double, the rest
/// does not matter.
static inertial_outcome read_long(
    const uint8_t **cursor, const uint8_t *p, uint8_t point, const uint64_t *powers_of_five, double *value) {
  uint64_t w = 0;
  int64_t q = 0;
  int digits = 0;
  bool is_cut = false;
  for (bool in_fraction = false;; p++) {
    if (*p == point && !in_fraction) {
      in_fraction = true;
      continue;
    }
    if (!is_digit(*p)) break;
    if (digits < 19) {
      w = w * 10 + (*p - '0');
      if (w > 0) digits++;
      if (in_fraction) q--;
    } else {
      if (*p != '0') is_cut = true;
      if (!in_fraction) q++;
    }
  }
  if ((*p | 0x20) == 'e') p = read_exponent(p, &q);
  *cursor = p;
  const inertial_outcome outcome = combine(w, q, powers_of_five, value);
  if (!is_cut) return outcome;
  double above;
  const inertial_outcome second = scale(w + 1, q, powers_of_five, &above);
  return outcome == second && (outcome != inertial_number || *value == above) ? outcome : inertial_undecided;
}

/// A number without its sign. `*is_integer` says whether `*w` is all of it.
static inline inertial_outcome read_unsigned(
    const uint8_t **cursor, uint8_t point, const uint64_t *powers_of_five, double *value, uint64_t *w,
    bool *is_integer) {
  const uint8_t *p = *cursor;
  uint64_t eight = load_digits(p);
  int count = leading_digits(eight);
  uint64_t number = 0;
  while (count == 8) {
    number = number * 100000000 + eight_digits(eight);
    p += 8;
    eight = load_digits(p);
    count = leading_digits(eight);
  }
  number = number * small_powers[count] + some_digits(eight, count);
  p += count;
  ptrdiff_t digits = p - *cursor;
  int64_t q = 0;
  if (*p == point) {
    const uint8_t *fraction = ++p;
    eight = load_digits(p);
    count = leading_digits(eight);
    while (count == 8) {
      number = number * 100000000 + eight_digits(eight);
      p += 8;
      eight = load_digits(p);
      count = leading_digits(eight);
    }
    number = number * small_powers[count] + some_digits(eight, count);
    p += count;
    q = fraction - p;
    digits -= q;
  }
  if (digits == 0) return inertial_no_number;
  if (digits > 19) {
    *is_integer = false;
    return read_long(cursor, *cursor, point, powers_of_five, value);
  }
  if ((*p | 0x20) == 'e') {
    p = read_exponent(p, &q);
    *is_integer = false;
  } else {
    *is_integer = q == 0 && number < largest_integer;
  }
  *w = number;
  *cursor = p;
  return combine(number, q, powers_of_five, value);
}

/// A field with its sign as most of them are: up to 19 digits, a delimiter right after them. False, and nothing read, for
/// any other.
///
/// The time goes into finding where the next field starts, since everything waits for it. So one look at 64 bytes finds
/// the ends of several fields, and the digits are put together while the next ones are already being looked for.
/// `*seen` is what the last look has shown of the bytes from `*cursor` on, as `other_bytes`: zeros where it ends.
static inline bool read_usual(
    const uint8_t **cursor, uint64_t *seen, uint8_t point, uint8_t stop, const uint64_t *powers_of_five,
    double *value, uint64_t *w, bool *is_integer, bool *is_negative) {
  const uint8_t *p = *cursor;
  const bool negative = *p == '-';
  // The sign's bit aside, two are wanted: the end of the digits before the point and of those after it.
  uint64_t others = *seen & ~1ull;
  if ((others & (others - 1)) == 0) {
    *seen = other_bytes(p);
    others = *seen & ~1ull;
    if (others == 0) return false;
  }
  if ((*seen & 1) != negative) return false;
  const int first = __builtin_ctzll(others), before = first - negative;
  int after = 0, end = first;
  if (p[first] == point) {
    others &= others - 1;
    if (others == 0) return false;
    end = __builtin_ctzll(others);
    after = end - first - 1;
  }
  if (before > 7 || before + after - 1 >= 19u || p[end] != stop) return false;
  const uint64_t whole = load_digits(p + negative);
  const uint8_t *fraction = p + first + 1;
  uint64_t number;
  if (before + after <= 8) {
    // Eight digits or fewer become one word without the point between them.
    const int shift = 8 * before;
    number = some_digits((whole & ((1ull << shift) - 1)) | load_digits(fraction) << shift, before + after);
  } else if (after <= 8) {
    number = some_digits(whole, before) * small_powers[after] + some_digits(load_digits(fraction), after);
  } else {
    const int second = after < 16 ? after - 8 : 8, third = after < 16 ? 0 : after - 16;
    number = some_digits(whole, before) * small_powers[8] + eight_digits(load_digits(fraction));
    number = number * small_powers[second] + some_digits(load_digits(fraction + 8), second);
    number = number * small_powers[third] + some_digits(load_digits(fraction + 16), third);
  }
  *is_negative = negative;
  *is_integer = after == 0;  // Of at most 7 digits.
  *w = number;
  if (combine(number, -after, powers_of_five, value) != inertial_number) return false;
  *cursor = p + end;
  *seen = others >> end >> 1;
  return true;
}

inertial_outcome inertial_read_number(
    const uint8_t **cursor, uint8_t point, const uint64_t *powers_of_five, double *value) {
  const uint8_t *p = *cursor;
  const bool negative = *p == '-';
  if (negative || *p == '+') p++;
  uint64_t w;
  bool is_integer;
  const inertial_outcome outcome = read_unsigned(&p, point, powers_of_five, value, &w, &is_integer);
  if (outcome == inertial_no_number) return outcome;
  if (negative && outcome == inertial_number) *value = -*value;
  *cursor = p;
  return outcome;
}

// MARK: Rows

/// `value` or, without a branch, which random signs would mislead, minus `value`.
static inline double with_sign(double value, bool is_negative) {
  uint64_t bits;
  memcpy(&bits, &value, 8);
  return from_bits(bits | (uint64_t)is_negative << 63);
}

/// Blanks around a field, where they do not separate fields themselves.
static inline const uint8_t *skip_blanks(const uint8_t *p, uint8_t delimiter) {
  while ((*p == ' ' && delimiter != ' ') || *p == '\r') p++;
  return p;
}

/// To the end of a field that nobody wants; a delimiter within quotation marks does not separate.
static inline const uint8_t *skip_field(const uint8_t *p, uint8_t delimiter) {
  bool is_quoted = false;
  for (; *p != '\n' && (is_quoted || *p != delimiter); p++) {
    if (*p == '"') is_quoted = !is_quoted;
  }
  return p;
}

/// NaN for "nan" in any case, or for nothing at all between `start` and `stop`.
static inline bool read_missing(const uint8_t **cursor, const uint8_t *start, uint8_t stop, double *value) {
  const uint8_t *p = *cursor;
  if ((p[0] | 0x20) == 'n' && (p[1] | 0x20) == 'a' && (p[2] | 0x20) == 'n') {
    *cursor = p + 3;
  } else if (p != start || *p != stop) {
    return false;
  }
  *value = __builtin_nan("");
  return true;
}

size_t inertial_read_rows(
    const inertial_rows *rows, const uint8_t **cursor, const uint8_t *end, double *values, size_t most) {
  const uint8_t delimiter = rows->delimiter, point = rows->point;
  const size_t columns = rows->columns;
  const int32_t *places = rows->places;
  const uint64_t *powers_of_five = rows->powers_of_five;
  size_t count = 0;
  const uint8_t *p = *cursor;
  uint64_t seen = 0;
  for (; count < most && p < end; count++, values += rows->width) {
    if (*p == ' ' || *p == '\r') {
      while (*p == ' ' || *p == '\r') p++;
      seen = 0;
    }
    if (*p == '\n' || *p == '#') break;
    for (size_t column = 0; column < columns; column++) {
      const int32_t place = places[column];
      if (place < 0) {
        p = skip_field(p, delimiter);
        seen = 0;
      } else {
        const uint8_t stop = column + 1 < columns ? delimiter : '\n';
        double value;
        uint64_t w;
        bool is_integer, negative;
        if (!read_usual(&p, &seen, point, stop, powers_of_five, &value, &w, &is_integer, &negative)) {
          seen = 0;
          p = skip_blanks(p, delimiter);
          const bool is_quoted = *p == '"';
          if (is_quoted) p = skip_blanks(p + 1, delimiter);
          const uint8_t *start = p;
          negative = *p == '-';
          if (negative || *p == '+') p++;
          const inertial_outcome outcome = read_unsigned(&p, point, powers_of_five, &value, &w, &is_integer);
          if (outcome == inertial_no_number && rows->may_be_missing[column]) {
            if (!read_missing(&p, start, is_quoted ? '"' : stop, &value)) goto not_plain;
            is_integer = false;
          } else if (outcome != inertial_number) {
            goto not_plain;
          }
          p = skip_blanks(p, delimiter);
          if (is_quoted) {
            if (*p != '"') goto not_plain;
            p = skip_blanks(p + 1, delimiter);
          }
        }
        value = with_sign(value, negative);
        if (place == rows->origin_place) {
          value = is_integer ? (double)((negative ? -(int64_t)w : (int64_t)w) - rows->origin)
                             : value - (double)rows->origin;
        }
        values[place] = value;
      }
      if (*p != (column + 1 < columns ? delimiter : '\n')) goto not_plain;
      p++;
    }
    *cursor = p;
  }
not_plain:
  return count;
}

size_t inertial_count_lines(const uint8_t *bytes, size_t count) {
  size_t lines = 0, i = 0;
  // A count of at most 240 fits a byte, and the compiler adds whole vectors of bytes.
  for (; i + 240 <= count; i += 240) {
    uint8_t some = 0;
    for (size_t k = 0; k < 240; k++) some += bytes[i + k] == '\n';
    lines += some;
  }
  for (; i < count; i++) lines += bytes[i] == '\n';
  return lines;
}
