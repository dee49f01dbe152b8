// Memory that a cell shares with others, and its timers: a fork would not have them for itself, or not at all.
#define _GNU_SOURCE
#include "memory.h"
#include "real.h"
#include "record.h"

#include <stdatomic.h>

// MARK: Shared mappings

enum { mostMappings = 64 };
static struct {
  _Atomic uintptr_t start;
  size_t length;
} mappings[mostMappings];
static _Atomic int untrackedMappings, attachedSegments;

const char *sharedMemory(void) {
  if (untrackedMappings || attachedSegments > 0) return "shared memory";
  for (int i = 0; i < mostMappings; i++)
    if (mappings[i].start) return "shared memory";
  return NULL;
}

static void *noteMapping(void *start, size_t length, int protection, int flags) {
  int isShared = (flags & MAP_TYPE) == MAP_SHARED || (flags & MAP_TYPE) == MAP_SHARED_VALIDATE;
  if (start == MAP_FAILED || !isShared || (!(protection & PROT_WRITE) && !(flags & MAP_ANONYMOUS))) return start;
  for (int i = 0; i < mostMappings; i++) {
    uintptr_t none = 0;
    if (!atomic_compare_exchange_strong(&mappings[i].start, &none, (uintptr_t)start)) continue;
    mappings[i].length = length;
    return start;
  }
  untrackedMappings = 1;
  return start;
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  void *start = REAL(mmap)(address, length, protection, flags, descriptor, offset);
  return noteMapping(start, length, protection, flags);
}

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off64_t offset) {
  void *start = REAL(mmap)(address, length, protection, flags, descriptor, offset);
  return noteMapping(start, length, protection, flags);
}

// A mapping that is only partly removed still counts.
int munmap(void *address, size_t length) {
  uintptr_t start = (uintptr_t)address;
  for (int i = 0; i < mostMappings; i++) {
    uintptr_t mapped = mappings[i].start;
    if (mapped && mapped >= start && mapped + mappings[i].length <= start + ((length + 4095) & ~(size_t)4095))
      mappings[i].start = 0;
  }
  return REAL(munmap)(address, length);
}

void *shmat(int segment, const void *address, int flags) {
  void *start = REAL(shmat)(segment, address, flags);
  if (start != (void *)-1) attachedSegments++;
  return start;
}

int shmdt(const void *address) {
  int result = REAL(shmdt)(address);
  if (result == 0) attachedSegments--;
  return result;
}

// MARK: Timers

static _Atomic int timers;

int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer) {
  int result = REAL(timer_create)(clock, event, timer);
  if (result == 0) timers++;
  return result;
}

int timer_delete(timer_t timer) {
  int result = REAL(timer_delete)(timer);
  if (result == 0) timers--;
  return result;
}

int hasTimers(void) {
  struct itimerval value;
  const __itimer_which_t kinds[] = {ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF};
  for (size_t i = 0; i < 3; i++)
    if (getitimer(kinds[i], &value) == 0 && (value.it_value.tv_sec || value.it_value.tv_usec)) return 1;
  return timers > 0;
}
