// Fusion's update in a loop of C, so that its figure is not that of calls from Python. The functions come from the library
// behind Python's imufusion, which exports them; a vector of theirs is three floats.
#include <stddef.h>
#include <stdlib.h>

typedef struct { float x, y, z; } Vector;
typedef void (*Initialise)(void *);
typedef void (*SetPeriod)(void *, float);
typedef void (*Update)(void *, Vector, Vector, Vector);

// Takes `count` samples of nine floats (rotation rate in °/s, force in g, field in µT) into a filter of at most 64 KiB.
int run(Initialise initialise, SetPeriod setPeriod, Update update, const Vector *samples, size_t count) {
  void *filter = calloc(1, 1 << 16);
  if (!filter) return 1;
  initialise(filter);
  setPeriod(filter, 0.01f);
  for (size_t index = 0; index < count; index++)
    update(filter, samples[3 * index], samples[3 * index + 1], samples[3 * index + 2]);
  free(filter);
  return 0;
}
