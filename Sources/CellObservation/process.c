#define _GNU_SOURCE
#include "process.h"

#include "real.h"

struct sharedState *shared;
pid_t ownProcess;
volatile uint64_t gimbal_generation;

int isOwnProcess(void) { return getpid() == ownProcess; }

// MARK: Threads

static _Atomic int hadThreads;

int hasHadThreads(void) { return hadThreads; }

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  hadThreads = 1;
  return REAL(pthread_create)(thread, attributes, start, argument);
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
