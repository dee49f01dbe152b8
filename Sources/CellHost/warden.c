#define _GNU_SOURCE
#include "warden.h"

#include "checkpoint.h"
#include "host.h"
#include "real.h"

#include <ctype.h>
#include <errno.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>

// MARK: Who descends from whom

enum { mostProcesses = 1 << 15 };

struct process {
  pid_t pid, parent;
};

// The parent is the second field behind the command, which stands in brackets and may hold anything.
static pid_t parentOf(const char *name) {
  char path[300], text[600];
  snprintf(path, sizeof path, "/proc/%s/stat", name);
  int file = REAL(openat)(AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t length = REAL(read)(file, text, sizeof text - 1);
  REAL(close)(file);
  if (length <= 0) return -1;
  text[length] = 0;
  const char *end = strrchr(text, ')');
  int parent;
  return end && sscanf(end + 1, " %*c %d", &parent) == 1 ? parent : -1;
}

// All processes of the machine; their number. No parent's list of children is asked: not every kernel keeps them.
static size_t listProcesses(struct process *list, size_t room) {
  DIR *folder = REAL(opendir)("/proc");
  if (!folder) return 0;
  size_t count = 0;
  for (struct dirent *entry; count < room && (entry = readdir(folder));) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    pid_t parent = parentOf(entry->d_name);
    if (parent >= 0) list[count++] = (struct process){.pid = (pid_t)atoi(entry->d_name), .parent = parent};
  }
  closedir(folder);
  return count;
}

static int contains(const pid_t *list, size_t count, pid_t process) {
  for (size_t i = 0; i < count; i++)
    if (list[i] == process) return 1;
  return 0;
}

static int hasNoChildren(void) {
  siginfo_t info;
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) < 0 && errno == ECHILD;
}

// The kernel's own list of a thread's children; most kernels keep one.
static int readChildren(pid_t *children, size_t room, size_t *count) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
  int file = REAL(openat)(AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t length = REAL(read)(file, text, sizeof text - 1);
  REAL(close)(file);
  if (length < 0 || (size_t)length == sizeof text - 1) return -1;
  text[length] = 0;
  char *next = text;
  for (*count = 0; *count < room; (*count)++) {
    char *end;
    long child = strtol(next, &end, 10);
    if (end == next) break;
    children[*count] = (pid_t)child;
    next = end;
  }
  return 0;
}

size_t listChildren(pid_t *children, size_t room) {
  size_t found = 0;
  // The usual case, and asking for it is cheap.
  if (hasNoChildren()) return 0;
  if (!hasHadThreads() && readChildren(children, room, &found) == 0) return found;
  struct process *list = malloc(mostProcesses * sizeof *list);
  if (!list) return 0;
  size_t count = listProcesses(list, mostProcesses);
  for (size_t i = 0; i < count; i++)
    if (list[i].parent == getpid() && found < room) children[found++] = list[i].pid;
  free(list);
  return found;
}

static size_t dropSpared(pid_t *children, size_t count, const pid_t *spared, size_t sparedCount) {
  size_t left = 0;
  for (size_t i = 0; i < count; i++)
    if (!contains(spared, sparedCount, children[i])) children[left++] = children[i];
  return left;
}

// Sends SIGKILL to what descends from this process but for the spared.
static void killDescendants(const pid_t *spared, size_t sparedCount) {
  struct process *list = malloc(mostProcesses * sizeof *list);
  pid_t *open = malloc((mostProcesses + 1) * sizeof *open);
  size_t count = list && open ? listProcesses(list, mostProcesses) : 0, openCount = 0;
  if (open) open[openCount++] = getpid();
  while (openCount > 0) {
    pid_t parent = open[--openCount];
    for (size_t i = 0; i < count; i++) {
      if (list[i].parent != parent || contains(spared, sparedCount, list[i].pid)) continue;
      REAL(kill)(list[i].pid, SIGKILL);
      list[i].parent = -1;
      open[openCount++] = list[i].pid;
    }
  }
  free(list);
  free(open);
}

// What a killed process leaves comes to this one, which adopts it, so each round reaches further down. The rounds are
// bounded: a process in the kernel's hands ends when the kernel lets it.
void endDescendants(const pid_t *spared, size_t sparedCount) {
  pid_t children[256];
  for (int round = 0; round < 1000; round++) {
    size_t count = dropSpared(children, listChildren(children, 256), spared, sparedCount);
    if (count == 0) return;
    killDescendants(spared, sparedCount);
    for (size_t i = 0; i < count; i++) waitpid(children[i], NULL, WNOHANG | __WALL);
    if (round > 0) usleep(500);
  }
}

// MARK: The warden

_Noreturn void guard(int life, pid_t root) {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGHUP);
  sigaddset(&ends, SIGQUIT);
  sigprocmask(SIG_BLOCK, &ends, NULL);
  struct pollfd waiting[3] = {
      {.fd = life, .events = POLLIN},
      {.fd = (int)REAL(syscall)(SYS_pidfd_open, root, 0), .events = POLLIN},
      {.fd = signalfd(-1, &ends, SFD_CLOEXEC), .events = POLLIN},
  };
  for (;;) {
    if (poll(waiting, 3, -1) < 0 && errno == EINTR) continue;
    char byte;
    // A word from the runner would be no end; only its silence is.
    if (waiting[0].revents && REAL(read)(life, &byte, 1) <= 0) break;
    if (waiting[1].revents || waiting[2].revents) break;
  }
  int status = 0;
  int ended = waitpid(root, &status, WNOHANG) == root;
  endDescendants(NULL, 0);
  _exit(ended && WIFEXITED(status) ? WEXITSTATUS(status) : 0);
}
