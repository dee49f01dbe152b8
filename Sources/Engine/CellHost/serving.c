#define _GNU_SOURCE
#include "serving.h"

#include "checkpoint.h"
#include "children.h"
#include "descriptors.h"
#include "host.h"
#include "process.h"
#include "real.h"
#include "running.h"
#include "seal.h"
#include "warden.h"

#include <errno.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

// MARK: Forks

// The forks of this process that are still there: states after other versions of the next cell.
static struct pollfd *waiting;  // the control socket first, then one descriptor for each fork
static pid_t *forks;            // forks[i] is watched by waiting[i]
static size_t forkCount, forkCapacity;

// Children of the unit that ran here. They belong to this state, as long as it is there.
enum { mostKept = 256 };
static pid_t kept[mostKept];
static size_t keptCount;

size_t listChildrenButForks(pid_t *children, size_t room) {
  pid_t all[mostKept + 1024];
  size_t count = listChildren(all, sizeof all / sizeof *all), found = 0;
  for (size_t i = 0; i < count && found < room; i++) {
    size_t fork = 1;
    while (fork <= forkCount && forks[fork] != all[i]) fork++;
    if (fork > forkCount) children[found++] = all[i];
  }
  return found;
}

static int makeRoom(void) {
  if (forkCount + 1 < forkCapacity) return 0;
  size_t capacity = forkCapacity ? forkCapacity * 2 : 16;
  struct pollfd *more = realloc(waiting, capacity * sizeof *waiting);
  if (!more) return -1;
  waiting = more;
  pid_t *moreForks = realloc(forks, capacity * sizeof *forks);
  if (!moreForks) return -1;
  forks = moreForks;
  forkCapacity = capacity;
  return 0;
}

// Whether its end will be noticed.
static int watchFork(pid_t child) {
  if (makeRoom() < 0) _exit(72);
  forkCount++;
  unsigned long limit = beginSparing();
  int watch = moveUp((int)REAL(syscall)(SYS_pidfd_open, child, 0));
  endSparing(limit);
  waiting[forkCount] = (struct pollfd){.fd = watch, .events = POLLIN};
  forks[forkCount] = child;
  return watch >= 0;
}

static void forgetForks(void) {
  for (size_t i = 1; i <= forkCount; i++) closeOwn(waiting[i].fd);
  forkCount = 0;
}

// Ends what a fork has left behind: this process has adopted it. Its own forks and its unit's children stay.
static void endOrphans(void) {
  static pid_t spared[mostKept + 4096];
  size_t count = 0;
  for (size_t i = 0; i < keptCount; i++) spared[count++] = kept[i];
  for (size_t i = 1; i <= forkCount && count < mostKept + 4096; i++) spared[count++] = forks[i];
  endDescendants(spared, count);
}

static void reportEnds(void) {
  for (size_t i = forkCount; i >= 1; i--) {
    if (!waiting[i].revents) continue;
    pid_t ended = forks[i];
    int status = 0;
    waitpid(ended, &status, 0);
    closeOwn(waiting[i].fd);
    waiting[i] = waiting[forkCount];
    forks[i] = forks[forkCount];
    forkCount--;
    endOrphans();
    tellFormat("X%d %d", (int)ended, status);
  }
}

// MARK: Requests

struct request {
  char place;  // `F` in a fork, `H` here
  char kind;   // `L` load and enter, `N` next cell, `C` call
  const char *library, *symbol;
  int descriptors[descriptorCount];
};

// The numbers that the kernel chose may be those of standard streams that a cell has closed: all are moved up at
// once.
static int takeDescriptors(struct msghdr *message, int descriptors[descriptorCount]) {
  int count = 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t there = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < there && count < descriptorCount; i++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
      descriptors[count++] = moveUp(descriptor);
    }
  }
  if (count == descriptorCount) return 0;
  while (count > 0) closeOwn(descriptors[--count]);
  return -1;
}

// The next request: its length, 0 when the runner is gone, −1 when it can't be served.
static ssize_t receive(char *text, size_t room, struct request *request) {
  struct iovec part = {.iov_base = text, .iov_len = room - 2};
  union {
    char bytes[CMSG_SPACE(descriptorCount * sizeof(int))];
    struct cmsghdr align;
  } ancillary;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = ancillary.bytes, .msg_controllen = sizeof ancillary.bytes};
  unsigned long limit = beginSparing();
  ssize_t length;
  do length = REAL(recvmsg)(control, &message, MSG_CMSG_CLOEXEC);
  while (length < 0 && errno == EINTR);
  int taken = length > 0 ? takeDescriptors(&message, request->descriptors) : 0;
  endSparing(limit);
  if (length <= 0) return 0;
  // Two terminators: a packet cut short still holds two strings.
  text[length] = text[length + 1] = 0;
  request->place = text[0];
  request->kind = length > 1 ? text[1] : 0;
  request->library = length > 2 ? text + 2 : text + length;
  request->symbol = request->library + strlen(request->library);
  if (request->symbol < text + length) request->symbol++;
  return taken < 0 ? -1 : length;
}

static void closeDescriptors(struct request *request) {
  for (int i = 0; i < descriptorCount; i++) closeOwn(request->descriptors[i]);
}

static const char *problem(const struct request *request, int atBoundary) {
  if (request->place != 'F' && request->place != 'H') return "unknown request";
  if (request->kind == 'N') return atBoundary ? NULL : "no next cell";
  return request->kind && strchr("LMC", request->kind) ? NULL : "unknown request";
}

