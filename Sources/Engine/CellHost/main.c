// The process in which cells run.
//
//   CellHost LIFE CONTROL JOURNAL library… [-- cell…]
//
// LIFE and CONTROL are descriptors of sockets to the runner, JOURNAL is an existing folder that belongs to the
// session. If libraries of cells are named, the process is sealed once they are loaded, before any of them runs: no other
// code comes into it (`seal.c`), and what they reach of the kit is watched (`watch.h`).
//
// There are three kinds of processes. The *warden* is the one that the runner starts: it never runs a cell, and when
// the runner goes (the end of LIFE) or the root ends, it ends everything below. The *root*, its child, loads the
// libraries that cells link and is the state before the first cell. *States* come of requests: the process that is
// asked forks; the child runs a cell and, when the cell is done, serves in its turn as the state after it. The parent
// stays as it was, so execution can go on from there whenever the cell is edited, crashes or runs out of time.
//
// Cells are compiled in segments: the entry point of a library runs its first cell and calls `gimbal_boundary` before
// each of the others. A process serves inside that call and returns from it only to run the next cell.
//
// A request is one packet on the control socket (SOCK_SEQPACKET): two letters, then `library '\0' symbol '\0'`, with
// six descriptors: standard input, output and error, display, control, record.
//   `F` in a fork, `H` here;
//   `L` load the library and enter it, `N` next cell of the segment that waits here, `C` call a function that only
//   looks, and behind it those that the record names: the fork then ends, and a process that was asked to do it here
//   serves on as it was.
// Words without descriptors take a state out of the line, so that those above and below it stay; in this order, each
// answered by its letter but the third:
//   `A` pid   to the state above: that process, two below, is a fork of this one; the answer says this one's pid
//   `O`       to the state below: outlive the process that forked this one
//   `Q`       to the state between: end, and nothing below with it
//   `B` pid   to the state below: that process is its parent now, and its end this one's
// A process with threads keeps its standard output and error behind `D`: what they print then comes the same way.
// Answers of the process that was asked, on its own control socket:
//   `P` pid                a fork was made; from the root, before its first `D`: the root itself
//   `X` pid ' ' status     a fork has ended, wait status
//   `L` text               nothing was begun, and why
// Answers of the process that runs the unit, on the control socket that came with the request:
//   `D` (reason '\n')*     done; the reasons why the state can't be forked, none when it is a checkpoint
//   `L` text               the library could not be loaded
//   `C` signal '\n' (library ' ' offset '\n')*   a crash, with the frames that lie in cells, innermost first
//   `E` (library ' ' offset '\n')*               where the error was thrown that ended the cell
//   `S`                    something was shown; waits for any packet
//   `I` (`H`)              is about to wait for standard input; `H` where what is typed is not to be seen
//
// What a unit looks at, draws and changes goes to its record (`record.h`): memory shared with the runner.
#define _GNU_SOURCE
#include "checkpoint.h"
#include "children.h"
#include "crashes.h"
#include "descriptors.h"
#include "draws.h"
#include "environment.h"
#include "host.h"
#include "loading.h"
#include "journal.h"
#include "paths.h"
#include "process.h"
#include "real.h"
#include "running.h"
#include "seal.h"
#include "serving.h"
#include "warden.h"
#include "watch.h"

#include <dlfcn.h>
#include <sys/prctl.h>

// The runner's threads block and ignore signals for their own reasons; a cell gets what every program gets.
static void resetSignals(void) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_DFL);
}

static _Noreturn void cannotBegin(const char *why) {
  tellFormat("L%s", why);
  _exit(71);
}

// Loads libraries up to the end or a "--"; what follows.
static char **loadLibraries(char **libraries) {
  int isFirst = 1;
  for (; *libraries && strcmp(*libraries, "--") != 0; libraries++, isFirst = 0) {
    if (!REAL(dlopen)(*libraries, RTLD_LAZY | RTLD_GLOBAL)) cannotBegin(dlerror());
    if (isFirst && watchKit(*libraries) < 0) cannotBegin("calls of the kit cannot be watched on this machine");
  }
  return *libraries ? libraries + 1 : NULL;
}

// Loads the libraries of cells, and then no other code. One that cannot be loaded reports that when it is asked for.
static void loadSealed(char **libraries) {
  if (!libraries) return;
  for (; *libraries; libraries++) {
    numberLibrary(*libraries);
    if (!loadOwn(*libraries, RTLD_NOW | RTLD_GLOBAL)) continue;
    noteCell(*libraries);
    watchCell(*libraries);
  }
  if (sealCode() < 0) cannotBegin("the process cannot be sealed");
}

// The kit's own beginning, if it has one.
static void beginKit(void) {
  void *found = dlsym(RTLD_DEFAULT, "gimbal_begin");
  void (*begin)(void);
  memcpy(&begin, &found, sizeof begin);
  if (begin) begin();
}

static _Noreturn void becomeRoot(pid_t warden, char **libraries) {
  ownProcess = getpid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != warden) _exit(0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  addKeeper(warden);
  watchForks();
  tellFormat("P%d", (int)ownProcess);
  resetSignals();
  if (readWatch() < 0) cannotBegin("the table of calls cannot be read");
  char **cells = loadLibraries(libraries);
  setvbuf(stdout, NULL, _IOLBF, 1 << 16);
  beginKit();
  catchCrashes();
  watchThrows();
  findWaitingLibraries();
  findEnvironment();
  loadSealed(cells);
  beginLoading();
  tell("D", 1);
  serve(0);
  _exit(0);
}

int main(int count, char **arguments) {
  if (count < 4) {
    fputs("CellHost runs the cells of a notebook. It is started by `gimbal run`, not by hand.\n", stderr);
    return 64;
  }
  shared = REAL(mmap)(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 71;
  ownProcess = getpid();
  int life = atoi(arguments[1]);
  reserveDescriptors();
  control = moveUp(atoi(arguments[2]));
  journalFolder = arguments[3];
  noteCurrentFolder();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  addKeeper(getppid());
  pid_t warden = getpid(), root = fork();
  if (root < 0) return 71;
  if (root > 0) {
    closeOwn(control);
    guard(life, root);
  }
  REAL(close)(life);
  becomeRoot(warden, arguments + 4);
}
