#define _GNU_SOURCE
#include "checkpoint.h"

#include "descriptors.h"
#include "host.h"
#include "memory.h"
#include "process.h"
#include "real.h"
#include "record.h"
#include "serving.h"

#include <errno.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>

// MARK: Reasons

struct reasons {
  char *text;
  size_t length, room;
};

static void add(struct reasons *reasons, const char *reason) {
  size_t length = strlen(reason);
  // Each reason once; none is the beginning of another.
  if (reasons->length + length + 2 > reasons->room) return;
  reasons->text[reasons->length] = 0;
  if (strstr(reasons->text, reason)) return;
  memcpy(reasons->text + reasons->length, reason, length);
  reasons->length += length;
  reasons->text[reasons->length++] = '\n';
}

static int countsThreads(void) {
  struct stat status;
  return REAL(stat)("/proc/self/task", &status) == 0 && status.st_nlink > 3;
}

// Threads that were started past `pthread_create`. One that was joined is counted for a moment longer.
static int hasOtherThreads(void) {
  for (int i = 0; i < 2000 && hasHadKitThreads() && countsThreads(); i++) poll(NULL, 0, 1);
  return countsThreads();
}

// Locks stay with the process or the description that took them. Whether any is left is only asked of those who ever
// did.
static int hasLocks(void) {
  if (!hasHadLocks()) return 0;
  FILE *locks = REAL(fopen)("/proc/locks", "re");
  char line[256];
  int found = 0, process;
  // One a line: `1: FLOCK  ADVISORY  WRITE 5437 fd:00:3219 0 EOF`. −1 is a lock of a description, whatever process holds it.
  while (locks && !found && REAL(fgets)(line, sizeof line, locks))
    found = sscanf(line, "%*s %*s %*s %*s %d", &process) == 1 && (process == getpid() || process == -1);
  if (locks) fclose(locks);
  return found;
}

// `null`, `zero`, `full`, `random` and `urandom` have no state that a fork could lose.
static const char *problemOfDevice(dev_t device) {
  unsigned int number = minor(device);
  return major(device) == 1 && (number == 3 || number == 5 || (number >= 7 && number <= 9)) ? NULL : "device";
}

static int openAgain(int descriptor, int flags) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return REAL(openat)(AT_FDCWD, path, (flags & ~(O_CREAT | O_TRUNC | O_EXCL | O_NOFOLLOW)) | O_CLOEXEC | O_NOCTTY);
}

static const char *problemOfFile(int descriptor, const struct stat *status, int flags) {
  char path[pathRoom], link[32];
  if (S_ISREG(status->st_mode) && status->st_nlink == 0) {
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = REAL(readlinkat)(AT_FDCWD, link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    if (strncmp(path, "/memfd:", 7) == 0) return "shared memory";
    if ((flags & O_ACCMODE) != O_RDONLY) return "deleted file open for writing";
  }
  int again = openAgain(descriptor, flags);
  if (again < 0) return "a file that cannot be opened again";
  REAL(close)(again);
  return NULL;
}

static const char *problemOf(int descriptor) {
  struct stat status;
  if (REAL(fstat)(descriptor, &status) < 0) return NULL;
  int flags = REAL(fcntl)(descriptor, F_GETFL);
  if (flags < 0 || flags & O_PATH) return NULL;
  switch (status.st_mode & S_IFMT) {
    case S_IFREG:
    case S_IFDIR: return problemOfFile(descriptor, &status, flags);
    case S_IFCHR: return problemOfDevice(status.st_rdev);
    case S_IFIFO: return "pipe";
    case S_IFSOCK: return "socket";
    case S_IFBLK: return "device";
    // What has no type is the kernel's own: epoll, eventfd, timerfd, inotify, pidfd.
    default: return "event descriptor";
  }
}

// MARK: The open descriptors

static void addProblem(int descriptor, void *context) {
  const char *problem = problemOf(descriptor);
  if (problem) add(context, problem);
}

size_t describeWhatForkLoses(char *text, size_t room) {
  struct reasons reasons = {.text = text, .room = room};
  if (hasHadThreads() || hasOtherThreads()) add(&reasons, "threads");
  const char *memory = sharedMemory();
  if (memory) add(&reasons, memory);
  if (hasTimers()) add(&reasons, "timer");
  if (hasLocks()) add(&reasons, "file lock");
  pid_t child;
  if (listChildrenButForks(&child, 1) > 0) add(&reasons, "child process");
  unsigned long limit = beginSparing();
  eachDescriptor(addProblem, &reasons);
  endSparing(limit);
  return reasons.length;
}

// MARK: Files of a fork

// Files that were opened once and duplicated share their offset; they must do so afterwards too.
enum { mostShared = 256 };
struct reopening {
  int failed;
  int count;
  struct {
    int before, after;
    ino_t inode;
  } done[mostShared];
};

static int isSame(int one, int other) {
  enum { kcmpFile = 0 };
  return REAL(syscall)(SYS_kcmp, getpid(), getpid(), kcmpFile, one, other) == 0;
}

static void replace(int descriptor, int by, int closedOnExec) {
  REAL(dup3)(by, descriptor, closedOnExec ? O_CLOEXEC : 0);
}

static void reopen(int descriptor, void *context) {
  struct reopening *all = context;
  struct stat status;
  if (REAL(fstat)(descriptor, &status) < 0 || (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))) return;
  int flags = REAL(fcntl)(descriptor, F_GETFL), kept = REAL(fcntl)(descriptor, F_GETFD);
  if (flags < 0 || flags & O_PATH) return;
  for (int i = 0; i < all->count; i++) {
    if (all->done[i].inode != status.st_ino || !isSame(descriptor, all->done[i].before)) continue;
    replace(descriptor, all->done[i].after, kept & FD_CLOEXEC);
    return;
  }
  off_t offset = lseek(descriptor, 0, SEEK_CUR);
  int again = openAgain(descriptor, flags);
  if (again < 0) {
    all->failed = 1;
    return;
  }
  if (offset >= 0) lseek(again, offset, SEEK_SET);
  // The old description stays reachable meanwhile, to be compared with the others.
  int before = all->count < mostShared ? REAL(fcntl)(descriptor, F_DUPFD_CLOEXEC, 0) : -1;
  replace(descriptor, again, kept & FD_CLOEXEC);
  REAL(close)(again);
  if (before < 0) return;
  all->done[all->count].before = moveUp(before);
  all->done[all->count].after = descriptor;
  all->done[all->count++].inode = status.st_ino;
}

int reopenFiles(void) {
  struct reopening all = {0};
  unsigned long limit = beginSparing();
  eachDescriptor(reopen, &all);
  for (int i = 0; i < all.count; i++) closeOwn(all.done[i].before);
  endSparing(limit);
  return all.failed ? -1 : 0;
}
