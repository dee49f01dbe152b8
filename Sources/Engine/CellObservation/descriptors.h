// The host's own descriptors, kept where a cell can't hit them: at numbers above the ones that it is given.
#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H
#include <dirent.h>

#pragma GCC visibility push(hidden)
// Decides where they lie and lowers the limit of open files where it would reach that far.
void reserveDescriptors(void);
// Moves a descriptor up, closed on exec. The new number; the old one when there is no room above.
int moveUp(int descriptor);
// Closes one that was moved up.
void closeOwn(int descriptor);
void closeAllOwn(void);
int isOwn(int descriptor);
// What a call that concerns one of them answers a cell: −1, with the error of a descriptor that is not there.
int refused(void);

// While it lasts, the process may open as many files as it is allowed at all: for what the host has to open although
// the cell has used up every descriptor. Returns what `endSparing` needs.
unsigned long beginSparing(void);
void endSparing(unsigned long limit);

// After a folder was opened to be listed: if it holds the open descriptors, ours are left out.
void noteOpenedFolder(const char *path, DIR *folder);

// `/dev/null`, open for reading and writing.
extern int nothingDescriptor;
// Sets these of standard input, output and error to it.
void silence(int first, int last);
// Calls a function for each descriptor above the standard streams that isn't the host's.
void eachDescriptor(void (*visit)(int descriptor, void *context), void *context);
#pragma GCC visibility pop
#endif
