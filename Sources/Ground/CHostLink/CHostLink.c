#define _GNU_SOURCE
#include "CHostLink.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

int gimbal_is_of_kernel(const char *path) {
  struct statfs system;
  if (statfs(path, &system) < 0) return -1;
  switch ((unsigned int)system.f_type) {
    case PROC_SUPER_MAGIC: case SYSFS_MAGIC: case DEVPTS_SUPER_MAGIC: case CGROUP_SUPER_MAGIC:
    case CGROUP2_SUPER_MAGIC: case DEBUGFS_MAGIC: case TRACEFS_MAGIC: case SECURITYFS_MAGIC: case SELINUX_MAGIC:
    case BPF_FS_MAGIC: case BINFMTFS_MAGIC: case PSTOREFS_MAGIC: case EFIVARFS_MAGIC: return 1;
  }
  return 0;
}

int gimbal_memory(off_t size) {
  int memory = memfd_create("gimbal-record", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -1;
  // Sealed in its size: a process that made it smaller would make the other fault.
  if (ftruncate(memory, size) == 0 && fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0) return memory;
  close(memory);
  return -1;
}

int gimbal_packet_pair(int pair[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair); }

int gimbal_pipe(int pair[2]) {
  if (pipe2(pair, O_CLOEXEC) < 0) return -1;
  return fcntl(pair[0], F_SETFL, O_NONBLOCK);
}

int gimbal_blocking_pipe(int pair[2]) { return pipe2(pair, O_CLOEXEC); }

int gimbal_send_request(int socket, const void *bytes, size_t length, const int *descriptors, int count) {
  enum { most = 8 };
  if (count < 1 || count > most) {
    errno = EINVAL;
    return -1;
  }
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
  union {
    char bytes[CMSG_SPACE(most * sizeof(int))];
    struct cmsghdr align;
  } ancillary;
  memset(&ancillary, 0, sizeof ancillary);
  size_t size = (size_t)count * sizeof(int);
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = ancillary.bytes, .msg_controllen = CMSG_SPACE(size)};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(size);
  memcpy(CMSG_DATA(header), descriptors, size);
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent < 0 ? -1 : 0;
}

int gimbal_output_failure(int flushes) {
  static int failure;
  if (failure) return failure;
  if (flushes) errno = 0;
  if (flushes && fflush(stdout) < 0) failure = errno;
  if (!failure && ferror(stdout)) failure = errno ? errno : EIO;
  return failure;
}

const char *gimbal_own_file(void) {
  Dl_info information;
  if (dladdr((void *)gimbal_own_file, &information) == 0 || !information.dli_fname) return "";
  return information.dli_fname;
}

// MARK: Programs

enum { mostDescriptors = 8 };

struct start {
  const char *program, *folder;
  char *const *arguments, *const *environment;
  const int *descriptors;
  int count, outlives;
  pid_t process;
  int failure;
};

// Becomes the program. Until then it shares our memory, and so calls nothing but the system.
static _Noreturn void become(struct start *wish, pid_t parent) {
  // Handlers are ours; who has started us may have had these ignored.
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  signal(SIGHUP, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  setsid();
  if (!wish->outlives) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
  }
  // At the same addresses in every run, where that is allowed: the compiler goes through some tables in their order, and
  // would say the same of the same code in another one.
  const int ours = personality(0xffffffff);
  if (ours >= 0 && !wish->outlives) personality(ours | ADDR_NO_RANDOMIZE);
  // Out of the way of the numbers that they are to have.
  int high[mostDescriptors], complete = 1;
  for (int i = 0; i < wish->count; i++) {
    int given = wish->descriptors[i] >= 0 ? wish->descriptors[i] : open("/dev/null", O_RDWR);
    high[i] = fcntl(given, F_DUPFD, mostDescriptors);
  }
  for (int i = 0; i < wish->count; i++) complete &= high[i] >= 0 && dup2(high[i], i) == i;
  if (complete && close_range((unsigned int)wish->count, ~0U, 0) == 0 && (!wish->folder || chdir(wish->folder) == 0)) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(wish->program, wish->arguments, wish->environment ? wish->environment : environ);
  }
  wish->failure = errno;
  _exit(127);
}

