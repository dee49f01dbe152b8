// Changing what is at a path, other than through an open file: what was there is saved first.
#define _GNU_SOURCE
#include "journal.h"
#include "paths.h"
#include "real.h"
#include "record.h"

#include <stdlib.h>

// Saves what is to change before libc's function of this name changes it.
#define CHANGES(name, parameters, arguments, save) \
  int name parameters {                            \
    save;                                          \
    return REAL(name) arguments;                   \
  }
// What is at `path`, seen from a folder.
#define CONTENTS(folder, follows) beforeChange(folder, path, changeContents, follows)

// MARK: Folders

CHANGES(mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode), CONTENTS(folder, 0))
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

// MARK: Names

int unlinkat(int folder, const char *path, int flags) {
  beforeChange(folder, path, changeName, 0);
  return afterChange(REAL(unlinkat)(folder, path, flags));
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int remove(const char *path) {
  beforeChange(AT_FDCWD, path, changeName, 0);
  return afterChange(REAL(remove)(path));
}

static void beforeRename(int fromFolder, const char *from, int toFolder, const char *to, unsigned int flags) {
  beforeChange(fromFolder, from, changePlace, 0);
  // What cannot be renamed takes nobody's place: a file kept for that reason would keep one name too many.
  struct stat status;
  if (REAL(fstatat)(fromFolder, from, &status, AT_SYMLINK_NOFOLLOW) < 0) return;
  beforeChange(toFolder, to, flags & RENAME_EXCHANGE ? changePlace : changeName, 0);
}

int renameat2(int fromFolder, const char *from, int toFolder, const char *to, unsigned int flags) {
  beforeRename(fromFolder, from, toFolder, to, flags);
  return afterChange(REAL(renameat2)(fromFolder, from, toFolder, to, flags));
}

int renameat(int fromFolder, const char *from, int toFolder, const char *to) {
  beforeRename(fromFolder, from, toFolder, to, 0);
  return afterChange(REAL(renameat)(fromFolder, from, toFolder, to));
}

int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }

// The file has two names afterwards: a change by the new one is a change of the old one.
int linkat(int fromFolder, const char *from, int toFolder, const char *to, int flags) {
  beforeChange(fromFolder, from, changePlace, flags & AT_SYMLINK_FOLLOW);
  beforeChange(toFolder, to, changeContents, 0);
  return REAL(linkat)(fromFolder, from, toFolder, to, flags);
}

int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int symlinkat(const char *target, int folder, const char *path) {
  beforeChange(folder, path, changeContents, 0);
  noteNewLink();
  return REAL(symlinkat)(target, folder, path);
}

int symlink(const char *target, const char *path) { return symlinkat(target, AT_FDCWD, path); }

int shm_unlink(const char *name) {
  char path[pathRoom];
  return pathOfSharedMemory(name, path) ? unlinkat(AT_FDCWD, path, 0) : REAL(shm_unlink)(name);
}

// MARK: Contents and attributes

CHANGES(truncate, (const char *path, off_t length), (path, length), CONTENTS(AT_FDCWD, 1))
int truncate64(const char *path, off64_t length) { return truncate(path, length); }

CHANGES(fchmodat, (int folder, const char *path, mode_t mode, int flags), (folder, path, mode, flags),
        CONTENTS(folder, !(flags & AT_SYMLINK_NOFOLLOW)))
int chmod(const char *path, mode_t mode) { return fchmodat(AT_FDCWD, path, mode, 0); }
int lchmod(const char *path, mode_t mode) { return fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW); }

CHANGES(fchmod, (int descriptor, mode_t mode), (descriptor, mode), beforeChangeOfDescriptor(descriptor))
CHANGES(fchownat, (int folder, const char *path, uid_t owner, gid_t group, int flags),
        (folder, path, owner, group, flags), CONTENTS(folder, !(flags & AT_SYMLINK_NOFOLLOW)))
int chown(const char *path, uid_t owner, gid_t group) { return fchownat(AT_FDCWD, path, owner, group, 0); }

int lchown(const char *path, uid_t owner, gid_t group) {
  return fchownat(AT_FDCWD, path, owner, group, AT_SYMLINK_NOFOLLOW);
}

CHANGES(fchown, (int descriptor, uid_t owner, gid_t group), (descriptor, owner, group),
        beforeChangeOfDescriptor(descriptor))

CHANGES(utimensat, (int folder, const char *path, const struct timespec times[2], int flags),
        (folder, path, times, flags), CONTENTS(folder, !(flags & AT_SYMLINK_NOFOLLOW)))
CHANGES(futimens, (int descriptor, const struct timespec times[2]), (descriptor, times),
        beforeChangeOfDescriptor(descriptor))
CHANGES(utimes, (const char *path, const struct timeval times[2]), (path, times), CONTENTS(AT_FDCWD, 1))
CHANGES(lutimes, (const char *path, const struct timeval times[2]), (path, times), CONTENTS(AT_FDCWD, 0))

int futimes(int descriptor, const struct timeval times[2]) {
  beforeChangeOfDescriptor(descriptor);
  return REAL(futimesat)(descriptor, NULL, times);
}

CHANGES(futimesat, (int folder, const char *path, const struct timeval times[2]), (folder, path, times),
        CONTENTS(folder, 1))
CHANGES(utime, (const char *path, const struct utimbuf *times), (path, times), CONTENTS(AT_FDCWD, 1))

CHANGES(setxattr, (const char *path, const char *name, const void *value, size_t size, int flags),
        (path, name, value, size, flags), CONTENTS(AT_FDCWD, 1))
CHANGES(lsetxattr, (const char *path, const char *name, const void *value, size_t size, int flags),
        (path, name, value, size, flags), CONTENTS(AT_FDCWD, 0))
CHANGES(removexattr, (const char *path, const char *name), (path, name), CONTENTS(AT_FDCWD, 1))
CHANGES(lremovexattr, (const char *path, const char *name), (path, name), CONTENTS(AT_FDCWD, 0))

// MARK: Files with names that nobody had chosen before

int mkostemps(char *path, int suffix, int flags) {
  int descriptor = REAL(mkostemps)(path, suffix, flags);
  if (descriptor >= 0 && isRecording()) {
    afterCreation(path);
    noteOwnWork(descriptor);
  }
  return descriptor;
}

int mkstemp(char *path) { return mkostemps(path, 0, 0); }
int mkstemp64(char *path) { return mkostemps(path, 0, 0); }
int mkstemps(char *path, int suffix) { return mkostemps(path, suffix, 0); }
int mkstemps64(char *path, int suffix) { return mkostemps(path, suffix, 0); }
int mkostemp(char *path, int flags) { return mkostemps(path, 0, flags); }
int mkostemp64(char *path, int flags) { return mkostemps(path, 0, flags); }
int mkostemps64(char *path, int suffix, int flags) { return mkostemps(path, suffix, flags); }

char *mkdtemp(char *path) {
  char *made = REAL(mkdtemp)(path);
  if (made) afterCreation(made);
  return made;
}

// MARK: Pipes and devices

CHANGES(mkfifoat, (int folder, const char *path, mode_t mode), (folder, path, mode), CONTENTS(folder, 0))
int mkfifo(const char *path, mode_t mode) { return mkfifoat(AT_FDCWD, path, mode); }

CHANGES(mknodat, (int folder, const char *path, mode_t mode, dev_t device), (folder, path, mode, device),
        CONTENTS(folder, 0))
int mknod(const char *path, mode_t mode, dev_t device) { return mknodat(AT_FDCWD, path, mode, device); }
