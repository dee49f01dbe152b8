#define _GNU_SOURCE
#include "descriptors.h"

#include "observing.h"
#include "process.h"
#include "real.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/syscall.h>

// Ours begin at the soft limit of open files, which is the first number that a cell can't be given. A table of
// descriptors reaches up to the highest one in use and is copied at each fork (20 000 cost 45 µs), so where very many
// files may be open they begin earlier; the kernel leaves out numbers that are in use. `fewestOwn` numbers below the
// hard limit stay free.
enum { highestStart = 4096, fewestOwn = 64 };

static int start = 1 << 20;
static int *own;
static size_t ownCount, ownCapacity;
int nothingDescriptor = -1;

void reserveDescriptors(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return;
  rlim_t above = limit.rlim_max > 4 * fewestOwn ? limit.rlim_max - fewestOwn : limit.rlim_max / 4 * 3;
  if (limit.rlim_cur > above) limit.rlim_cur = above;
  REAL(setrlimit)(RLIMIT_NOFILE, &limit);
  rlim_t at = limit.rlim_cur < highestStart ? limit.rlim_cur : highestStart;
  start = (int)at;
  unsigned long before = beginSparing();
  nothingDescriptor = moveUp(REAL(openat)(AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC));
  endSparing(before);
}

unsigned long beginSparing(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return 0;
  unsigned long before = limit.rlim_cur;
  limit.rlim_cur = limit.rlim_max;
  REAL(setrlimit)(RLIMIT_NOFILE, &limit);
  return before;
}

void endSparing(unsigned long before) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return;
  limit.rlim_cur = before < limit.rlim_max ? before : limit.rlim_max;
  REAL(setrlimit)(RLIMIT_NOFILE, &limit);
}

// MARK: Which are ours

static void remember(int descriptor) {
  if (ownCount == ownCapacity) {
    size_t capacity = ownCapacity ? ownCapacity * 2 : 32;
    int *more = realloc(own, capacity * sizeof *own);
    if (!more) return;
    own = more;
    ownCapacity = capacity;
  }
  size_t place = ownCount++;
  for (; place > 0 && own[place - 1] > descriptor; place--) own[place] = own[place - 1];
  own[place] = descriptor;
}

int isOwn(int descriptor) {
  if (ownCount == 0 || descriptor < own[0]) return 0;
  for (size_t i = 0; i < ownCount; i++)
    if (own[i] == descriptor) return isOwnProcess();
  return 0;
}

int moveUp(int descriptor) {
  if (descriptor < 0) return descriptor;
  unsigned long before = beginSparing();
  int moved = REAL(fcntl)(descriptor, F_DUPFD_CLOEXEC, start);
  endSparing(before);
  if (moved >= 0) {
    REAL(close)(descriptor);
  } else {
    moved = descriptor;
    REAL(fcntl)(moved, F_SETFD, FD_CLOEXEC);
  }
  remember(moved);
  return moved;
}

void closeOwn(int descriptor) {
  for (size_t i = 0; i < ownCount; i++) {
    if (own[i] != descriptor) continue;
    memmove(own + i, own + i + 1, (ownCount - i - 1) * sizeof *own);
    ownCount--;
    REAL(close)(descriptor);
    return;
  }
}

void closeAllOwn(void) {
  for (size_t i = 0; i < ownCount; i++) REAL(close)(own[i]);
  ownCount = 0;
}

void silence(int first, int last) {
  unsigned long before = beginSparing();
  for (int i = first; i <= last; i++) REAL(dup2)(nothingDescriptor, i);
  endSparing(before);
}

// MARK: What a cell may not do to them

int refused(void) {
  errno = EBADF;
  return -1;
}

// Calls libc's function of this name with a descriptor that isn't ours.
#define GUARDED(type, name, parameters, arguments) \
  type name parameters { return isOwn(descriptor) ? refused() : REAL(name) arguments; }

int close(int descriptor) {
  if (isOwn(descriptor)) return refused();
  signDescriptor(descriptor);
  return REAL(close)(descriptor);
}

GUARDED(int, dup, (int descriptor), (descriptor))

int dup2(int from, int to) {
  if (isOwn(from) || isOwn(to)) return refused();
  signDescriptor(to);
  return REAL(dup2)(from, to);
}

int dup3(int from, int to, int flags) {
  if (isOwn(from) || isOwn(to)) return refused();
  signDescriptor(to);
  return REAL(dup3)(from, to, flags);
}

// Ours lie above what a cell may open, up to the hard limit, which stays where it is.
static struct rlimit openFiles(const struct rlimit *wanted) {
  struct rlimit limit = *wanted, now;
  if (getrlimit(RLIMIT_NOFILE, &now) == 0 && limit.rlim_max < now.rlim_max) limit.rlim_max = now.rlim_max;
  return limit;
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit *wanted) {
  if (resource != RLIMIT_NOFILE) return REAL(setrlimit)(resource, wanted);
  struct rlimit limit = openFiles(wanted);
  return REAL(setrlimit)(resource, &limit);
}

