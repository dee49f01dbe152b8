// Memory that a cell shares with others, and its timers: a fork would not have them for itself, or not at all.
#define _GNU_SOURCE
#include "memory.h"

#include "descriptors.h"
#include "journal.h"
#include "process.h"
#include "real.h"
#include "record.h"

#include <errno.h>

// MARK: Shared memory

// Whether a cell ever asked for any. Whether some is left is only asked of those who ever did.
static _Atomic int hadSharedMemory;

// Calls a function with the name of each mapping that this process shares and may write, but for the host's own, until it
// answers with something other than 0.
static int eachSharedMapping(int (*visit)(char *path)) {
  if (!hadSharedMemory) return 0;
  unsigned long limit = beginSparing();
  FILE *mappings = REAL(fopen)("/proc/self/maps", "re");
  static char line[pathRoom + 128];
  unsigned long start;
  char rights[5];
  int found = 0, name;
  // One a line: `7f05d8000000-7f05d8021000 rw-s 00000000 00:01 1035 /dev/zero (deleted)`.
  while (mappings && !found && REAL(fgets)(line, sizeof line, mappings)) {
    if (sscanf(line, "%lx-%*x %4s %*x %*s %*u %n", &start, rights, &name) < 2) continue;
    if (rights[1] != 'w' || rights[3] != 's' || start == (uintptr_t)shared || isRecordAt(start)) continue;
    line[strcspn(line, "\n")] = 0;
    found = visit(line + name);
  }
  if (mappings) fclose(mappings);
  endSparing(limit);
  return found;
}

static int isOne(char *path) { return path != NULL; }

const char *sharedMemory(void) { return eachSharedMapping(isOne) ? "shared memory" : NULL; }

// A file that has no name any more ends with ` (deleted)` and isn't found.
static int saveMapped(char *path) {
  struct stat status;
  if (REAL(lstat)(path, &status) < 0 || !S_ISREG(status.st_mode)) return 0;
  beforeChange(AT_FDCWD, path, changeContents, 0);
  REAL(utimensat)(AT_FDCWD, path, NULL, 0);
  return 0;
}

void saveMappedFiles(void) { eachSharedMapping(saveMapped); }

// Writing through memory need not show in a file's times (in /dev/shm it never does), which show whether a file has changed:
// so a file counts as changed that is mapped to be written.
static void *noteMapping(void *start, int flags, int descriptor) {
  int isShared = (flags & MAP_TYPE) == MAP_SHARED || (flags & MAP_TYPE) == MAP_SHARED_VALIDATE;
  if (start == MAP_FAILED || !isShared) return start;
  int problem = errno;
  struct stat status;
  if (flags & MAP_ANONYMOUS) {
    hadSharedMemory = 1;
  } else if ((REAL(fcntl)(descriptor, F_GETFL) & O_ACCMODE) == O_RDWR) {
    hadSharedMemory = 1;
    if (isRecording() && REAL(fstat)(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
      beforeChangeOfDescriptor(descriptor);
      REAL(futimens)(descriptor, NULL);
    }
  }
  errno = problem;
  return start;
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  return noteMapping(REAL(mmap)(address, length, protection, flags, descriptor, offset), flags, descriptor);
}

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off64_t offset) SAME_AS(mmap);

void *shmat(int segment, const void *address, int flags) {
  hadSharedMemory = 1;
  return REAL(shmat)(segment, address, flags);
}

// MARK: Timers

static _Atomic int timers;

int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer) {
  int result = REAL(timer_create)(clock, event, timer);
  if (result == 0) timers++;
  return result;
}

int timer_delete(timer_t timer) {
  int result = REAL(timer_delete)(timer);
  if (result == 0) timers--;
  return result;
}

int hasTimers(void) {
  struct itimerval value;
  const __itimer_which_t kinds[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
  for (size_t i = 0; i < 3; i++)
    if (getitimer(kinds[i], &value) == 0 && (value.it_value.tv_sec || value.it_value.tv_usec)) return 1;
  return timers > 0;
}
