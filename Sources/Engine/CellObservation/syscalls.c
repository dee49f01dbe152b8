// `syscall` itself: the Swift runtime draws its random numbers and takes its locks through it.
#define _GNU_SOURCE
#include "descriptors.h"
#include "real.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>

// The runtime's locks name their owner by a thread's number, which the runtime asks for once and remembers. In a fork the
// main thread has another number than it remembers: the kernel would take the lock of a thread that waits for it for
// somebody else's, and never let it go (two threads that use a lazy global for the first time hang). So the waiting is
// done here, without the kernel's knowing of owners: after U. Drepper, Futexes Are Tricky, section 5. A lock that was
// taken here keeps the mark that somebody waits, so that it comes back here to be given away.
static long lockInherited(uint32_t *lock, int private, int waits, const struct timespec *until) {
  uint32_t self = (uint32_t)REAL(syscall)(SYS_gettid) | FUTEX_WAITERS;
  for (;;) {
    uint32_t found = 0;
    if (__atomic_compare_exchange_n(lock, &found, self, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return 0;
    if (!waits) {
      errno = EAGAIN;
      return -1;
    }
    uint32_t marked = found | FUTEX_WAITERS;
    if (found != marked && !__atomic_compare_exchange_n(lock, &found, marked, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      continue;
    }
    long result = REAL(syscall)(
        SYS_futex, lock, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME | private, marked, until, NULL, FUTEX_BITSET_MATCH_ANY);
    if (result < 0 && errno == ETIMEDOUT) return -1;
  }
}

static long unlockInherited(uint32_t *lock, int private) {
  __atomic_store_n(lock, 0, __ATOMIC_RELEASE);
  REAL(syscall)(SYS_futex, lock, FUTEX_WAKE | private, 1, NULL, NULL, 0);
  return 0;
}

long syscall(long number, ...) {
  long a[6];
  va_list arguments;
  va_start(arguments, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(arguments, long);
  va_end(arguments);
  switch (number) {
    case SYS_getrandom: return getrandom((void *)a[0], (size_t)a[1], (unsigned int)a[2]);
    case SYS_close: return close((int)a[0]);
#ifdef SYS_dup2
    case SYS_dup2: return dup2((int)a[0], (int)a[1]);
#endif
    case SYS_dup3: return dup3((int)a[0], (int)a[1], (int)a[2]);
    case SYS_close_range: return close_range((unsigned int)a[0], (unsigned int)a[1], (int)a[2]);
    case SYS_openat: return openat((int)a[0], (const char *)a[1], (int)a[2], (mode_t)a[3]);
#ifdef SYS_open
    case SYS_open: return open((const char *)a[0], (int)a[1], (mode_t)a[2]);
#endif
    case SYS_futex: {
      int private = (int)a[1] & FUTEX_PRIVATE_FLAG;
      switch ((int)a[1] & FUTEX_CMD_MASK) {
        case FUTEX_LOCK_PI: return lockInherited((uint32_t *)a[0], private, 1, (const struct timespec *)a[3]);
        case FUTEX_TRYLOCK_PI: return lockInherited((uint32_t *)a[0], private, 0, NULL);
        case FUTEX_UNLOCK_PI: return unlockInherited((uint32_t *)a[0], private);
      }
      break;
    }
    case SYS_clock_gettime: return clock_gettime((clockid_t)a[0], (struct timespec *)a[1]);
  }
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
