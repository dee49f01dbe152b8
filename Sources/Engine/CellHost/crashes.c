#define _GNU_SOURCE
#include "crashes.h"

#include "host.h"
#include "observing.h"
#include "process.h"
#include "real.h"
#include "running.h"
#include "seal.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <ucontext.h>
#include <unwind.h>
#include <sys/syscall.h>

enum { mostFrames = 128 };

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
  for (size_t i = 0; i < imageCount; i++)
    if (images[i].base == info->dlpi_addr) return 1;
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

void noteCell(const char *library) { dl_iterate_phdr(noteImage, (void *)library); }

int isCell(const char *library) {
  for (size_t i = 0; i < imageCount; i++)
    if (strcmp(images[i].path, library) == 0) return 1;
  return 0;
}

static const struct cellImage *imageOf(uintptr_t address) {
  for (size_t k = 0; k < imageCount; k++)
    if (address >= images[k].start && address < images[k].end) return &images[k];
  return NULL;
}

// Appends the frames that lie in cells to a text, innermost first. Return addresses point behind the call: one back. If a signal interrupted the code, the address
// is that of the instruction itself.
static size_t describeFrames(void **frames, int count, uintptr_t interrupted, char *text, size_t length, size_t room) {
  for (int i = 0; i < count; i++) {
    uintptr_t address = (uintptr_t)frames[i];
    const struct cellImage *image = imageOf(address);
    if (!image) continue;
    int written = snprintf(text + length, room - length, "%s 0x%lx\n", image->path,
                           (unsigned long)(address - image->base - (address != interrupted)));
    if (written < 0 || (size_t)written >= room - length) return length;
    length += (size_t)written;
  }
  return length;
}

// MARK: Crashes

static _Atomic long crashingThread;

