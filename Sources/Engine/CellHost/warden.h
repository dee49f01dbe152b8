// The process that outlives every state and leaves nothing behind.
#ifndef WARDEN_H
#define WARDEN_H
#include <sys/types.h>

#pragma GCC visibility push(hidden)
// Waits until the runner goes (its end of `life` is closed) or the root ends; then ends everything below and itself.
_Noreturn void guard(int life, pid_t root);
// Kills everything that descends from this process but for the processes that are spared and what descends from them,
// and waits until it is gone.
void endDescendants(const pid_t *spared, size_t count);
// The children of this process, at most `room`; how many there are.
size_t listChildren(pid_t *children, size_t room);
#pragma GCC visibility pop
#endif
