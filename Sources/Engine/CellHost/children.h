// Processes that a cell starts.
#ifndef CHILDREN_H
#define CHILDREN_H

#pragma GCC visibility push(hidden)
// Has the children that a cell forks, by whichever way, let go of what is the host's.
void watchForks(void);
// Between these the host itself forks.
void beginOwnFork(void);
void endOwnFork(void);
#pragma GCC visibility pop
#endif
