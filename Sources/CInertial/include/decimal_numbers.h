#pragma once
#include <stddef.h>
#include <stdint.h>

/// What `inertial_read_number` found.
typedef enum {
  /// No number starts here; nothing was read.
  inertial_no_number,
  /// The double nearest to the decimal number, ties to even.
  inertial_number,
  /// The number lies beyond the largest double.
  inertial_too_large,
  /// It is a number, but more digits than 19 have to be looked at to tell which of two doubles is nearer.
  inertial_undecided,
} inertial_outcome;

enum {
  /// Powers of five that a double's range needs: 5⁻³⁴² to 5³⁰⁸, each 128 bits as two words, the high one first.
  inertial_smallest_power_of_five = -342,
  inertial_largest_power_of_five = 308,
  inertial_powers_of_five_words = 2 * (308 + 342 + 1),
  /// How many bytes behind the end of a text have to be readable, the first of them a line feed.
  inertial_padding = 64,
};

/// Computes the powers of five that the functions below take.
void inertial_powers_of_five(uint64_t *table);

/// Reads the decimal number at `*cursor` (sign, digits, `point`, digits, exponent) and moves `*cursor` behind it.
///
/// A byte that is neither digit, sign nor letter has to stand somewhere behind it, and `inertial_padding` bytes from
/// there have to be readable.
inertial_outcome inertial_read_number(
    const uint8_t **cursor, uint8_t point, const uint64_t *powers_of_five, double *value);

/// How the rows of a table are laid out.
typedef struct {
  /// For each column of the file the place of its number in a row of `values`, −1 for a column that nobody wants.
  const int32_t *places;
  /// For each column of the file whether NaN, or nothing at all, is accepted and read as NaN.
  const _Bool *may_be_missing;
  size_t columns;
  /// How many numbers a row of `values` has.
  size_t width;
  uint8_t delimiter, point;
  /// The place of the numbers from which `origin`, below 2⁶² in size, is taken off; −1 for none. Integers below 2⁶² are
  /// subtracted as integers: nanoseconds since 1970 keep the digits that a double would lose.
  int32_t origin_place;
  int64_t origin;
  const uint64_t *powers_of_five;
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
