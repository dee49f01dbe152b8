// The supervisor: a process between the starter and the tree, to which all orphans of the tree come, so that nobody escapes it. It
// counts what the tree holds and ends the whole of it.
#define _GNU_SOURCE
#include "CSandbox.h"

#include "confine.h"
#include "forks.h"
#include "tree.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

static pid_t processes[mostProcesses];

// Ends all descendants, who can start no others any more. Their groups come first: the kernel ends a whole group in one call. All of them
// are in their own groups session. What was being started meanwhile comes to this process when its parent ends, and is found in the next
// round. No child at all is the end.
static void endTree(struct forkGate *gate) {
  closeGate(gate);
  for (;;) {
    int count = descendants(processes);
    pid_t last = 0;
    for (int i = 0; i < count; i++) {
      pid_t group = getpgid(processes[i]);
      if (group <= 1 || group == last || group == getpgrp()) continue;
      kill(-(last = group), SIGKILL);
    }
    for (int i = 0; i < count; i++) kill(processes[i], SIGKILL);
    pid_t ended;
    while ((ended = waitpid(-1, NULL, WNOHANG | __WALL)) > 0) {}
    if (ended < 0 && errno == ECHILD) return;
    usleep(200);
  }
}

static uint64_t cpuOfEnded(void) {
  struct rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  return (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000
         + (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
}

static int isAbove(uint64_t value, uint64_t limit) { return limit != 0 && value > limit; }

// Answers who starts something until it is time to look, or one start needs a count. Whether the starter wants the end.
static int attend(int life, struct forkGate *gate, uint64_t until) {
  for (;;) {
    uint64_t time = now();
    struct pollfd waiting[] = {{.fd = life, .events = POLLIN}, {.fd = gate->listener, .events = POLLIN}};
    if (poll(waiting, 2, time < until ? (int)(until - time) : 0) <= 0) return 0;
    if (waiting[0].revents) return 1;
    if (waiting[1].revents & POLLIN) answerFork(gate);
    // An error only means that the kernel was interrupted; when the last who could start something is gone, the gate hangs up.
    else if (waiting[1].revents & (POLLHUP | POLLNVAL)) closeGate(gate);
    if (gate->waits || now() >= until) return 0;
  }
}

// Watches until the tree ends or has to: why.
static int watch(
    const struct gimbal_confinement *what, pid_t first, int life, struct forkGate *gate, struct gimbal_tree_report *report) {
  // Milliseconds between two looks at the processes, and at the files, which cost more.
  enum { often = 15, seldom = 150 };
  const struct gimbal_tree_limits *limits = &what->limits;
  uint64_t start = now(), lookedAtFiles = 0;
  for (;;) {
    int wasAsked = attend(life, gate, now() + often);
    report->milliseconds = now() - start;
    int status;
    for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG | __WALL)) > 0;) {
      if (ended != first) continue;
      report->status = status;
      report->cpuMilliseconds = cpuOfEnded();
      return gimbal_tree_ended;
    }
    if (wasAsked) return gimbal_tree_stopped;
    if (isAbove(report->milliseconds, limits->wallMilliseconds)) return gimbal_tree_wall;
    int count = descendants(processes);
    int looksAtFiles = report->milliseconds - lookedAtFiles >= seldom;
    struct usage usage = usageOf(processes, count, limits->memoryBytes, looksAtFiles);
    uint64_t cpu = usage.cpuMilliseconds + cpuOfEnded();
    if (cpu > report->cpuMilliseconds) report->cpuMilliseconds = cpu;
    if (usage.bytes > report->peakBytes) report->peakBytes = usage.bytes;
    if ((uint32_t)count > report->peakProcesses) report->peakProcesses = (uint32_t)count;
    if (isAbove((uint64_t)count, limits->processes) || !settleFork(gate, (uint32_t)count, usage.threads))
      return gimbal_tree_processes;
    if (isAbove(usage.bytes, limits->memoryBytes)) return gimbal_tree_memory;
    if (isAbove(report->cpuMilliseconds, limits->cpuMilliseconds)) return gimbal_tree_cpu;
    if (!looksAtFiles) continue;
    lookedAtFiles = report->milliseconds;
    struct extent extent = extentOf(what->scratch);
    uint64_t disk = extent.bytes > UINT64_MAX - usage.namelessBytes ? UINT64_MAX : extent.bytes + usage.namelessBytes;
    if (disk > report->peakDisk) report->peakDisk = disk;
    if (isAbove(disk, limits->diskBytes) || isAbove(extent.entries, limits->diskEntries)) return gimbal_tree_disk;
  }
}

// Closes everything but three descriptors, wherever they lie: the starter's descriptors are not held open here. An end of another tree's pipe would
// never close, and that tree would not learn that it is to end.
static void keepOnly(int kept[3]) {
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2 - i; j++)
      if (kept[j] > kept[j + 1]) {
        int other = kept[j];
        kept[j] = kept[j + 1], kept[j + 1] = other;
      }
  unsigned next = 0;
  for (int i = 0; i < 3; next = (unsigned)kept[i++] + 1)
    if ((unsigned)kept[i] > next) close_range(next, (unsigned)kept[i] - 1, 0);
  close_range(next, ~0u, 0);
}

static _Noreturn void supervise(const struct gimbal_confinement *what, int life, int report) {
  prctl(PR_SET_NAME, "gimbal-guard");
  setsid();
  signal(SIGPIPE, SIG_IGN);
  for (int number = 1; number < 32; number++)
    if (number != SIGPIPE && number != SIGCHLD) signal(number, number == SIGINT || number == SIGQUIT ? SIG_IGN : SIG_DFL);
  signal(SIGCHLD, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  struct gimbal_tree_report result = {0};
  // How the start went: first the gate, and nothing else when the program runs.
  int started[2];
  struct forkGate gate = {.listener = -1, .mostProcesses = what->limits.processes};
  pid_t first = socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, started) < 0 ? -1 : fork();
  if (first == 0) becomeConfined(what, started[1]);
  if (first < 0) {
    result.end = gimbal_tree_failed;
    result.stage = gimbal_stage_fork;
    result.error = errno;
  } else {
    close(started[1]);
    keepOnly((int[]){life, report, started[0]});
    struct gimbal_tree_report message;
    ssize_t length = takeMessage(started[0], &message, sizeof message, &gate.listener);
    int none;
    if (length == (ssize_t)sizeof message && gate.listener >= 0) length = takeMessage(started[0], &message, sizeof message, &none);
    if (length == (ssize_t)sizeof message) result = message;
    else result.end = watch(what, first, life, &gate, &result);
    endTree(&gate);
    uint64_t cpu = cpuOfEnded();
    if (cpu > result.cpuMilliseconds) result.cpuMilliseconds = cpu;
  }
  if (write(report, &result, sizeof result) < 0) _exit(1);
  _exit(0);
}

pid_t gimbal_start_confined(const struct gimbal_confinement *what, int life, int report) {
  pid_t supervisor = fork();
  if (supervisor == 0) supervise(what, life, report);
  return supervisor;
}
