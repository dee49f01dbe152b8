// Looking at files without opening them: whether they are there, what kind they are, when they changed.
#define _GNU_SOURCE
#include "observing.h"
#include "paths.h"
#include "real.h"
#include "record.h"

#include <errno.h>

_Static_assert(sizeof(struct stat) == sizeof(struct stat64), "one `stat` serves both");

// An empty path stands for the descriptor itself.
static int meansDescriptor(const char *path, int flags) { return !path || (path[0] == 0 && flags & AT_EMPTY_PATH); }

static int look(int folder, const char *path, struct stat *status, int flags) {
  int result = REAL(fstatat)(folder, path, status, flags);
  if (isRecording() && !meansDescriptor(path, flags))
    noteStatus(folder, path, !(flags & AT_SYMLINK_NOFOLLOW), result, result == 0 ? status : NULL);
  return result;
}

int stat(const char *restrict path, struct stat *restrict status) { return look(AT_FDCWD, path, status, 0); }

int lstat(const char *restrict path, struct stat *restrict status) {
  return look(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}

int fstatat(int folder, const char *restrict path, struct stat *restrict status, int flags) {
  return look(folder, path, status, flags);
}

int stat64(const char *restrict path, struct stat64 *restrict status) SAME_AS(stat);
int lstat64(const char *restrict path, struct stat64 *restrict status) SAME_AS(lstat);
int fstatat64(int folder, const char *restrict path, struct stat64 *restrict status, int flags) SAME_AS(fstatat);

int fstat(int descriptor, struct stat *status) {
  int result = REAL(fstat)(descriptor, status);
  if (result == 0) signWith(descriptor, status);
  return result;
}

int fstat64(int descriptor, struct stat64 *status) SAME_AS(fstat);

// What programs call that were built with a libc before 2.33.
int __xstat(int version, const char *path, struct stat *status);
int __xstat64(int version, const char *path, struct stat64 *status) SAME_AS(__xstat);
int __lxstat(int version, const char *path, struct stat *status);
int __lxstat64(int version, const char *path, struct stat64 *status) SAME_AS(__lxstat);
int __fxstatat(int version, int folder, const char *path, struct stat *status, int flags);
int __fxstatat64(int version, int folder, const char *path, struct stat64 *status, int flags) SAME_AS(__fxstatat);
int __fxstat(int version, int descriptor, struct stat *status);
int __fxstat64(int version, int descriptor, struct stat64 *status) SAME_AS(__fxstat);

int __fxstat(int version, int descriptor, struct stat *status) {
  (void)version;
  return fstat(descriptor, status);
}

int __xstat(int version, const char *path, struct stat *status) {
  (void)version;
  return stat(path, status);
}

int __lxstat(int version, const char *path, struct stat *status) {
  (void)version;
  return lstat(path, status);
}

int __fxstatat(int version, int folder, const char *path, struct stat *status, int flags) {
  (void)version;
  return fstatat(folder, path, status, flags);
}

int statx(int folder, const char *restrict path, int flags, unsigned int mask, struct statx *restrict status) {
  int result = REAL(statx)(folder, path, flags, mask, status);
  if (isRecording() && !meansDescriptor(path, flags))
    noteStatus(folder, path, !(flags & AT_SYMLINK_NOFOLLOW), result, NULL);
  return result;
}

// MARK: Permissions

static int canAccess(int folder, const char *path, int mode, int flags) {
  int result = REAL(faccessat)(folder, path, mode, flags);
  noteStatus(folder, path, !(flags & AT_SYMLINK_NOFOLLOW), result, NULL);
  return result;
}

int access(const char *path, int mode) { return canAccess(AT_FDCWD, path, mode, 0); }
int faccessat(int folder, const char *path, int mode, int flags) { return canAccess(folder, path, mode, flags); }
int euidaccess(const char *path, int mode) { return canAccess(AT_FDCWD, path, mode, AT_EACCESS); }
int eaccess(const char *path, int mode) { return canAccess(AT_FDCWD, path, mode, AT_EACCESS); }

// MARK: Links

static ssize_t readLink(int folder, const char *path, char *target, size_t room) {
  ssize_t length = REAL(readlinkat)(folder, path, target, room);
  int result = length < 0 ? -1 : 0;
  // That something is not a link is a fact about it.
  noteStatus(folder, path, 0, result < 0 && errno == EINVAL ? 0 : result, NULL);
  return length;
}

ssize_t readlink(const char *restrict path, char *restrict target, size_t room) {
  return readLink(AT_FDCWD, path, target, room);
}

ssize_t readlinkat(int folder, const char *restrict path, char *restrict target, size_t room) {
  return readLink(folder, path, target, room);
}

ssize_t __readlink_chk(const char *path, char *target, size_t room, size_t real);
ssize_t __readlink_chk(const char *path, char *target, size_t room, size_t real) {
  return readLink(AT_FDCWD, path, target, room < real ? room : real);
}

char *realpath(const char *restrict path, char *restrict resolved) {
  char *result = REAL(realpath)(path, resolved);
  noteStatus(AT_FDCWD, path, 1, result ? 0 : -1, NULL);
  return result;
}

char *__realpath_chk(const char *path, char *resolved, size_t real);
char *__realpath_chk(const char *path, char *resolved, size_t real) {
  (void)real;
  return realpath(path, resolved);
}

char *canonicalize_file_name(const char *path) { return realpath(path, NULL); }

// MARK: Extended attributes

#define LOOKS(name, parameters, arguments, follows) \
  ssize_t name parameters {                         \
    ssize_t result = REAL(name) arguments;          \
    noteStatus(AT_FDCWD, path, follows, 0, NULL);   \
    return result;                                  \
  }

LOOKS(getxattr, (const char *path, const char *name, void *value, size_t size), (path, name, value, size), 1)
LOOKS(lgetxattr, (const char *path, const char *name, void *value, size_t size), (path, name, value, size), 0)
LOOKS(listxattr, (const char *path, char *list, size_t size), (path, list, size), 1)
LOOKS(llistxattr, (const char *path, char *list, size_t size), (path, list, size), 0)

// MARK: The current folder

int chdir(const char *path) {
  int result = REAL(chdir)(path);
  noteStatus(AT_FDCWD, path, 1, result, NULL);
  if (result == 0) noteCurrentFolder();
  return result;
}

int fchdir(int folder) {
  int result = REAL(fchdir)(folder);
  if (result == 0) noteCurrentFolder();
  return result;
}
