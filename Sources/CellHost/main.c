// The process in which cells run.
//
// It loads the libraries that cells link, then serves one request after another: run the cell in this shared library.
// For each it forks. The child runs the cell and, when the cell is done, serves in its turn: it is the state after that
// cell. The parent stays as it was before the cell, so execution can go on from there whenever the cell is edited,
// crashes or runs out of time. Fork is safe in a process with one thread only; the reply after a cell says how many
// threads it left, and the runner goes on in the same process (`K`) when there are more.
//
// A request is one packet on the control socket (SOCK_SEQPACKET): a letter, then text. Descriptors ride along.
//   runner → host  `R` library '\0' entry point   + stdout, stderr, display, control   run in a fork
//                  `K` library '\0' entry point   + stdout, stderr, display, control   run here, without a fork
//   host → runner  `P` pid       the fork that runs the cell        (from the parent)
//                  `X` pid ' ' status   a fork has ended, wait status   (from the parent)
//                  `D` threads   the cell is done                   (from the process that ran it)
//                  `L` text      the library could not be loaded
//                  `C` signal '\n' (library ' ' offset '\n')*       a crash, with the frames that lie in cells
//                  `E` (library ' ' offset '\n')*                   where the error was thrown that ended the cell
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { displayDescriptor = 199, controlDescriptor = 198, mostFrames = 128, mostText = 1 << 16 };

static int control = -1;

// MARK: Where cells lie in memory

struct cellImage {
  uintptr_t start, end, base;
  char path[1024];
};

static struct cellImage *images;
static size_t imageCount, imageCapacity;

static int noteImage(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  const char *path = context;
  if (strcmp(info->dlpi_name, path) != 0) return 0;
  if (imageCount == imageCapacity) {
    imageCapacity = imageCapacity ? imageCapacity * 2 : 64;
    images = realloc(images, imageCapacity * sizeof *images);
    if (!images) abort();
  }
  struct cellImage *image = &images[imageCount++];
  image->start = UINTPTR_MAX;
  image->end = 0;
  image->base = info->dlpi_addr;
  snprintf(image->path, sizeof image->path, "%s", path);
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD) continue;
    uintptr_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    uintptr_t end = start + info->dlpi_phdr[i].p_memsz;
    if (start < image->start) image->start = start;
    if (end > image->end) image->end = end;
  }
  return 1;
}

// Appends the frames that lie in cells to a text, innermost first. Return addresses point behind the call: one back.
static size_t describeFrames(void **frames, int count, char *text, size_t length, size_t room) {
  for (int i = 0; i < count; i++) {
    uintptr_t address = (uintptr_t)frames[i];
    for (size_t k = 0; k < imageCount; k++) {
      if (address < images[k].start || address >= images[k].end) continue;
      int written = snprintf(text + length, room - length, "%s 0x%lx\n", images[k].path,
                             (unsigned long)(address - images[k].base - 1));
      if (written < 0 || (size_t)written >= room - length) return length;
      length += (size_t)written;
      break;
    }
  }
  return length;
}

// MARK: Crashes and errors

static void tell(const char *packet, size_t length) {
  if (control >= 0) (void)!send(control, packet, length, MSG_NOSIGNAL);
}

static volatile sig_atomic_t crashing;

static void onCrash(int signal, siginfo_t *info, void *context) {
  (void)info;
  (void)context;
  if (crashing) _exit(128 + signal);
  crashing = 1;
  static void *frames[mostFrames];
  static char text[mostText];
  int count = backtrace(frames, mostFrames);
  size_t length = (size_t)snprintf(text, sizeof text, "C%d\n", signal);
  length = describeFrames(frames, count, text, length, sizeof text);
  tell(text, length);
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(signal, &standard, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  kill(getpid(), signal);
  _exit(128 + signal);
}

static void catchCrashes(void) {
  static char stack[1 << 17];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);
  void *first[2];
  backtrace(first, 2);  // loads the unwinder now, not inside a handler
  const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction action = {.sa_sigaction = onCrash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(signals[i], &action, NULL);
  }
}

// Remembers where the latest Swift error was thrown: the runtime calls this hook at each `throw`.
static __thread void *thrownAt[mostFrames];
static __thread int thrownDepth;

static void onThrow(void *error) {
  (void)error;
  thrownDepth = backtrace(thrownAt, mostFrames);
}

static void watchThrows(void) {
  void (**hook)(void *) = dlsym(RTLD_DEFAULT, "_swift_willThrow");
  if (hook) *hook = onThrow;
}

// Called by the library when an error reaches the top level of a cell, after it has shown the error.
void gimbal_cell_threw(void) {
  static char text[mostText];
  text[0] = 'E';
  tell(text, describeFrames(thrownAt, thrownDepth, text, 1, sizeof text));
  fflush(NULL);
  _exit(70);
}

// MARK: Running a cell

static int threadCount(void) {
  FILE *status = fopen("/proc/self/status", "r");
  char line[256];
  int count = 1;
  while (status && fgets(line, sizeof line, status))
    if (sscanf(line, "Threads: %d", &count) == 1) break;
  if (status) fclose(status);
  return count;
}

