#ifndef FORKS_H
#define FORKS_H
#include "CSandbox.h"

#include <linux/seccomp.h>

// Every start of a process or a thread in the tree waits until the supervisor allows it. So a tree cannot grow faster than it is counted,
// whatever user runs it: the kernel's own limit of processes does not hold for root, and counts what else a user runs.
//
// A signal that comes before the supervisor has heard of the start interrupts it, as it does other calls: with a handler that does not
// restart calls, `fork` fails with EINTR. `posix_spawn` and new threads hold signals back and are not concerned.

// Threads of all processes together, for each process that a tree may have.
enum { threadsForEach = 8 };

// In the process to be confined, for all that come from it: the descriptor that receives the starts, or -1 with errno.
int installForkGate(void);

// Hands the descriptor to the supervisor. 0, or -1 with errno.
int passGate(int socket, int listener, const void *message, size_t length);

// Takes a message, and the descriptor that came with it (-1 otherwise). As `read`.
ssize_t takeMessage(int socket, void *message, size_t room, int *listener);

struct forkGate {
  // -1 when nobody is left who could start anything.
  int listener;
  uint32_t mostProcesses;
  // As counted, and those that were allowed since.
  uint32_t processes, threads, newProcesses, newThreads;
  // A start that waits for a count.
  int waits;
  struct seccomp_notif asked;
};

// Takes the next start and allows it, where there is room as far as is known; otherwise it waits for a count.
void answerFork(struct forkGate *gate);

// Tells what was counted. False when a start still waits for which there is no room.
int settleFork(struct forkGate *gate, uint32_t processes, uint32_t threads);

// From now on the kernel refuses every start, those that wait too.
void closeGate(struct forkGate *gate);

#endif