// MARK: Carrying them out

// In the child: its place among the processes of the session.
static void becomeState(pid_t parent) {
  ownProcess = getpid();
  // When the parent goes, so does this process, also when its cell loops for ever.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  setpgid(0, 0);
  addKeeper(parent);
  if (sealState(parent) < 0) _exit(72);
  forgetForks();
  keptCount = 0;
}

static int forkState(struct request *request) {
  pid_t parent = getpid();
  beginOwnFork();
  pid_t child = REAL(fork)();
  int problem = errno;
  endOwnFork();
  if (child == 0) {
    becomeState(parent);
    // From here on this process speaks for itself.
    closeOwn(control);
    control = request->descriptors[controlPlace];
    if (reopenFiles() == 0) return 0;
    tellFormat("Lan open file cannot be opened again");
    _exit(71);
  }
  closeDescriptors(request);
  if (child < 0) {
    tellFormat("Lfork: %s", strerror(problem));
    return -1;
  }
  setpgid(child, child);
  watchFork(child);
  tellFormat("P%d", (int)child);
  return -1;
}

// A handler that a cell has set for the end of its children must not run for the end of a state: it would change the
// state that waits here. And what a cell ignores would leave us without a status.
static struct sigaction cellsAction;

static void takeEnds(void) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(SIGCHLD, &standard, &cellsAction);
}

static void giveBackEnds(void) { sigaction(SIGCHLD, &cellsAction, NULL); }

static void call(const char *library, const char *symbol) {
  void *found = loadedFunction(library, symbol);
  void (*function)(void);
  memcpy(&function, &found, sizeof function);
  function();
  if (!isOwnProcess()) _exit(0);
}

// Calls functions of libraries, one after another, which only look at the state. The process then goes on as it was, or, a
// fork, ends.
static void callFunctions(struct request *request, int forked) {
  int before = control;
  giveBackEnds();
  beginUnit(request->descriptors);
  call(request->library, request->symbol);
  uint64_t offset = 0;
  const char *library, *symbol;
  while (nextCall(&offset, &library, &symbol)) call(library, symbol);
  finishUnit();
  takeEnds();
  if (forked) _exit(0);
  closeOwn(control);
  control = before;
}

// Runs what is asked for. Whether the caller is to return to the segment that waits.
static int carryOut(struct request *request, int *atBoundary) {
  int forked = request->place == 'F';
  if (forked && forkState(request) < 0) return 0;
  if (request->kind == 'C') {
    callFunctions(request, forked);
    return 0;
  }
  if (!forked) closeOwn(control);
  giveBackEnds();
  beginUnit(request->descriptors);
  if (request->kind == 'N') return 1;
  *atBoundary = 0;
  passesFirstBoundary = request->kind == 'M';
  callEntry(request->library, request->symbol);
  if (!isOwnProcess()) _exit(0);
  finishUnit();
  takeEnds();
  keptCount = listChildrenButForks(kept, mostKept);
  return 0;
}

static void end(void) {
  endDescendants(NULL, 0);
  _exit(0);
}

// MARK: Stepping aside

// A state between two others can go, so that a long session needn't hold a process for each of its cells. Whether the
// packet was a word of that.
static int rearrange(const char *text) {
  pid_t process = (pid_t)atoi(text + 1);
  switch (text[0]) {
    case 'A':  // here is the state above: the one below becomes a fork of this one
      if (process > 0 && watchFork(process)) tellFormat("A%d", (int)ownProcess);
      else tellFormat("L%s", strerror(errno));
      return 1;
    case 'O':  // here is the state below, which outlives the one that forked it
      prctl(PR_SET_PDEATHSIG, 0);
      tell("O", 1);
      return 1;
    case 'Q':  // here is the state between
      _exit(0);
    case 'B':  // here is the state below again, a child of the one above by now
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != process) end();
      tell("B", 1);
      return 1;
    default: return 0;
  }
}

// The kernel waits for no more descriptors than a process may open, and a cell may have allowed itself none.
static int waitForAny(nfds_t count) {
  int ready = poll(waiting, count, -1);
  if (ready >= 0 || errno != EINVAL) return ready;
  unsigned long limit = beginSparing();
  ready = poll(waiting, count, -1);
  int reason = errno;
  endSparing(limit);
  errno = reason;
  return ready;
}

void serve(int atBoundary) {
  static char text[mostText];
  keptCount = listChildrenButForks(kept, mostKept);
  takeEnds();
  for (;;) {
    if (makeRoom() < 0) _exit(72);
    waiting[0] = (struct pollfd){.fd = control, .events = POLLIN};
    if (waitForAny(forkCount + 1) < 0) {
      if (errno == EINTR) continue;
      _exit(72);
    }
    int asked = waiting[0].revents != 0;
    reportEnds();
    if (!asked) continue;
    struct request request;
    ssize_t length = receive(text, sizeof text, &request);
    if (length == 0) end();
    if (rearrange(text)) continue;
    if (length < 0) {
      tellFormat("Lno descriptors");
      continue;
    }
    const char *why = problem(&request, atBoundary);
    if (why) {
      closeDescriptors(&request);
      tellFormat("L%s", why);
      continue;
    }
    if (carryOut(&request, &atBoundary)) return;
  }
}
