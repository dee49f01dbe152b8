// Whether a state can be forked without losing part of it, and what a fork makes its own.
#ifndef CHECKPOINT_H
#define CHECKPOINT_H
#include <stddef.h>

#pragma GCC visibility push(hidden)
// Writes a line for each reason why a fork would not be the whole state; nothing when it would. The length.
size_t describeWhatForkLoses(char *text, size_t room);
// Gives every open file and folder of this fork an offset of its own, equal to the parent's. −1 when one can't be
// opened.
int reopenFiles(void);
// Whether this process, or one that it was forked from, ever started a thread. What a thread leaves in a library's
// state (locks, queues, pools) outlives it.
int hasHadThreads(void);
// Calls a function for each descriptor above the standard streams that isn't the host's.
void eachDescriptor(void (*visit)(int descriptor, void *context), void *context);

// A cell asks for a lock on a file.
void noteLock(void);

// What other parts know of: memory shared with others, timers.
const char *sharedMemory(void);
int hasTimers(void);
#pragma GCC visibility pop
#endif