static void runCell(const char *library, const char *entry, int descriptors[4]) {
  const int targets[4] = {STDOUT_FILENO, STDERR_FILENO, displayDescriptor, controlDescriptor};
  for (int i = 0; i < 4; i++) {
    dup2(descriptors[i], targets[i]);
    if (descriptors[i] != targets[i]) close(descriptors[i]);
  }
  fcntl(displayDescriptor, F_SETFD, FD_CLOEXEC);
  fcntl(controlDescriptor, F_SETFD, FD_CLOEXEC);
  control = controlDescriptor;
  void *handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
  int (*start)(int, char **) = handle ? (int (*)(int, char **))dlsym(handle, entry) : NULL;
  if (!start) {
    char text[4096];
    const char *why = dlerror();
    size_t length = (size_t)snprintf(text, sizeof text, "L%s", why ? why : "no entry point");
    tell(text, length < sizeof text ? length : sizeof text - 1);
    _exit(71);
  }
  dl_iterate_phdr(noteImage, (void *)library);
  char *arguments[] = {"gimbal", NULL};
  start(1, arguments);
  fflush(NULL);
  // The pipes close for the runner only when nobody holds them any more.
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nothing, STDOUT_FILENO);
  dup2(nothing, STDERR_FILENO);
  close(nothing);
  close(displayDescriptor);
  char text[32];
  int length = snprintf(text, sizeof text, "D%d", threadCount());
  tell(text, (size_t)length);
}

// MARK: Serving

// The forks of this process that are still there: state after other versions of the next cell.
static struct pollfd *waiting;  // the control socket first, then one descriptor for each fork
static pid_t *forks;
static size_t forkCount, forkCapacity;

static int watchFork(pid_t child) {
  if (forkCount + 1 >= forkCapacity) {
    size_t capacity = forkCapacity ? forkCapacity * 2 : 16;
    struct pollfd *more = realloc(waiting, capacity * sizeof *waiting);
    if (!more) return -1;
    waiting = more;
    pid_t *moreForks = realloc(forks, capacity * sizeof *forks);
    if (!moreForks) return -1;
    forks = moreForks;
    forkCapacity = capacity;
  }
  if (child == 0) return 0;
  forkCount++;
  waiting[forkCount] = (struct pollfd){.fd = pidfd_open(child, 0), .events = POLLIN};
  forks[forkCount] = child;
  return 0;
}

static void forgetForks(void) {
  for (size_t i = 1; i <= forkCount; i++) close(waiting[i].fd);
  forkCount = 0;
}

static void reportEnds(void) {
  for (size_t i = forkCount; i >= 1; i--) {
    if (!waiting[i].revents) continue;
    int status = 0;
    waitpid(forks[i], &status, 0);
    char text[48];
    int length = snprintf(text, sizeof text, "X%d %d", (int)forks[i], status);
    tell(text, (size_t)length);
    close(waiting[i].fd);
    waiting[i] = waiting[forkCount];
    forks[i] = forks[forkCount];
    forkCount--;
  }
}

static ssize_t receive(char *text, size_t room, int descriptors[4]) {
  struct iovec part = {.iov_base = text, .iov_len = room - 1};
  union {
    char bytes[CMSG_SPACE(4 * sizeof(int))];
    struct cmsghdr align;
  } ancillary;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = ancillary.bytes, .msg_controllen = sizeof ancillary.bytes};
  ssize_t length;
  do length = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
  while (length < 0 && errno == EINTR);
  if (length <= 0) return length;
  text[length] = 0;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_len != CMSG_LEN(4 * sizeof(int))) return -1;
  memcpy(descriptors, CMSG_DATA(header), 4 * sizeof(int));
  return length;
}

static void serve(void) {
  static char text[mostText];
  int descriptors[4];
  for (;;) {
    if (watchFork(0) < 0) _exit(72);
    waiting[0] = (struct pollfd){.fd = control, .events = POLLIN};
    if (poll(waiting, forkCount + 1, -1) < 0) {
      if (errno == EINTR) continue;
      _exit(72);
    }
    int asked = waiting[0].revents != 0;
    reportEnds();
    if (!asked) continue;
    if (receive(text, sizeof text, descriptors) <= 0) _exit(0);
    const char *library = text + 1, *entry = library + strlen(library) + 1;
    if (text[0] == 'K') {
      close(control);
      runCell(library, entry, descriptors);
      continue;
    }
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0) {
      // When the runner goes, this process's parent, which waits on its socket, goes too: a cell that loops for ever ends
      // with it.
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) _exit(0);
      setpgid(0, 0);
      forgetForks();
      close(control);
      runCell(library, entry, descriptors);
      continue;
    }
    for (int i = 0; i < 4; i++) close(descriptors[i]);
    char reply[64];
    int length;
    if (child < 0) {
      length = snprintf(reply, sizeof reply, "Lfork: %s", strerror(errno));
    } else {
      setpgid(child, child);
      if (watchFork(child) < 0) _exit(72);
      length = snprintf(reply, sizeof reply, "P%d", (int)child);
    }
    tell(reply, (size_t)length);
  }
}

int main(int count, char **arguments) {
  if (count < 2) {
    fputs("CellHost runs the cells of a notebook. It is started by `gimbal run`, not by hand.\n", stderr);
    return 64;
  }
  control = atoi(arguments[1]);
  fcntl(control, F_SETFD, FD_CLOEXEC);
  char display[16];
  snprintf(display, sizeof display, "%d", displayDescriptor);
  setenv("GIMBAL_DISPLAY", display, 1);
  for (int i = 2; i < count; i++) {
    if (!dlopen(arguments[i], RTLD_LAZY | RTLD_GLOBAL)) {
      char text[4096];
      int length = snprintf(text, sizeof text, "L%s", dlerror());
      tell(text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
      return 71;
    }
  }
  setvbuf(stdout, NULL, _IOLBF, 1 << 16);
  // The runner's threads block and ignore signals for their own reasons; a cell gets what every program gets.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  void (*begin)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "gimbal_begin");
  if (begin) begin();
  catchCrashes();
  watchThrows();
  tell("D1", 2);
  serve();
}
