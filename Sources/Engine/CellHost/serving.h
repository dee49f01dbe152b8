// What a state does: it waits for requests.
#ifndef SERVING_H
#define SERVING_H
#include <sys/types.h>

#pragma GCC visibility push(hidden)
// Serves until the runner closes the socket, which ends the process. It returns, if a segment waits for its next cell
// here, in the process that is to run that cell.
void serve(int atBoundary);
// The children of this process that aren't states, at most `room`; how many there are.
size_t listChildrenButForks(pid_t *children, size_t room);
#pragma GCC visibility pop
#endif
