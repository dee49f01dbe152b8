#define _GNU_SOURCE
#include "warden.h"

#include "host.h"
#include "process.h"
#include "real.h"

#include <ctype.h>
#include <errno.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>

// MARK: Who descends from whom

enum { mostChildren = 256, deepest = 64 };

static size_t readText(const char *path, char *text, size_t room) {
  int file = REAL(openat)(AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = REAL(read)(file, text, room - 1);
  REAL(close)(file);
  text[length > 0 ? length : 0] = 0;
  return length > 0 ? (size_t)length : 0;
}

// The parent is the second field behind the command, which is in brackets and may hold anything.
static pid_t parentOf(const char *process) {
  char path[300], text[600];
  int parent;
  snprintf(path, sizeof path, "/proc/%s/stat", process);
  if (readText(path, text, sizeof text) == 0) return -1;
  const char *end = strrchr(text, ')');
  return end && sscanf(end + 1, " %*c %d", &parent) == 1 ? parent : -1;
}

// Goes through all processes of the machine, where the kernel keeps no lists of children.
static size_t searchChildren(pid_t process, pid_t *children, size_t room) {
  DIR *folder = REAL(opendir)("/proc");
  size_t count = 0;
  for (struct dirent *entry; folder && count < room && (entry = REAL(readdir)(folder));)
    if (isdigit((unsigned char)entry->d_name[0]) && parentOf(entry->d_name) == process)
      children[count++] = (pid_t)atoi(entry->d_name);
  if (folder) REAL(closedir)(folder);
  return count;
}

static size_t parseChildren(char *text, pid_t *children, size_t room) {
  size_t count = 0;
  while (count < room) {
    char *end;
    long child = strtol(text, &end, 10);
    if (end == text) break;
    children[count++] = (pid_t)child;
    text = end;
  }
  return count;
}

// The children of a process, at most `room`: each of its threads has a list of those that it started.
static size_t childrenOf(pid_t process, pid_t *children, size_t room) {
  char path[340], text[8192];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", process, process);
  if (REAL(faccessat)(AT_FDCWD, path, R_OK, 0) < 0) return searchChildren(process, children, room);
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *threads = REAL(opendir)(path);
  size_t count = 0;
  for (struct dirent *entry; threads && (entry = REAL(readdir)(threads));) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/%d/task/%s/children", process, entry->d_name);
    if (readText(path, text, sizeof text) > 0) count += parseChildren(text, children + count, room - count);
  }
  if (threads) REAL(closedir)(threads);
  return count;
}

size_t listChildren(pid_t *children, size_t room) {
  siginfo_t info;
  // No child at all is the usual case, and asking for it is cheap.
  if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) < 0 && errno == ECHILD) return 0;
  return childrenOf(getpid(), children, room);
}

// MARK: Ending them

static int contains(const pid_t *list, size_t count, pid_t process) {
  for (size_t i = 0; i < count; i++)
    if (list[i] == process) return 1;
  return 0;
}

// From the deepest up, so that all are found while those above still hold them.
static void killTree(pid_t process, int depth) {
  pid_t children[mostChildren];
  size_t count = depth < deepest ? childrenOf(process, children, mostChildren) : 0;
  for (size_t i = 0; i < count; i++) killTree(children[i], depth + 1);
  // The plain call is refused to processes that are sealed.
  REAL(syscall)(SYS_tgkill, process, process, SIGKILL);
}

// What a killed process leaves comes to this one, which adopts it, so each round finds what the last one missed. The
// rounds are bounded: a process in the kernel's hands ends when the kernel lets it.
void endDescendants(const pid_t *spared, size_t sparedCount) {
  for (int round = 0; round < 1000; round++) {
    pid_t children[mostChildren];
    size_t count = listChildren(children, mostChildren), left = 0;
    for (size_t i = 0; i < count; i++) {
      if (contains(spared, sparedCount, children[i])) continue;
      killTree(children[i], 0);
      waitpid(children[i], NULL, WNOHANG | __WALL);
      left++;
    }
    if (left == 0) return;
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
