#define _GNU_SOURCE
#include "watch.h"

#include "crashes.h"
#include "process.h"
#include "real.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// MARK: The table

// As it lies in the file: then `functions` places in the kit, rising; `functions` places of names; for each list a byte for each
// function (1: it may not be called, 2: no value may come of it); the names, each with a zero behind it.
struct header {
  char mark[8];
  uint32_t functions, lists, names, reserved;
};

static const struct header *table;
static const uint64_t *places;
static const uint32_t *nameOf;
static const uint8_t *forbidden;
static const char *names;

// The environment with which the process began: what cells have put into it is not there while a task's code is called.
static char **given;

static void keepEnvironment(void) {
  size_t count = 0;
  while (environ[count]) count++;
  if (!(given = calloc(count + 1, sizeof *given))) return;
  for (size_t i = 0; i < count; i++) given[i] = strdup(environ[i]);
}

int readWatch(void) {
  const char *path = REAL(getenv)("GIMBAL_WATCH");
  if (!path) return 0;
  int file = REAL(openat)(AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  unsetenv("GIMBAL_WATCH");
  struct stat status;
  if (file < 0 || fstat(file, &status) < 0 || (size_t)status.st_size < sizeof *table) return -1;
  const struct header *found = REAL(mmap)(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  REAL(close)(file);
  if (found == MAP_FAILED || memcmp(found->mark, "GWATCH1", 8) != 0) return -1;
  uint64_t count = found->functions;
  if (sizeof *found + count * (12 + (uint64_t)found->lists) + found->names != (uint64_t)status.st_size) return -1;
  places = (const uint64_t *)(found + 1);
  nameOf = (const uint32_t *)(places + count);
  forbidden = (const uint8_t *)(nameOf + count);
  names = (const char *)(forbidden + count * found->lists);
  table = found;
  keepEnvironment();
  return 0;
}

static const char *nameAt(uint32_t function) { return names + nameOf[function]; }
enum { whenCalled = 1, asValue = 2 };
static int isForbidden(uint32_t list, uint32_t function, int how) {
  return (forbidden[(size_t)list * table->functions + function] & how) != 0;
}

// MARK: What all processes of a submission share

enum { mostLibraries = 1024 };
enum { watchesNothing, notes, forbids };
enum { threads = 1, handlers = 2 };

struct sharedWatch {
  _Atomic int mode, library;
  // What earlier cells have left that could run while another one does.
  _Atomic int others;
};
static struct sharedWatch *state;
// For each function, whether its stubs ask.
static volatile uint8_t *asks;
// For each library, a byte for each function: whether it was reached while that ran.
static volatile uint8_t *reachedBy;
static uintptr_t *targets;
static char *libraries[mostLibraries];
static int libraryCount;

static void (*hook)(const char *name);
// The process to which the hook belongs: not those that it starts.
static pid_t watcher;

// MARK: Where code lies

struct range {
  uintptr_t start, end;
};
static struct range kitCode, cellCode[mostLibraries], stubs;
static uintptr_t kitBase;
static int cellCount;
// Of each cell's code, the number of its library.
static int numbers[mostLibraries];

static int numberOf(const char *library) {
  int number = 0;
  while (number < libraryCount && strcmp(libraries[number], library) != 0) number++;
  return number < libraryCount ? number : -1;
}

static int holds(struct range range, uintptr_t address) { return address >= range.start && address < range.end; }

static int isInCell(uintptr_t address) {
  for (int i = 0; i < cellCount; i++)
    if (holds(cellCode[i], address)) return 1;
  return 0;
}

struct search {
  const char *path;
  struct dl_phdr_info found;
};

static int compare(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct search *search = context;
  if (strcmp(info->dlpi_name, search->path) != 0) return 0;
  search->found = *info;
  return 1;
}

static int findImage(const char *path, struct dl_phdr_info *found) {
  struct search search = {.path = path};
  if (!dl_iterate_phdr(compare, &search)) return -1;
  *found = search.found;
  return 0;
}

static struct range codeOf(const struct dl_phdr_info *image) {
  struct range range = {UINTPTR_MAX, 0};
  for (int i = 0; i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &image->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    uintptr_t start = image->dlpi_addr + part->p_vaddr, end = start + part->p_memsz;
    if (start < range.start) range.start = start;
    if (end > range.end) range.end = end;
  }
  return range;
}

// The function of the table that begins here; -1 for none.
static int64_t functionAt(uintptr_t address) {
  if (!holds(kitCode, address)) return -1;
  uint64_t place = address - kitBase;
  size_t low = 0, high = table->functions;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (places[middle] < place) low = middle + 1;
    else high = middle;
  }
  return low < table->functions && places[low] == place ? (int64_t)low : -1;
}

// MARK: Stubs

#if defined(__x86_64__)

enum { stubSize = 32, outer = 0, inner = 1 };

static uintptr_t stubOf(uint32_t function, int kind) { return stubs.start + ((size_t)function * 2 + (size_t)kind) * stubSize; }

// What registers held at a stub, in the order in which they are saved.
struct registers {
  uint64_t vectors[32], padding;
  uint64_t r15, r14, r13, r12, rbx, rbp, r11, r10, r9, r8, rdi, rsi, rdx, rcx, rax;
  // The number of the stub, in whose place the target is put; and where the call came from.
  uint64_t stub, back;
};

__attribute__((used)) uintptr_t gimbal_stub_asks(struct registers *at);
extern void gimbal_stub(void);

// Arguments may lie in any register that a call need not keep, and in two that it must.
__asm__(
    ".text\n.globl gimbal_stub\n.hidden gimbal_stub\n.type gimbal_stub,@function\ngimbal_stub:\n"
    "push %rax\npush %rcx\npush %rdx\npush %rsi\npush %rdi\npush %r8\npush %r9\npush %r10\npush %r11\npush %rbp\n"
    "push %rbx\npush %r12\npush %r13\npush %r14\npush %r15\nsub $264, %rsp\n"
    "movups %xmm0, 0(%rsp)\nmovups %xmm1, 16(%rsp)\nmovups %xmm2, 32(%rsp)\nmovups %xmm3, 48(%rsp)\n"
    "movups %xmm4, 64(%rsp)\nmovups %xmm5, 80(%rsp)\nmovups %xmm6, 96(%rsp)\nmovups %xmm7, 112(%rsp)\n"
    "movups %xmm8, 128(%rsp)\nmovups %xmm9, 144(%rsp)\nmovups %xmm10, 160(%rsp)\nmovups %xmm11, 176(%rsp)\n"
    "movups %xmm12, 192(%rsp)\nmovups %xmm13, 208(%rsp)\nmovups %xmm14, 224(%rsp)\nmovups %xmm15, 240(%rsp)\n"
    "mov %rsp, %rdi\ncall gimbal_stub_asks\nmov %rax, 384(%rsp)\n"
    "movups 0(%rsp), %xmm0\nmovups 16(%rsp), %xmm1\nmovups 32(%rsp), %xmm2\nmovups 48(%rsp), %xmm3\n"
    "movups 64(%rsp), %xmm4\nmovups 80(%rsp), %xmm5\nmovups 96(%rsp), %xmm6\nmovups 112(%rsp), %xmm7\n"
    "movups 128(%rsp), %xmm8\nmovups 144(%rsp), %xmm9\nmovups 160(%rsp), %xmm10\nmovups 176(%rsp), %xmm11\n"
    "movups 192(%rsp), %xmm12\nmovups 208(%rsp), %xmm13\nmovups 224(%rsp), %xmm14\nmovups 240(%rsp), %xmm15\n"
    "add $264, %rsp\npop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\npop %r11\npop %r10\npop %r9\npop %r8\n"
    "pop %rdi\npop %rsi\npop %rdx\npop %rcx\npop %rax\nret\n"
    ".size gimbal_stub, .-gimbal_stub\n");

static unsigned char *put32(unsigned char *at, int64_t value) {
  int32_t word = (int32_t)value;
  memcpy(at, &word, 4);
  return at + 4;
}

//   cmpb $0, asks[function]; jne 1f; jmp *targets[function]; 1: push $stub; jmp gimbal_stub
static void writeStub(uint32_t function, int kind, unsigned char *leap) {
  unsigned char *at = (unsigned char *)stubOf(function, kind);
  *at++ = 0x80, *at++ = 0x3d;
  at = put32(at, (intptr_t)(asks + function) - ((intptr_t)at + 5));
  *at++ = 0;
  *at++ = 0x75, *at++ = 6;
  *at++ = 0xff, *at++ = 0x25;
  at = put32(at, (intptr_t)(targets + function) - ((intptr_t)at + 4));
  *at++ = 0x68;
  at = put32(at, (int64_t)function * 2 + kind);
  *at++ = 0xe9;
  put32(at, (intptr_t)leap - ((intptr_t)at + 4));
}

static size_t roundedUp(size_t size) { return (size + 4095) & ~(size_t)4095; }

// All that stubs reach lies within two gigabytes: their code, the addresses of the functions, and what says whether they ask.
static int makeStubs(void) {
  size_t count = table->functions, codeSize = roundedUp(count * 2 * stubSize + 16), targetSize = roundedUp(count * sizeof *targets);
  size_t askSize = roundedUp(sizeof *state + count);
  unsigned char *all = REAL(mmap)(NULL, codeSize + targetSize + askSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) return -1;
  unsigned char *sharedPart = REAL(mmap)(all + codeSize + targetSize, askSize, PROT_READ | PROT_WRITE,
                                         MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  void *noted = REAL(mmap)(NULL, count * mostLibraries, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (sharedPart == MAP_FAILED || noted == MAP_FAILED) return -1;
  stubs = (struct range){(uintptr_t)all, (uintptr_t)all + count * 2 * stubSize};
  targets = (uintptr_t *)(all + codeSize);
  state = (struct sharedWatch *)sharedPart;
  asks = sharedPart + sizeof *state;
  reachedBy = noted;
  unsigned char *leap = all + count * 2 * stubSize;
  //   jmp *0(%rip), and the address behind it
  void (*stub)(void) = gimbal_stub;
  leap[0] = 0xff, leap[1] = 0x25;
  put32(leap + 2, 0);
  memcpy(leap + 6, &stub, sizeof stub);
  for (uint32_t i = 0; i < count; i++) {
    targets[i] = kitBase + places[i];
    writeStub(i, outer, leap);
    writeStub(i, inner, leap);
  }
  if (mprotect(all, codeSize, PROT_READ | PROT_EXEC) < 0) return -1;
  return mprotect(targets, targetSize, PROT_READ);
}

// MARK: References

// Puts stubs in the place of functions, wherever a library's data holds the address of one.
static void lead(const struct dl_phdr_info *image, int kind) {
  struct range sealed = {0, 0};
  for (int i = 0; i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &image->dlpi_phdr[i];
    if (part->p_type != PT_GNU_RELRO) continue;
    uintptr_t start = image->dlpi_addr + part->p_vaddr;
    sealed = (struct range){start & ~(uintptr_t)4095, (start + part->p_memsz) & ~(uintptr_t)4095};
  }
  size_t size = sealed.end - sealed.start;
  if (size > 0 && mprotect((void *)sealed.start, size, PROT_READ | PROT_WRITE) < 0) return;
  for (int i = 0; i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &image->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_W)) continue;
    uintptr_t start = image->dlpi_addr + part->p_vaddr, end = start + part->p_filesz;
    for (uintptr_t *word = (uintptr_t *)((start + 7) & ~(uintptr_t)7); (uintptr_t)(word + 1) <= end; word++) {
      int64_t function = functionAt(*word);
      if (function >= 0) *word = stubOf((uint32_t)function, kind);
    }
  }
  if (size > 0) mprotect((void *)sealed.start, size, PROT_READ);
}

int watchKit(const char *kit) {
  if (!table) return 0;
  struct dl_phdr_info image;
  if (findImage(kit, &image) < 0) return -1;
  kitBase = image.dlpi_addr;
  kitCode = codeOf(&image);
  if (makeStubs() < 0) return -1;
  lead(&image, inner);
  return 0;
}

void watchCell(const char *library) {
  struct dl_phdr_info image;
  if (!table || libraryCount == mostLibraries || findImage(library, &image) < 0) return;
  numbers[cellCount] = numberOf(library);
  cellCode[cellCount++] = codeOf(&image);
  lead(&image, outer);
}

// MARK: Who calls

// Whether eight bytes can be read there.
static int isReadable(uintptr_t address) {
  unsigned char there;
  uintptr_t page = address & ~(uintptr_t)4095;
  return (address & 7) == 0 && mincore((void *)page, 4096, &there) == 0;
}

// Where a jump leads that stands for a function of another library.
static uintptr_t behindJump(uintptr_t address) {
  if (!isInCell(address)) return address;
  const unsigned char *code = (const unsigned char *)address;
  if (memcmp(code, "\xf3\x0f\x1e\xfa", 4) == 0) code += 4;
  if (code[0] != 0xff || code[1] != 0x25) return address;
  int32_t distance;
  memcpy(&distance, code + 2, 4);
  return *(const uintptr_t *)(code + 6 + distance);
}

// What the call before this place calls: in a cell. Registers are those of the call, where nothing has run since; 0 where they would
// have to be known and are not.
static uintptr_t calledBefore(uintptr_t back, const struct registers *at) {
  const unsigned char *end = (const unsigned char *)back;
  if (end[-2] == 0xff && (end[-1] & 0xf8) == 0xd0) {
    if (!at) return 0;
    const uint64_t known[] = {at->rax, at->rcx, at->rdx, at->rbx, 0, at->rbp, at->rsi, at->rdi,
                              at->r8,  at->r9,  at->r10, at->r11, at->r12, at->r13, at->r14, at->r15};
    return known[(end[-1] & 7) + (end[-3] == 0x41 ? 8 : 0)];
  }
  int32_t distance;
  memcpy(&distance, end - 4, 4);
  if (end[-5] == 0xe8) return behindJump(back + (uintptr_t)(intptr_t)distance);
  if (end[-6] == 0xff && end[-5] == 0x15) return *(const uintptr_t *)(back + (uintptr_t)(intptr_t)distance);
  return 0;
}

enum { deepest = 256 };

// Goes to the frame above; 0 where there is none that can be read.
static int goUp(uintptr_t *back, uintptr_t *frame, uintptr_t *last) {
  if (*frame <= *last || *frame - *last > 64 << 20 || !isReadable(*frame) || !isReadable(*frame + 8)) return 0;
  *last = *frame;
  *back = ((const uintptr_t *)*frame)[1];
  *frame = ((const uintptr_t *)*frame)[0];
  return 1;
}

// Whether a function that was reached by way of a table was called by the kit: of the frames from the innermost on, those of other
// libraries aside, the first is one of the kit's; or it is a cell's, and what that calls is another function of the kit, which has
// left no frame because the call was its last act.
static int isCalledByKit(const struct registers *at) {
  uintptr_t self = stubOf((uint32_t)(at->stub / 2), inner), back = at->back, frame = at->rbp, last = (uintptr_t)&at->back;
  for (int depth = 0; depth < deepest; depth++) {
    if (holds(kitCode, back)) return 1;
    if (isInCell(back)) {
      uintptr_t called = calledBefore(back, depth == 0 ? at : NULL);
      return called != self && (holds(kitCode, called) || holds(stubs, called));
    }
    if (!goUp(&back, &frame, &last)) return 0;
  }
  return 0;
}

// MARK: What is done about it

static void noteFor(int library, uint32_t function) {
  if (library >= 0) reachedBy[(size_t)library * table->functions + function] = 1;
}

// Notes it for all cells whose code has led here.
static void noteForCallers(const struct registers *at, uint32_t function) {
  uintptr_t back = at->back, frame = at->rbp, last = (uintptr_t)&at->back;
  for (int depth = 0; depth < deepest; depth++) {
    for (int i = 0; i < cellCount; i++)
      if (holds(cellCode[i], back)) noteFor(numbers[i], function);
    if (!goUp(&back, &frame, &last)) return;
  }
}

uintptr_t gimbal_stub_asks(struct registers *at) {
  uint32_t function = (uint32_t)(at->stub / 2);
  uintptr_t target = targets[function];
  int mode = atomic_load(&state->mode), problem = errno;
  if (mode == watchesNothing || (at->stub % 2 == inner && isCalledByKit(at))) {
    errno = problem;
    return target;
  }
  if (mode == notes) {
    noteFor(atomic_load(&state->library), function);
    // What a thread or a handler of an earlier cell reaches is that cell's, whichever runs. Where there is none, once is enough.
    int others = atomic_load(&state->others);
    if (others & handlers || (others & threads && REAL(syscall)(SYS_gettid) != getpid())) noteForCallers(at, function);
    if (!others) asks[function] = 0;
    errno = problem;
    return target;
  }
  if (hook && getpid() == watcher) hook(nameAt(function));
  // Nobody waits for what this process does, or should.
  while (asks[function] && atomic_load(&state->mode) == forbids) usleep(1000);
  errno = problem;
  return target;
}

#else

// Elsewhere there are no stubs: grading asks `gimbal_watch`, which answers that.
int watchKit(const char *kit) {
  (void)kit;
  return table ? -1 : 0;
}
void watchCell(const char *library) { (void)library; }

#endif

void noteReachedBy(const char *library) {
  if (!state) return;
  atomic_store(&state->library, numberOf(library));
  atomic_store(&state->others, (hasHadThreads() ? threads : 0) | (hasOwnHandlers() ? handlers : 0));
  atomic_store(&state->mode, notes);
  for (uint32_t i = 0; i < table->functions; i++) {
    uint8_t isWanted = 0;
    for (uint32_t list = 0; list < table->lists; list++) isWanted |= (uint8_t)isForbidden(list, i, asValue);
    asks[i] = isWanted;
  }
}

void stopNoting(void) {
  if (!state) return;
  atomic_store(&state->mode, watchesNothing);
  for (uint32_t i = 0; i < table->functions; i++) asks[i] = 0;
}

void numberLibrary(const char *library) {
  if (libraryCount < mostLibraries && (libraries[libraryCount] = strdup(library))) libraryCount++;
}

const char *gimbal_watch(int32_t list, const int32_t *before, size_t count) {
  static char **ofCells;
  if (!state) return NULL;
  stopNoting();
  if (ofCells) environ = ofCells;
  ofCells = NULL;
  if (list < 0 || (uint32_t)list >= table->lists) return NULL;
  for (size_t i = 0; i < count; i++) {
    if (before[i] < 0 || before[i] >= libraryCount) continue;
    const volatile uint8_t *reached = reachedBy + (size_t)before[i] * table->functions;
    for (uint32_t function = 0; function < table->functions; function++)
      if (reached[function] && isForbidden((uint32_t)list, function, asValue)) return nameAt(function);
  }
  ofCells = environ;
  if (given) environ = given;
  for (uint32_t i = 0; i < table->functions; i++) asks[i] = (uint8_t)isForbidden((uint32_t)list, i, whenCalled);
  atomic_store(&state->mode, forbids);
  return NULL;
}

void gimbal_watch_here(void (*then)(const char *name)) {
  hook = then;
  watcher = getpid();
}