// The instruction at which a signal interrupted its thread.
static uintptr_t addressIn(void *context) {
#if defined(__x86_64__)
  return (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (uintptr_t)((ucontext_t *)context)->uc_mcontext.pc;
#endif
}

// How the unwinder numbers the register that points at a frame.
#if defined(__x86_64__)
enum { framePointer = 6 };
#elif defined(__aarch64__)
enum { framePointer = 29 };
#endif

// The frames that an unwinder has found, and what the last one's frame pointer is.
struct walk {
  void **frames;
  int count, room;
  uintptr_t pointer;
};

static _Unwind_Reason_Code noteFrame(struct _Unwind_Context *frame, void *argument) {
  struct walk *walk = argument;
  if (walk->count == walk->room || _Unwind_GetIP(frame) == 0) return _URC_END_OF_STACK;
  walk->frames[walk->count++] = (void *)_Unwind_GetIP(frame);
  walk->pointer = _Unwind_GetGR(frame, framePointer);
  return _URC_NO_REASON;
}

// The beginning of the stack on which cells run.
static uintptr_t stackTop;

// The frames of an interrupted thread, innermost first. Where no unwinder knows the way out of a function (stubs through which libraries call each other,
// and some of Swift's own functions), frame pointers do, which Swift's code keeps.
static int framesOf(int signal, void *context, void **frames, int room) {
  struct walk walk = {frames, 0, room - 1, 0};
  _Unwind_Backtrace(noteFrame, &walk);
#if defined(__x86_64__)
  uintptr_t stack = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
  uintptr_t stack = (uintptr_t)((ucontext_t *)context)->uc_mcontext.sp;
#endif
  if (REAL(syscall)(SYS_gettid) != getpid() || stack >= stackTop) return walk.count;
  // A stack that has overflowed cannot be read where it ends.
  if (signal != SIGSEGV && signal != SIGBUS && walk.count > 0 && (uintptr_t)frames[walk.count - 1] == addressIn(context)) {
    // In its first instruction, nothing but the way back has been noted.
#if defined(__x86_64__)
    void *caller = *(void **)stack;
#elif defined(__aarch64__)
    void *caller = (void *)((ucontext_t *)context)->uc_mcontext.regs[30];
#endif
    if (imageOf((uintptr_t)caller)) frames[walk.count++] = caller;
  }
  while (walk.count < room && walk.pointer >= stack && walk.pointer < stackTop && walk.pointer % sizeof(void *) == 0) {
    void **frame = (void **)walk.pointer;
    frames[walk.count++] = frame[1];
    stack = walk.pointer + 1;
    walk.pointer = (uintptr_t)frame[0];
  }
  return walk.count;
}

// Whether the thread that runs cells computes nothing for so long that nothing but this thread's work could bring it on.
static int isAwaited(uint64_t unit) {
  enum { looks = 100, pauseMilliseconds = 50 };
  // The clock of a thread's processor time, by its number, as the kernel writes it: see `clock_getres(2)`.
  clockid_t clock = (clockid_t)(~(unsigned)getpid() << 3 | 6);
  struct timespec before = {0, 0}, now;
  for (int still = 0; still < looks; still++) {
    poll(NULL, 0, pauseMilliseconds);
    if (!runsUnit() || gimbal_generation != unit) return 0;
    if (REAL(clock_gettime)(clock, &now) < 0) return 1;
    if (now.tv_sec != before.tv_sec || now.tv_nsec != before.tv_nsec) still = 0;
    before = now;
  }
  return 1;
}

void stopAside(void) {
  if (!isSealed() || !isOwnProcess() || REAL(syscall)(SYS_gettid) == getpid()) return;
  if (isAwaited(gimbal_generation)) return;
  for (;;) pause();
}

// Every thread may come here. The first one tells; another one waits for the end that the first brings, unless it is
// the first again, whose telling has crashed: then there is nothing to tell.
static void onCrash(int signal, siginfo_t *info, void *context) {
  (void)info;
  stopAside();
  long thread = REAL(syscall)(SYS_gettid), nobody = 0;
  if (!atomic_compare_exchange_strong(&crashingThread, &nobody, thread)) {
    if (nobody == thread) _exit(128 + signal);
    for (;;) pause();
  }
  static void *frames[mostFrames];
  static char text[mostText];
  int count = framesOf(signal, context, frames, mostFrames);
  size_t length = (size_t)snprintf(text, sizeof text, "C%d\n", signal);
  length = describeFrames(frames, count, addressIn(context), text, length, sizeof text);
  signDescriptors();
  tell(text, length);
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigaction(signal, &standard, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  REAL(syscall)(SYS_tgkill, getpid(), thread, signal);
  _exit(128 + signal);
}

void catchCrashes(void) {
  // Other threads have no stack of this kind: a thread that runs out of its stack is ended by the kernel, without a word
  // from here.
  static char stack[1 << 17];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);
  stackTop = (uintptr_t)__builtin_frame_address(0);
  void *first[2];
  backtrace(first, 2);  // loads the unwinder now, not inside a handler
  const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction action = {.sa_sigaction = onCrash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(signals[i], &action, NULL);
  }
}

int hasOwnHandlers(void) {
  for (int number = 1; number < 65; number++) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) < 0 || action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) continue;
    if (action.sa_sigaction != onCrash) return 1;
  }
  return 0;
}

// MARK: Ends that another thread asks for

void exit(int status) {
  stopAside();
  REAL(exit)(status);
  __builtin_unreachable();
}

void _exit(int status) {
  stopAside();
  REAL(_exit)(status);
  __builtin_unreachable();
}

void _Exit(int status) SAME_AS(_exit);

void quick_exit(int status) {
  stopAside();
  REAL(quick_exit)(status);
  __builtin_unreachable();
}

void abort(void) {
  stopAside();
  REAL(abort)();
  __builtin_unreachable();
}

// MARK: Errors

// Remembers where the latest Swift error was thrown: the runtime calls this hook at each `throw`.
static __thread void *thrownAt[mostFrames];
static __thread int thrownDepth;
static __thread int isHeld;

static void onThrow(void *error) {
  (void)error;
  if (isHeld) return;
  thrownDepth = backtrace(thrownAt, mostFrames);
}

void watchThrows(void) {
  void (**hook)(void *) = (void (**)(void *))dlsym(RTLD_DEFAULT, "_swift_willThrow");
  if (hook) *hook = onThrow;
}

// Called by the library when an error reaches the top level of a cell, before it asks the error for its words: what is
// thrown and caught while these are found is not the error.
void gimbal_cell_throws(void) { isHeld = 1; }

// Called by the library when an error reaches the top level of a cell, after it has shown the error.
void gimbal_cell_threw(void) {
  static char text[mostText];
  text[0] = 'E';
  fflush(NULL);
  signDescriptors();
  tell(text, describeFrames(thrownAt, thrownDepth, 0, text, 1, sizeof text));
  _exit(70);
}
