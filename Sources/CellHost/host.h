// What all parts of the host share.
#ifndef HOST_H
#define HOST_H
#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

enum { mostText = 1 << 16 };

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

// The processes that keep the session: the warden and the states above this one. A cell can't send them signals.
int isKeeper(pid_t process);
void addKeeper(pid_t process);

// The folder into which files are saved before they change.
extern const char *journalFolder;

// Sends a packet to the runner on the current control socket; nothing in a process that isn't ours.
void tell(const char *packet, size_t length);
void tellFormat(const char *format, ...) __attribute__((format(printf, 1, 2)));
#pragma GCC visibility pop
#endif
