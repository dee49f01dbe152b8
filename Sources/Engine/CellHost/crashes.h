// Where cells lie in memory, and the message when one crashes or ends with an error.
#ifndef CRASHES_H
#define CRASHES_H

#pragma GCC visibility push(hidden)
// Remembers where a loaded library lies, so that frames in it can be told.
void noteCell(const char *library);
int isCell(const char *library);
void catchCrashes(void);
void watchThrows(void);
// In a sealed process, for another thread than the one that runs cells: what a cell has left running and crashes, or asks for the
// end, ends only itself. It does not return, unless the unit that runs waits for this thread and would wait for ever.
void stopAside(void);
// Whether a signal has a handler that is not ours.
int hasOwnHandlers(void);
#pragma GCC visibility pop
#endif
