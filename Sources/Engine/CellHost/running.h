// Running one unit in this process, from the request to the word that it is done.
#ifndef RUNNING_H
#define RUNNING_H
#include <stddef.h>
#include <stdint.h>

// The descriptors that come with a request, in this order.
enum { inputPlace, outputPlace, errorPlace, displayPlace, controlPlace, recordPlace, descriptorCount };

#pragma GCC visibility push(hidden)
// The socket on which this process serves, or reports while it runs a unit.
extern int control;

// Takes over the descriptors of a request: standard streams, display, control and record are those of the unit from
// now on.
void beginUnit(int descriptors[descriptorCount]);
// Flushes, decides whether the state is a checkpoint, lets go of the unit's descriptors and tells `D`.
void finishUnit(void);
// Whether a unit runs, and its end has not been told.
int runsUnit(void);
// Loads a library and finds a function in it; when there is none, tells why and ends the process.
void *loadedFunction(const char *library, const char *symbol);
// The next function that the runner gave to be called, from an offset that moves behind it; 0 at the end. The texts hold until
// the next call.
int nextCall(uint64_t *offset, const char **library, const char **symbol);
// Whether the next call of the first boundary returns at once: the segment is entered behind its first unit.
extern int passesFirstBoundary;
// Calls the entry point of a loaded segment.
void callEntry(const char *library, const char *symbol);
#pragma GCC visibility pop

// What cells and the kit call.
void gimbal_boundary(int32_t next);
int gimbal_show(const void *bytes, size_t length);
const char *gimbal_parameter(const char *name);
void gimbal_cell_threw(void);
void gimbal_cell_throws(void);
void gimbal_note_outside(const char *reason);
#endif
