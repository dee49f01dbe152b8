// `syscall` itself: the Swift runtime draws its random numbers through it.
#define _GNU_SOURCE
#include "descriptors.h"
#include "real.h"

#include <errno.h>
#include <sys/syscall.h>

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
    case SYS_clock_gettime: return clock_gettime((clockid_t)a[0], (struct timespec *)a[1]);
  }
  return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
