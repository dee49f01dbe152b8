// Files as they were before a unit changed them: kept, so that going back to a state can put them back.
#ifndef JOURNAL_H
#define JOURNAL_H
#include "record.h"

#include <stddef.h>
#include <sys/stat.h>

enum change {
  changeContents,  // or attributes: the file stays the same one, another name of it would change too
  changeName,      // the name goes: the file itself is left as it is
  changePlace,     // the name goes, and the file gets another one
};

#pragma GCC visibility push(hidden)
// The folder into which files are saved before they change.
extern const char *journalFolder;

// Records what is at a path, once for each unit, before the first change of it. With `follows`, what a symbolic link
// there leads to.
void beforeChange(int folder, const char *path, enum change change, int follows);
// The outcome of the change that was announced last on this thread; gives it back. Of a change that did not come about no second
// name of a file stays: a later unit could not save what has other names.
int afterChange(int result);
// As `beforeChange`, for an open file whose contents or attributes change.
void beforeChangeOfDescriptor(int descriptor);
// Records that there was nothing at a path, which is only known afterwards.
void afterCreation(const char *path);
// Remembers that a file is the unit's own work, by whichever name it is looked at.
void noteOwnWork(int descriptor);
// A link was made.
void noteNewLink(void);
// Whether what is at a path, or a file, is the unit's own work.
int hasOwnWork(void);
// The key of a path, for `isFirst`: another one after each change of a link, for paths may lead elsewhere then.
uint64_t keyOfPath(enum recordKind kind, const char *path, size_t length);
int isOwnPath(const char *path, size_t length);
int isOwnFile(const struct stat *status);
// Saves every file that is open for writing at the start of a unit: writing it needs no further step that could be
// seen.
void saveWritableFiles(void);
#pragma GCC visibility pop
#endif
