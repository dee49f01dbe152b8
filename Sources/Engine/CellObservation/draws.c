#define _GNU_SOURCE
#include "draws.h"

#include "process.h"
#include "real.h"
#include "record.h"

#include <errno.h>
#include <link.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>

enum { mostRandomBytes = 1 << 20, mostReadings = 100000, clockIds = 16 };

static pthread_mutex_t drawing = PTHREAD_MUTEX_INITIALIZER;

// MARK: What was given

static uint64_t randomOffset;
static const unsigned char *randomLeft;
static size_t randomLeftCount, randomBytes;
static uint64_t clockOffsets[clockIds];
static _Atomic uint32_t readings;
static int hasGivenReadings;

void beginDraws(void) {
  randomOffset = 0;
  randomLeftCount = randomBytes = 0;
  readings = 0;
  memset(clockOffsets, 0, sizeof clockOffsets);
  uint64_t offset = 0;
  size_t length;
  hasGivenReadings = nextGiven(kindClock, &offset, &length) != NULL;
}

static int takeRandom(unsigned char *byte) {
  while (randomLeftCount == 0) {
    size_t size;
    const unsigned char *entry = nextGiven(kindRandom, &randomOffset, &size);
    if (!entry) return 0;
    uint32_t count = 0;
    if (size >= 4) memcpy(&count, entry, 4);
    if (size < 4 || count > size - 4) continue;
    randomLeft = entry + 4;
    randomLeftCount = count;
  }
  *byte = *randomLeft++;
  randomLeftCount--;
  return 1;
}

// MARK: Randomness

static void drawn(void *bytes, size_t length) {
  if (!isRecording()) return;
  pthread_mutex_lock(&drawing);
  unsigned char *at = bytes;
  for (size_t i = 0; i < length && takeRandom(at + i); i++) {
  }
  randomBytes += length;
  unsigned char *entry = randomBytes <= mostRandomBytes ? beginEntry(kindRandom, 4 + length) : NULL;
  if (entry) {
    putText(entry, bytes, length);
    endEntry(entry);
  } else {
    setRecordFlag(flagDrawsOverflowed);
  }
  pthread_mutex_unlock(&drawing);
}

ssize_t getrandom(void *bytes, size_t length, unsigned int flags) {
  ssize_t count = REAL(getrandom)(bytes, length, flags);
  if (count > 0) drawn(bytes, (size_t)count);
  return count;
}

int getentropy(void *bytes, size_t length) {
  int result = REAL(getentropy)(bytes, length);
  if (result == 0) drawn(bytes, length);
  return result;
}

static void fill(void *bytes, size_t length) {
  unsigned char *at = bytes;
  while (length > 0) {
    ssize_t count = REAL(getrandom)(at, length, 0);
    if (count < 0 && errno != EINTR) abort();
    if (count <= 0) continue;
    at += count;
    length -= (size_t)count;
  }
}

void arc4random_buf(void *bytes, size_t length) {
  if (REAL(arc4random_buf)) {
    REAL(arc4random_buf)(bytes, length);
  } else {
    fill(bytes, length);
  }
  drawn(bytes, length);
}

uint32_t arc4random(void) {
  uint32_t number;
  arc4random_buf(&number, sizeof number);
  return number;
}

// Draws until the number lies below a multiple of the bound, so that all remainders are equally likely.
uint32_t arc4random_uniform(uint32_t bound) {
  if (bound < 2) return 0;
  uint32_t uneven = -bound % bound, number;
  do number = arc4random();
  while (number < uneven);
  return number % bound;
}

int isRandomSource(const char *path) {
  if (!path || strncmp(path, "/dev/", 5) != 0) return 0;
  return strcmp(path, "/dev/urandom") == 0 || strcmp(path, "/dev/random") == 0;
}

// One bit for each descriptor that may be such a source; it may since have become something else.
static _Atomic uint64_t randomDescriptors[1024 / 64];

void noteRandomSource(const char *path, int descriptor) {
  if (descriptor < 0 || !isRandomSource(path)) return;
  if (descriptor < 1024) {
    randomDescriptors[descriptor / 64] |= (uint64_t)1 << descriptor % 64;
  } else {
    gimbal_note_outside("randomness");
  }
}

void drawnFrom(int descriptor, void *bytes, size_t length) {
  if (descriptor < 0 || descriptor >= 1024 || !(randomDescriptors[descriptor / 64] >> descriptor % 64 & 1)) return;
  struct stat status;
  if (REAL(fstat)(descriptor, &status) < 0 || !S_ISCHR(status.st_mode)) return;
  unsigned int number = minor(status.st_rdev);
  if (major(status.st_rdev) == 1 && (number == 8 || number == 9)) drawn(bytes, length);
}

// The C++ library's `std::random_device` asks the processor.
unsigned int gimbalRandomDevice(void *device) __asm__("_ZNSt13random_device9_M_getvalEv");
unsigned int gimbalRandomDevice(void *device) {
  (void)device;
  return arc4random();
}

// MARK: Clocks

