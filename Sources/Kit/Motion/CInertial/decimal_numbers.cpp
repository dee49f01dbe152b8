#include "decimal_numbers.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <fast_float/fast_float.h>
#include <limits>

namespace {

// MARK: Fields as most of them are

/// Eight bytes with "0" … "9" turned into 0 … 9, as an integer whose lowest byte is the first.
inline uint64_t load_digits(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word ^ 0x3030303030303030;
}

/// The decimal number that the first `count` of eight digits make: zeros are put before them, then neighbours are joined to
/// pairs, pairs to fours, fours to the whole.
inline uint64_t some_digits(uint64_t digits, int count) {
  digits = count > 0 ? digits << (64 - 8 * count) : 0;
  digits = digits * 10 + (digits >> 8);
  const uint64_t even = digits & 0x000000ff000000ff, odd = digits >> 16 & 0x000000ff000000ff;
  return (even * (100 + (1000000ull << 32)) + odd * (1 + (10000ull << 32))) >> 32;
}

typedef uint8_t bytes64 __attribute__((vector_size(64), aligned(1)));
typedef bool flags64 __attribute__((ext_vector_type(64)));

/// What a look at 64 bytes has shown.
struct Look {
  const uint8_t *start;
  /// A bit for each byte, from the lowest, that is 1 where there is no digit.
  uint64_t others;

  explicit Look(const uint8_t *bytes) : start(bytes) {
    bytes64 text;
    memcpy(&text, bytes, 64);
    const flags64 flags = __builtin_convertvector((bytes64)(text - '0') > 9, flags64);
    memcpy(&others, &flags, 8);
  }

  /// The bits of the bytes from `p` on, zeros behind the last that was looked at.
  uint64_t from(const uint8_t *p) const { return p - start < 64 ? others >> (p - start) : 0; }
};

/// A field with its sign as most of them are: up to 19 digits, a delimiter right after them. False, and nothing read, for
/// any other.
///
/// The time goes into finding where the next field starts, since everything waits for it. So one look at 64 bytes finds
/// the ends of several fields, and the digits are put together while the next ones are already being looked for.
inline bool read_usual(const uint8_t *&cursor, Look &look, uint8_t point, uint8_t stop, double &value) {
  static const uint64_t small_powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
  static const double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                        1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
  const uint8_t *p = cursor;
  const bool negative = *p == '-';
  // The sign's bit aside, two are wanted: the end of the digits before the point and of those after it.
  uint64_t others = look.from(p) & ~1ull;
  if ((others & (others - 1)) == 0) {
    look = Look(p);
    others = look.others & ~1ull;
    if (others == 0) return false;
  }
  if ((look.from(p) & 1) != negative) return false;
  const int first = __builtin_ctzll(others), before = first - negative;
  int after = 0, end = first;
  if (p[first] == point) {
    others &= others - 1;
    if (others == 0) return false;
    end = __builtin_ctzll(others);
    after = end - first - 1;
  }
  if (before > 7 || before + after - 1 >= 19u || p[end] != stop) return false;
  uint64_t number = some_digits(load_digits(p + negative), before);
  const uint8_t *fraction = p + first + 1;
  for (int left = after; left > 0; left -= 8, fraction += 8) {
    const int some = left < 8 ? left : 8;
    number = number * small_powers[some] + some_digits(load_digits(fraction), some);
  }
  if (number <= 1ull << 53) {
    // One division of exact numbers rounds right (Clinger, "How to read floating point numbers accurately", 1990,
    // section 4); the sign comes without a branch, which random signs would mislead.
    value = std::copysign((double)number / exact_powers[after], negative ? -1.0 : 1.0);
  } else {
    const auto bits = fast_float::compute_float<fast_float::binary_format<double>>(-after, number);
    if (bits.power2 < 0) return false;
    fast_float::to_float(negative, bits, value);
  }
  cursor = p + end;
  return true;
}

// MARK: Fields of any kind

/// Blanks around a field, where they do not separate fields themselves.
inline const uint8_t *skip_blanks(const uint8_t *p, uint8_t delimiter) {
  while ((*p == ' ' && delimiter != ' ') || *p == '\r') p++;
  return p;
}

/// To the end of a field that nobody wants; a delimiter within quotation marks does not separate.
inline const uint8_t *skip_field(const uint8_t *p, uint8_t delimiter) {
  bool is_quoted = false;
  for (; *p != '\n' && (is_quoted || *p != delimiter); p++) {
    if (*p == '"') is_quoted = !is_quoted;
  }
  return p;
}

/// Behind "nan" in any case, or behind nothing at all where `stop` follows; null for anything else.
inline const uint8_t *skip_missing(const uint8_t *p, uint8_t stop) {
  if ((p[0] | 0x20) == 'n' && (p[1] | 0x20) == 'a' && (p[2] | 0x20) == 'n') return p + 3;
  return *p == stop ? p : nullptr;
}

/// `value`, which is between `start` and `end`, less `origin`: integers are subtracted as such.
inline double less(int64_t origin, double value, const uint8_t *start, const uint8_t *end, uint8_t point) {
  const char *first = (const char *)start + (*start == '+'), *last = (const char *)end;
  if (first < last && last[-1] == (char)point) last--;
  int64_t whole, difference;
  const auto read = std::from_chars(first, last, whole);
  const bool is_whole =
      read.ec == std::errc() && read.ptr == last && !__builtin_sub_overflow(whole, origin, &difference);
  return is_whole ? (double)difference : value - (double)origin;
}

}  // namespace

