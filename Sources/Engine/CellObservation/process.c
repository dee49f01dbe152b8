#define _GNU_SOURCE
#include "process.h"

#include "real.h"

struct sharedState *shared;
pid_t ownProcess;
volatile uint64_t gimbal_generation;

int isOwnProcess(void) { return getpid() == ownProcess; }

// MARK: Threads

static _Atomic int hadThreads;
// Those of the kit that run now. The kit joins the threads of a loop, which give the same in whatever order they run, and
// leave nothing behind.
static _Atomic int kitThreads;
static _Atomic int hadKitThreads;

int hasHadThreads(void) { return hadThreads || kitThreads > 0; }

int hasHadKitThreads(void) { return hadKitThreads; }

static int isKit(const void *caller) {
  Dl_info info;
  return dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "/libGimbalKit.");
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  int isOfKit = isKit(__builtin_return_address(0));
  if (isOfKit) {
    hadKitThreads = 1;
    kitThreads++;
  } else {
    hadThreads = 1;
  }
  int status = REAL(pthread_create)(thread, attributes, start, argument);
  if (status && isOfKit) kitThreads--;
  return status;
}

int pthread_join(pthread_t thread, void **result) {
  int status = REAL(pthread_join)(thread, result);
  if (!status && isKit(__builtin_return_address(0))) kitThreads--;
  return status;
}

// MARK: Locks

// They stay with the process or the description that took them. Whether any is left is only asked of those who ever did.
static _Atomic int hadLocks;

int hasHadLocks(void) { return hadLocks; }

void noteLock(void) { hadLocks = 1; }

int flock(int descriptor, int operation) {
  hadLocks = 1;
  return REAL(flock)(descriptor, operation);
}

int lockf(int descriptor, int command, off_t length) {
  hadLocks = 1;
  return REAL(lockf)(descriptor, command, length);
}
