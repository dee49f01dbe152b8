// Names of files as the record writes them: absolute, joined with the current folder, not resolved.
#ifndef PATHS_H
#define PATHS_H
#include <stddef.h>

#pragma GCC visibility push(hidden)
// Writes the absolute form of a path that is relative to a folder (a descriptor or AT_FDCWD) to `text`, which has
// room for `pathRoom` bytes. Its length; 0 for what isn't recorded: the journal, and what is too long.
size_t absolutePath(int folder, const char *path, char *text);
// The file that is meant when the last component is a symbolic link, also when it isn't there. In place; the new
// length.
size_t followLinks(char *text, size_t length);
// The path of an open file; 0 when it has none.
size_t pathOfDescriptor(int descriptor, char *text);
// The file behind a name of shared memory; 0 for a name that there cannot be.
size_t pathOfSharedMemory(const char *name, char *text);
// Asks for the current folder again.
void noteCurrentFolder(void);
#pragma GCC visibility pop
#endif
