// The functions of libc behind this program's own of the same name.
//
// This program comes first in symbol lookup, so its `open`, `stat`, `getenv` … are called in place of libc's by
// everything in the process: by cells, the kit, Foundation, the C++ library. Each does what it has to and calls the
// real one, as `REAL(open)(path, flags)`. libc calls itself without passing here, so every entry point needs its own
// wrapper.
#ifndef REAL_H
#define REAL_H
#undef _FORTIFY_SOURCE  // its inline functions would stand in the way
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <fts.h>
#include <ftw.h>
#include <glob.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/shm.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

// Not in every system's headers; the numbers are the same on all processors.
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

// A function under another name: `off_t` and `off64_t` are the same here, and all that is made of them.
#define SAME_AS(name) __attribute__((alias(#name)))

// Not in every libc that this compiles with.
void closefrom(int lowest);
int close_range(unsigned int first, unsigned int last, int flags);
pid_t _Fork(void);
uint32_t arc4random(void);
void arc4random_buf(void *bytes, size_t length);
uint32_t arc4random_uniform(uint32_t bound);

#define REAL_FUNCTIONS(X)                                                                                            \
  X(openat) X(fopen) X(freopen) X(opendir) X(readdir) X(closedir) X(fdopen) X(fdopendir)                             \
  X(close) X(dup) X(dup2) X(dup3) X(fcntl) X(flock) X(lockf)                                                         \
  X(read) X(write) X(readv) X(writev) X(send) X(sendto) X(sendmsg) X(recv) X(recvfrom) X(recvmsg) X(shutdown)        \
  X(connect) X(bind) X(getaddrinfo)                                                                                  \
  X(stat) X(fstat) X(lstat) X(fstatat) X(statx) X(faccessat) X(readlinkat) X(realpath) X(getxattr) X(lgetxattr)      \
  X(listxattr) X(llistxattr)                                                                                         \
  X(scandir) X(scandirat) X(fts_read) X(ftw) X(nftw) X(glob)                                                         \
  X(chdir) X(fchdir) X(getenv) X(secure_getenv)                                                                      \
  X(mkdirat) X(unlinkat) X(remove) X(renameat) X(renameat2) X(linkat) X(symlinkat) X(truncate) X(mkostemps)          \
  X(mkdtemp) X(mkfifoat) X(mknodat)                                                                                  \
  X(fchmodat) X(fchmod) X(fchownat) X(fchown) X(utimes) X(lutimes) X(utime) X(utimensat) X(futimens) X(futimesat)    \
  X(setxattr) X(lsetxattr) X(removexattr) X(lremovexattr)                                                            \
  X(clock_gettime) X(gettimeofday) X(time) X(timespec_get) X(clock) X(getrandom) X(getentropy) X(arc4random_buf)     \
  X(fgets) X(fgetc) X(getdelim) X(fread) X(vfscanf) X(tcgetattr) X(tcsetattr)                                        \
  X(fork) X(_Fork) X(posix_spawn) X(posix_spawnp) X(posix_spawn_file_actions_addclose) X(popen) X(system) X(kill)    \
  X(exit) X(_exit) X(quick_exit) X(abort) X(pthread_create) X(pthread_join) X(setrlimit) X(prlimit)                                                          \
  X(dlopen) X(dlmopen) X(mmap) X(munmap) X(shmat) X(shm_open) X(shm_unlink) X(shmget) X(sem_open) X(timer_create) X(timer_delete)

#pragma GCC visibility push(hidden)
struct realFunctions {
#define REAL_MEMBER(name) __typeof__(&name) name;
  REAL_FUNCTIONS(REAL_MEMBER)
#undef REAL_MEMBER
  // The kernel's own door, for what is called before anything is resolved and for calls that an older libc lacks.
  long (*syscall)(long number, ...);
};

extern struct realFunctions realFunctions;
// Finds every function; called once, before anything else of the program and at the latest by the first wrapper.
void findRealFunctions(void);
#pragma GCC visibility pop

static inline const struct realFunctions *foundRealFunctions(void) {
  if (__builtin_expect(!realFunctions.syscall, 0)) findRealFunctions();
  return &realFunctions;
}

#define REAL(name) (foundRealFunctions()->name)
#endif
