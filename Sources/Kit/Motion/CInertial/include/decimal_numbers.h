#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  /// How many bytes behind the end of rows have to be readable, the first of them a line feed.
  inertial_padding = 64,
};

/// Reads the decimal number at `start` (sign, digits, `point`, digits, exponent) by fast_float: the double nearest to it, ties
/// to even, infinite beyond the largest.
///
/// Returns where it ends, at most `end`; null where no number starts.
const uint8_t *inertial_read_number(const uint8_t *start, const uint8_t *end, uint8_t point, double *value);

/// How the rows of a table are laid out.
typedef struct {
  /// For each column of the file the place of its number in a row of `values`, −1 for a column that nobody wants.
  const int32_t *places;
  /// For each column of the file whether NaN, or nothing at all, is accepted and read as NaN.
  const bool *may_be_missing;
  size_t columns;
  /// How many numbers a row of `values` has.
  size_t width;
  uint8_t delimiter, point;
  /// The place of the numbers from which `origin`, below 2⁶² in size, is taken off; −1 for none. Integers are subtracted as
  /// integers: nanoseconds since 1970 keep the digits that a double would lose.
  int32_t origin_place;
  int64_t origin;
} inertial_rows;

/// Reads plain rows into `values`, at most `most`, and returns how many; `*cursor` moves behind the last of them.
///
/// A row is plain when each wanted field is a number with nothing but blanks and quotation marks around it and it has as
/// many fields as the table has columns. It stops before any other line: an empty one, a comment, a defect.
/// `*end` is a line feed, and `inertial_padding` bytes from there are readable.
size_t inertial_read_rows(
    const inertial_rows *rows, const uint8_t **cursor, const uint8_t *end, double *values, size_t most);

/// How many line feeds there are.
size_t inertial_count_lines(const uint8_t *bytes, size_t count);

#ifdef __cplusplus
}
#endif