static void start_here(struct start *wish) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  const pid_t parent = getpid();
  wish->failure = 0;
  wish->process = vfork();
  if (wish->process == 0) become(wish, parent);
  if (wish->process < 0) wish->failure = errno;
  if (wish->process > 0 && wish->failure != 0) waitpid(wish->process, NULL, 0);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

// The system ends a program when the thread that has started it ends: one that lasts starts them all.
static pthread_mutex_t start_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t start_news = PTHREAD_COND_INITIALIZER;
static struct start *awaited;
static int has_starter;

static void *start_for_ever(void *nothing) {
  pthread_mutex_lock(&start_lock);
  for (;;) {
    while (!awaited) pthread_cond_wait(&start_news, &start_lock);
    start_here(awaited);
    awaited = NULL;
    pthread_cond_broadcast(&start_news);
  }
  return nothing;
}

static int make_starter(void) {
  sigset_t all, before;
  pthread_t thread;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  int failure = pthread_create(&thread, NULL, start_for_ever, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failure == 0) pthread_detach(thread);
  return failure;
}

pid_t gimbal_start_program(const char *program, char *const arguments[], char *const environment[],
                           const char *folder, const int *descriptors, int count, int outlives) {
  struct start wish = {.program = program, .folder = folder, .arguments = arguments, .environment = environment,
                       .descriptors = descriptors, .count = count, .outlives = outlives, .process = -1};
  pthread_mutex_lock(&start_lock);
  if (!has_starter) {
    wish.failure = make_starter();
    has_starter = wish.failure == 0;
  }
  if (has_starter) {
    while (awaited) pthread_cond_wait(&start_news, &start_lock);
    awaited = &wish;
    pthread_cond_broadcast(&start_news);
    while (awaited == &wish) pthread_cond_wait(&start_news, &start_lock);
  }
  pthread_mutex_unlock(&start_lock);
  if (wish.failure == 0) return wish.process;
  errno = wish.failure;
  return -1;
}

static void *wait_for_start(void *lock) {
  pthread_mutex_lock(lock);
  pthread_mutex_unlock(lock);
  return NULL;
}

int gimbal_startable(int wanted) {
  enum { most = 256 };
  pthread_t threads[most];
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_attr_t small;
  int count = 0;
  if (wanted > most) wanted = most;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 1 << 16);
  pthread_mutex_lock(&lock);
  while (count < wanted && pthread_create(&threads[count], &small, wait_for_start, &lock) == 0) count++;
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
  pthread_attr_destroy(&small);
  return count;
}

pid_t gimbal_start_moving(char *const from[], char *const to[]) {
  pid_t process = fork();
  if (process != 0) return process;
  setsid();
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  signal(SIGQUIT, SIG_IGN);
  for (int i = 0; from[i]; i++) {
    // It is not a fault that the mover of a run that was killed has moved some already.
    if (rename(from[i], to[i]) != 0 && errno != ENOENT) _exit(errno < 255 ? errno : EIO);
  }
  _exit(0);
}

int gimbal_exchange(const char *first, const char *second) {
  return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
}

int gimbal_next_connection(int listening, unsigned int *address) {
  struct sockaddr_in peer = {0};
  socklen_t length = sizeof peer;
  int descriptor = accept4(listening, (struct sockaddr *)&peer, &length, SOCK_CLOEXEC);
  *address = peer.sin_addr.s_addr;
  return descriptor;
}

ssize_t gimbal_write_quietly(int descriptor, const void *bytes, size_t length) {
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  ssize_t count;
  do count = write(descriptor, bytes, length);
  while (count < 0 && errno == EINTR);
  if (count < 0 && errno == EPIPE && sigismember(&pending, SIGPIPE) == 0) {
    // The signal waits for this thread: take it away before it can be delivered.
    struct timespec now = {0, 0};
    sigtimedwait(&pipe, NULL, &now);
    errno = EPIPE;
  }
  int problem = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = problem;
  return count;
}

// As `sourcekitd_variant_t`.
struct variant {
  unsigned long long words[3];
};

char *gimbal_source_kit_json(const void *response, void *value, void *describe) {
  struct variant (*get)(const void *) = (struct variant (*)(const void *))value;
  char *(*json)(struct variant) = (char *(*)(struct variant))describe;
  return json(get(response));
}
