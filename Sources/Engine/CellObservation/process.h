// What is known of the process that is observed.
#ifndef PROCESS_H
#define PROCESS_H
#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

#pragma GCC visibility push(hidden)
// Memory that all processes of a session share.
struct sharedState {
  _Atomic uint64_t generation;    // units begun
  _Atomic uint64_t journalFiles;  // files saved; names the next one
  _Atomic uint64_t journalBytes;  // bytes copied for them
};
extern struct sharedState *shared;

// The process that may report and serve. A child that a cell forks is another one: it must do neither.
extern pid_t ownProcess;
int isOwnProcess(void);

// Whether this process, or one that it was forked from, ever started a thread but those that the kit has joined. What a thread
// leaves in a library's state (locks, queues, pools) outlives it.
int hasHadThreads(void);
// Whether the kit ever started some.
int hasHadKitThreads(void);
// Whether a cell ever asked for a lock on a file.
int hasHadLocks(void);
void noteLock(void);
#pragma GCC visibility pop

// The unit that runs: another number for each.
extern volatile uint64_t gimbal_generation;
#endif