int prlimit(pid_t process, enum __rlimit_resource resource, const struct rlimit *wanted, struct rlimit *before) {
  if (resource != RLIMIT_NOFILE || !wanted || (process != 0 && process != getpid()))
    return REAL(prlimit)(process, resource, wanted, before);
  struct rlimit limit = openFiles(wanted);
  return REAL(prlimit)(process, resource, &limit, before);
}

FILE *fdopen(int descriptor, const char *mode) {
  if (isOwn(descriptor)) {
    refused();
    return NULL;
  }
  // A stream closes its descriptor without passing by.
  signDescriptor(descriptor);
  return REAL(fdopen)(descriptor, mode);
}

DIR *fdopendir(int descriptor) {
  if (isOwn(descriptor)) {
    refused();
    return NULL;
  }
  signDescriptor(descriptor);
  return REAL(fdopendir)(descriptor);
}

int fcntl(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW) noteLock();
  return isOwn(descriptor) ? refused() : REAL(fcntl)(descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...) SAME_AS(fcntl);

// What closes every descriptor in a program to be started closes ours anyway: they are closed on exec.
int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *actions, int descriptor) {
  return isOwn(descriptor) ? 0 : REAL(posix_spawn_file_actions_addclose)(actions, descriptor);
}

// MARK: What a cell doesn't see of them

// Foundation lists the open descriptors to close all up to the highest. Ours would be that one.
static DIR *_Atomic listOfDescriptors;

void noteOpenedFolder(const char *path, DIR *folder) {
  if (folder && path && strncmp(path, "/proc/", 6) == 0 && (strstr(path, "/fd") || strstr(path, "/fdinfo")))
    listOfDescriptors = folder;
}

static int isHidden(const DIR *folder, const char *name) {
  return folder == listOfDescriptors && name[0] != '.' && isOwn(atoi(name));
}

struct dirent *readdir(DIR *folder) {
  struct dirent *entry;
  do entry = REAL(readdir)(folder);
  while (entry && isHidden(folder, entry->d_name));
  return entry;
}

struct dirent64 *readdir64(DIR *folder) { return (struct dirent64 *)(void *)readdir(folder); }

int closedir(DIR *folder) {
  if (folder == listOfDescriptors) listOfDescriptors = NULL;
  return REAL(closedir)(folder);
}

// MARK: Ranges

// Closes a range but for ours, which lie in it in ascending order.
int close_range(unsigned int first, unsigned int last, int flags) {
  if (!isOwnProcess()) return (int)REAL(syscall)(SYS_close_range, first, last, flags);
  signDescriptors();
  int result = 0;
  for (size_t i = 0; i < ownCount && result == 0; i++) {
    unsigned int kept = (unsigned int)own[i];
    if (kept < first || kept > last) continue;
    if (kept > first) result = (int)REAL(syscall)(SYS_close_range, first, kept - 1, flags);
    first = kept + 1;
  }
  if (result == 0 && first <= last) result = (int)REAL(syscall)(SYS_close_range, first, last, flags);
  return result;
}

void closefrom(int lowest) {
  if (lowest < 0) lowest = 0;
  if (close_range((unsigned int)lowest, ~0u, 0) == 0) return;
  // A kernel before 5.9.
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return;
  for (int i = lowest; i < (int)limit.rlim_cur; i++) close(i);
}

GUARDED(ssize_t, write, (int descriptor, const void *bytes, size_t length), (descriptor, bytes, length))
GUARDED(ssize_t, writev, (int descriptor, const struct iovec *parts, int count), (descriptor, parts, count))
GUARDED(ssize_t, send, (int descriptor, const void *bytes, size_t length, int flags),
        (descriptor, bytes, length, flags))
GUARDED(ssize_t, sendmsg, (int descriptor, const struct msghdr *message, int flags), (descriptor, message, flags))
GUARDED(ssize_t, recv, (int descriptor, void *bytes, size_t length, int flags), (descriptor, bytes, length, flags))
GUARDED(ssize_t, recvmsg, (int descriptor, struct msghdr *message, int flags), (descriptor, message, flags))
GUARDED(int, shutdown, (int descriptor, int how), (descriptor, how))

// MARK: All that are open

void eachDescriptor(void (*visit)(int descriptor, void *context), void *context) {
  int folder = moveUp(REAL(openat)(AT_FDCWD, "/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder < 0) return;
  char buffer[8192] __attribute__((aligned(8)));
  for (;;) {
    long length = REAL(syscall)(SYS_getdents64, folder, buffer, sizeof buffer);
    if (length <= 0) break;
    for (long at = 0; at < length;) {
      const struct dirent64 *entry = (const struct dirent64 *)(const void *)(buffer + at);
      int descriptor = entry->d_name[0] == '.' ? -1 : atoi(entry->d_name);
      if (descriptor > 2 && !isOwn(descriptor)) visit(descriptor, context);
      at += entry->d_reclen;
    }
  }
  closeOwn(folder);
}
