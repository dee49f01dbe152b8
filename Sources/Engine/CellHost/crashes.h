// Where cells lie in memory, and the message when one crashes or ends with an error.
#ifndef CRASHES_H
#define CRASHES_H

#pragma GCC visibility push(hidden)
// Remembers where a loaded library lies, so that frames in it can be told.
void noteCell(const char *library);
int isCell(const char *library);
void catchCrashes(void);
void watchThrows(void);
#pragma GCC visibility pop
#endif
