// What a fork would share with others: memory, timers.
#ifndef MEMORY_H
#define MEMORY_H

#pragma GCC visibility push(hidden)
// What memory is shared; NULL when none is.
const char *sharedMemory(void);
// Saves every file that is mapped to be written at the start of a unit, whose writes nobody sees.
void saveMappedFiles(void);
int hasTimers(void);
#pragma GCC visibility pop
#endif
