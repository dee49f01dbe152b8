// What the processes of a submission may not do once their libraries are there.
#ifndef SEAL_H
#define SEAL_H
#include <sys/types.h>

#pragma GCC visibility push(hidden)
// From now on no memory becomes code, no program is started, no library is loaded, and those that keep the session get no signals,
// here and in all that comes from here.
int sealCode(void);
// Whether that was done.
int isSealed(void);
// In a new state of a sealed process: its parent gets no signals from it.
int sealState(pid_t parent);
#pragma GCC visibility pop

// This process, which answers calls, and all that come from it send signals to nobody but this process; it ends with its parent.
int gimbal_keep_apart(void);
#endif
