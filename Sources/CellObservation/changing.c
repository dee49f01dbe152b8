// Changing what is at a path, other than through an open file: what was there is saved first.
#define _GNU_SOURCE
#include "journal.h"
#include "paths.h"
#include "real.h"
#include "record.h"

#include <stdlib.h>

// MARK: Folders

int mkdirat(int folder, const char *path, mode_t mode) {
  beforeChange(folder, path, changeContents, 0);
  return REAL(mkdirat)(folder, path, mode);
}

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
  // What cannot be renamed takes nobody's place: a file kept for that reason would have a name more for ever.
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

int truncate(const char *path, off_t length) {
  beforeChange(AT_FDCWD, path, changeContents, 1);
  return REAL(truncate)(path, length);
}

int truncate64(const char *path, off64_t length) { return truncate(path, length); }

int fchmodat(int folder, const char *path, mode_t mode, int flags) {
  beforeChange(folder, path, changeContents, !(flags & AT_SYMLINK_NOFOLLOW));
  return REAL(fchmodat)(folder, path, mode, flags);
}

int chmod(const char *path, mode_t mode) { return fchmodat(AT_FDCWD, path, mode, 0); }
int lchmod(const char *path, mode_t mode) { return fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW); }

int fchmod(int descriptor, mode_t mode) {
  beforeChangeOfDescriptor(descriptor);
  return REAL(fchmod)(descriptor, mode);
}

int fchownat(int folder, const char *path, uid_t owner, gid_t group, int flags) {
  beforeChange(folder, path, changeContents, !(flags & AT_SYMLINK_NOFOLLOW));
  return REAL(fchownat)(folder, path, owner, group, flags);
}

int chown(const char *path, uid_t owner, gid_t group) { return fchownat(AT_FDCWD, path, owner, group, 0); }

int lchown(const char *path, uid_t owner, gid_t group) {
  return fchownat(AT_FDCWD, path, owner, group, AT_SYMLINK_NOFOLLOW);
}

int fchown(int descriptor, uid_t owner, gid_t group) {
  beforeChangeOfDescriptor(descriptor);
  return REAL(fchown)(descriptor, owner, group);
}

int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
  beforeChange(folder, path, changeContents, !(flags & AT_SYMLINK_NOFOLLOW));
  return REAL(utimensat)(folder, path, times, flags);
}

int futimens(int descriptor, const struct timespec times[2]) {
  beforeChangeOfDescriptor(descriptor);
  return REAL(futimens)(descriptor, times);
}

int utimes(const char *path, const struct timeval times[2]) {
  beforeChange(AT_FDCWD, path, changeContents, 1);
  return REAL(utimes)(path, times);
}

int lutimes(const char *path, const struct timeval times[2]) {
  beforeChange(AT_FDCWD, path, changeContents, 0);
  return REAL(lutimes)(path, times);
}

int futimes(int descriptor, const struct timeval times[2]) {
  beforeChangeOfDescriptor(descriptor);
  return REAL(futimesat)(descriptor, NULL, times);
}

int futimesat(int folder, const char *path, const struct timeval times[2]) {
  beforeChange(folder, path, changeContents, 1);
  return REAL(futimesat)(folder, path, times);
}

int utime(const char *path, const struct utimbuf *times) {
  beforeChange(AT_FDCWD, path, changeContents, 1);
  return REAL(utime)(path, times);
}

int setxattr(const char *path, const char *name, const void *value, size_t size, int flags) {
  beforeChange(AT_FDCWD, path, changeContents, 1);
  return REAL(setxattr)(path, name, value, size, flags);
}

int lsetxattr(const char *path, const char *name, const void *value, size_t size, int flags) {
  beforeChange(AT_FDCWD, path, changeContents, 0);
  return REAL(lsetxattr)(path, name, value, size, flags);
}

int removexattr(const char *path, const char *name) {
  beforeChange(AT_FDCWD, path, changeContents, 1);
  return REAL(removexattr)(path, name);
}

int lremovexattr(const char *path, const char *name) {
  beforeChange(AT_FDCWD, path, changeContents, 0);
  return REAL(lremovexattr)(path, name);
}

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

int mkfifoat(int folder, const char *path, mode_t mode) {
  beforeChange(folder, path, changeContents, 0);
  return REAL(mkfifoat)(folder, path, mode);
}

int mkfifo(const char *path, mode_t mode) { return mkfifoat(AT_FDCWD, path, mode); }

int mknodat(int folder, const char *path, mode_t mode, dev_t device) {
  beforeChange(folder, path, changeContents, 0);
  return REAL(mknodat)(folder, path, mode, device);
}

int mknod(const char *path, mode_t mode, dev_t device) { return mknodat(AT_FDCWD, path, mode, device); }
