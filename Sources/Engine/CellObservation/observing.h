// What a unit looked at, as the record keeps it.
#ifndef OBSERVING_H
#define OBSERVING_H
#include <sys/stat.h>

#pragma GCC visibility push(hidden)
// After an attempt to open for reading: the file's contents, the folder's listing, or that it isn't there (with
// `errno`).
void noteOpened(int folder, const char *path, int descriptor);
// Before a descriptor is closed or becomes another file's: its signature is taken now, if it wasn't. All of them
// before a file changes and at the end.
void signDescriptor(int descriptor);
void signDescriptors(void);
// After `fstat`.
void signWith(int descriptor, const struct stat *status);
// Before a file is opened to be changed: what it holds is an input, unless it is emptied.
void noteKept(int folder, const char *path);
// After `stat` and what is like it; with no status at hand, it is asked for. `errno` says why a failed one failed.
void noteStatus(int folder, const char *path, int follows, int result, const struct stat *status);
// After a folder was opened to be listed (or not, with `errno`).
void noteListing(int folder, const char *path, int succeeded);
#pragma GCC visibility pop
#endif