// Libraries whose readings become deadlines of timers and run loops. Those must lie in the real future, so they are
// neither recorded nor replayed.
enum { dispatchPlace, foundationPlace, waitingCount };
static const char *const waitingLibraries[waitingCount] = {"/libdispatch.so", "/libFoundation.so"};
static struct {
  uintptr_t start, end;
} waitingRanges[waitingCount];

static int noteRange(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  (void)context;
  for (int place = 0; place < waitingCount; place++) {
    if (waitingRanges[place].end || !strstr(info->dlpi_name, waitingLibraries[place])) continue;
    waitingRanges[place].start = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
      uintptr_t end = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
      if (info->dlpi_phdr[i].p_type == PT_LOAD && end > waitingRanges[place].end) waitingRanges[place].end = end;
    }
  }
  return 0;
}

void findWaitingLibraries(void) {
  if (!waitingRanges[dispatchPlace].end || !waitingRanges[foundationPlace].end) dl_iterate_phdr(noteRange, NULL);
}

static int isIn(int place, const void *caller) {
  uintptr_t address = (uintptr_t)caller;
  return address >= waitingRanges[place].start && address < waitingRanges[place].end;
}

// Whether a reading for this caller is a draw. A run loop that waits for a time does so again in a rebuild, where the
// cell's own readings are those of the first run: what happens meanwhile may differ, so it is reported.
static int isDraw(const void *caller) {
  if (!isRecording() || isIn(dispatchPlace, caller)) return 0;
  if (!isIn(foundationPlace, caller)) return 1;
  gimbal_note_outside("run loop");
  return 0;
}

// The next reading of this clock that was given; 0 when none is left. Which of several threads comes first is
// not the same each time, and a thread that is handed another's readings may wait for ever: they get the real time.
static int takeReading(uint32_t id, int64_t *nanoseconds) {
  if (!hasGivenReadings || id >= clockIds || hasHadThreads()) return 0;
  int found = 0;
  pthread_mutex_lock(&drawing);
  size_t size;
  const unsigned char *entry;
  while (!found && (entry = nextGiven(kindClock, &clockOffsets[id], &size))) {
    uint32_t given;
    if (size < 12) continue;
    memcpy(&given, entry, 4);
    found = given == id;
    if (found) memcpy(nanoseconds, entry + 4, 8);
  }
  pthread_mutex_unlock(&drawing);
  return found;
}

// The reading that the caller gets: the one that was given, or this one. It is recorded.
static int64_t reading(clockid_t id, int64_t nanoseconds) {
  takeReading((uint32_t)id, &nanoseconds);
  if (atomic_fetch_add_explicit(&readings, 1, memory_order_relaxed) >= mostReadings) {
    setRecordFlag(flagDrawsOverflowed);
    return nanoseconds;
  }
  unsigned char *entry = beginEntry(kindClock, 12);
  if (!entry) return nanoseconds;
  putLong(putNumber(entry, (uint32_t)id), (uint64_t)nanoseconds);
  endEntry(entry);
  return nanoseconds;
}

static void drawTime(clockid_t id, struct timespec *time) {
  int64_t drawn = reading(id, (int64_t)time->tv_sec * 1000000000 + time->tv_nsec);
  time->tv_sec = drawn / 1000000000;
  time->tv_nsec = drawn % 1000000000;
}

int clock_gettime(clockid_t id, struct timespec *time) {
  int result = REAL(clock_gettime)(id, time);
  if (result == 0 && isDraw(__builtin_return_address(0))) drawTime(id, time);
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  int result = REAL(gettimeofday)(time, zone);
  if (result != 0 || !isDraw(__builtin_return_address(0))) return result;
  struct timespec drawn = {.tv_sec = time->tv_sec, .tv_nsec = time->tv_usec * 1000};
  drawTime(CLOCK_REALTIME, &drawn);
  time->tv_sec = drawn.tv_sec;
  time->tv_usec = drawn.tv_nsec / 1000;
  return result;
}

time_t time(time_t *result) {
  struct timespec now = {.tv_sec = REAL(time)(NULL)};
  if (isDraw(__builtin_return_address(0))) drawTime(CLOCK_REALTIME_COARSE, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

int timespec_get(struct timespec *time, int base) {
  int result = REAL(timespec_get)(time, base);
  if (result == TIME_UTC && isRecording()) drawTime(CLOCK_REALTIME, time);
  return result;
}

clock_t clock(void) {
  clock_t now = REAL(clock)();
  if (now == (clock_t)-1 || !isRecording()) return now;
  return (clock_t)(reading(CLOCK_PROCESS_CPUTIME_ID, (int64_t)now * (1000000000 / CLOCKS_PER_SEC)) /
                   (1000000000 / CLOCKS_PER_SEC));
}

// The kit compares how long two pieces of work take, and says which grows faster: no time gets out.
int64_t gimbal_processor_time(void) {
  struct timespec now;
  if (REAL(clock_gettime)(CLOCK_PROCESS_CPUTIME_ID, &now) < 0) return -1;
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
