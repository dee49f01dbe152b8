// What all parts of the host share.
#ifndef HOST_H
#define HOST_H
#include <stddef.h>
#include <sys/types.h>

enum { mostText = 1 << 16 };

#pragma GCC visibility push(hidden)
// The processes that keep the session: the warden and the states above this one. A cell can't send them signals.
int isKeeper(pid_t process);
void addKeeper(pid_t process);
// In the order in which they were added; 0 behind the last.
pid_t keeperAt(int index);

// Sends a packet to the runner on the current control socket; nothing in a process that isn't ours.
void tell(const char *packet, size_t length);
void tellFormat(const char *format, ...) __attribute__((format(printf, 1, 2)));
#pragma GCC visibility pop
#endif
