// Libraries that a unit loads: their files are what it has read.
#ifndef LOADING_H
#define LOADING_H

#pragma GCC visibility push(hidden)
// Once the host has loaded its own.
void beginLoading(void);
// Loads a cell's library; `dlopen` for the host, which is not the cell's doing.
void *loadOwn(const char *library, int flags);
// At the end of a unit: notes what has been loaded in it and with it, but for the libraries of cells.
void noteLoading(int (*isCell)(const char *library));
#pragma GCC visibility pop
#endif
