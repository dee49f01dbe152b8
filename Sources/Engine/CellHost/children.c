#define _GNU_SOURCE
#include "children.h"

#include "descriptors.h"
#include "host.h"
#include "process.h"
#include "real.h"
#include "record.h"
#include "seal.h"

#include <errno.h>

// MARK: Forks

static int isForkOfHost;

void beginOwnFork(void) { isForkOfHost = 1; }
void endOwnFork(void) { isForkOfHost = 0; }

// The runner takes the end of a control socket for the end of the process: no child may hold it.
static void letGo(void) {
  if (!isForkOfHost) closeAllOwn();
}

void watchForks(void) { pthread_atfork(NULL, NULL, letGo); }

static void noteChild(void) { gimbal_note_outside("child process"); }

pid_t fork(void) {
  noteChild();
  return REAL(fork)();
}

// A cell that means to call `exec` right away loses nothing by a whole fork.
pid_t vfork(void) { return fork(); }

pid_t _Fork(void) {
  noteChild();
  pid_t child = REAL(_Fork)();
  if (child == 0) closeAllOwn();
  return child;
}

// MARK: Programs

int posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
  noteChild();
  return REAL(posix_spawn)(child, path, actions, attributes, arguments, environment);
}

int posix_spawnp(pid_t *child, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
  noteChild();
  return REAL(posix_spawnp)(child, file, actions, attributes, arguments, environment);
}

FILE *popen(const char *command, const char *mode) {
  noteChild();
  return REAL(popen)(command, mode);
}

int system(const char *command) {
  noteChild();
  return REAL(system)(command);
}

// MARK: Signals to the processes that keep the session

enum { mostKeepers = 4096 };
static pid_t keepers[mostKeepers];
static int keeperCount;

void addKeeper(pid_t process) {
  if (keeperCount < mostKeepers) keepers[keeperCount++] = process;
}

int isKeeper(pid_t process) {
  for (int i = 0; i < keeperCount; i++)
    if (keepers[i] == process) return 1;
  return 0;
}

pid_t keeperAt(int index) { return index < keeperCount ? keepers[index] : 0; }

// A mistaken `kill(getppid(), …)` or `kill(-1, …)` would end the session, or stop it without a word.
int kill(pid_t process, int signal) {
  if (process == -1 || isKeeper(process < 0 ? -process : process)) {
    errno = EPERM;
    return -1;
  }
  if (!isSealed()) return REAL(kill)(process, signal);
  if (process > 0) return (int)REAL(syscall)(SYS_tgkill, process, process, signal);
  errno = EPERM;
  return -1;
}

int killpg(pid_t group, int signal) { return kill(group == 0 ? 0 : -group, signal); }
