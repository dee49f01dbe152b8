// Clocks and randomness: what was drawn is recorded, and a rebuild is given it again.
#ifndef DRAWS_H
#define DRAWS_H
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)
// A new unit begins to draw from what the runner gave.
void beginDraws(void);
// Whether a path is one of the kernel's sources of randomness; remembers a descriptor that was opened there.
int isRandomSource(const char *path);
void noteRandomSource(const char *path, int descriptor);
// After bytes were read from a descriptor: if it is a source of randomness, they are a draw.
void drawnFrom(int descriptor, void *bytes, size_t length);
// Finds out where the libraries lie that need the real clock.
void findWaitingLibraries(void);
// The processor time of this process in nanoseconds, for the kit, which finds it by name; negative where the kernel does not say. It is no draw.
int64_t gimbal_processor_time(void) __attribute__((visibility("default")));
#pragma GCC visibility pop
#endif
