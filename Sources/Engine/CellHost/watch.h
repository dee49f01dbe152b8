// Which functions of the kit the code of cells reaches, for a grading that forbids some of them.
//
// A table (`GIMBAL_WATCH`, written by `WatchTable` of the room Grading) names functions of the kit by their places, and lists of
// those that a task forbids. Each gets two stubs, which jump to it, or first ask here: an *outer* one, to which the references of
// cells lead, and an *inner* one, to which the kit's own tables of witnesses and methods lead. Calls from one function of the
// kit to another by its name pass neither. Behind an inner stub the stack says who calls: the kit may.
#ifndef WATCH_H
#define WATCH_H
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)
// Reads the table that the environment names, and takes the name out of it. 0, or -1 when it cannot be read; without one there is
// nothing to watch.
int readWatch(void);
// Leads the tables of the kit to its stubs: before any code has made copies of them.
int watchKit(const char *kit);
// Leads the references of a cell's library to the stubs.
// A number for a library, in the order of these calls.
void numberLibrary(const char *library);
void watchCell(const char *library);
// What is reached from now on is noted for this library; nothing is forbidden.
void noteReachedBy(const char *library);
// Nothing is noted any more.
void stopNoting(void);
#pragma GCC visibility pop

// Forbids what a list forbids, in all processes of the submission, until it is called again; a negative list forbids nothing. A
// process that reaches it waits until then. Returns the name of what these libraries have reached before, or NULL.
const char *gimbal_watch(int32_t list, const int32_t *libraries, size_t count);
// Has this process call `hook` instead, with the name of what it reaches; that does not return.
void gimbal_watch_here(void (*hook)(const char *name));
#endif