const uint8_t *inertial_read_number(const uint8_t *start, const uint8_t *end, uint8_t point, double *value) {
  const bool negative = start < end && *start == '-';
  if (negative || (start < end && *start == '+')) start++;
  // The library reads another sign and words, too.
  if (start == end || !((uint8_t)(*start - '0') <= 9 || *start == point)) return nullptr;
  const auto read = fast_float::from_chars_advanced(
      (const char *)start, (const char *)end, *value,
      fast_float::parse_options(fast_float::chars_format::general, (char)point));
  // What is too large for a double is infinite, whatever the library's version calls it.
  if (read.ec == std::errc::invalid_argument) return nullptr;
  if (negative) *value = -*value;
  return (const uint8_t *)read.ptr;
}

size_t inertial_read_rows(
    const inertial_rows *rows, const uint8_t **cursor, const uint8_t *end, double *values, size_t most) {
  const uint8_t delimiter = rows->delimiter, point = rows->point;
  const size_t columns = rows->columns;
  const int32_t *places = rows->places;
  size_t count = 0;
  const uint8_t *p = *cursor;
  Look look(p);
  for (; count < most && p < end; count++, values += rows->width) {
    while (*p == ' ' || *p == '\r') p++;
    if (*p == '\n' || *p == '#') break;
    for (size_t column = 0; column < columns; column++) {
      const int32_t place = places[column];
      const uint8_t stop = column + 1 < columns ? delimiter : '\n';
      if (place < 0) {
        p = skip_field(p, delimiter);
      } else {
        double value;
        const uint8_t *start = p, *behind;
        if (read_usual(p, look, point, stop, value)) {
          behind = p;
        } else {
          start = skip_blanks(p, delimiter);
          const bool is_quoted = *start == '"';
          if (is_quoted) start = skip_blanks(start + 1, delimiter);
          behind = inertial_read_number(start, end, point, &value);
          if (!behind && rows->may_be_missing[column]) {
            behind = skip_missing(start, is_quoted ? '"' : stop);
            value = std::numeric_limits<double>::quiet_NaN();
          }
          if (!behind || std::isinf(value)) return count;
          p = skip_blanks(behind, delimiter);
          if (is_quoted) {
            if (*p != '"') return count;
            p = skip_blanks(p + 1, delimiter);
          }
        }
        values[place] = place == rows->origin_place ? less(rows->origin, value, start, behind, point) : value;
      }
      if (*p++ != stop) return count;
    }
    *cursor = p;
  }
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
