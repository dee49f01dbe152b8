// Whether a state can be forked without losing part of it, and what a fork makes its own.
#ifndef CHECKPOINT_H
#define CHECKPOINT_H
#include <stddef.h>

#pragma GCC visibility push(hidden)
// Writes a line for each reason why a fork would not be the whole state; nothing when it would. The length.
size_t describeWhatForkLoses(char *text, size_t room);
// Gives every open file and folder of this fork its own offset, equal to the parent's. −1 when one can't be
// opened.
int reopenFiles(void);

#pragma GCC visibility pop
#endif
