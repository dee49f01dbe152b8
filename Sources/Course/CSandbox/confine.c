// From a fork to the confined program. Only system calls: the fork may come from a process with threads.
#define _GNU_SOURCE
#include "confine.h"

#include "filter.h"
#include "forks.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: Landlock, of which system headers may be older than the kernel

struct ruleset {
  uint64_t files, network, scopes;
};
struct __attribute__((packed)) pathRule {
  uint64_t allowed;
  int32_t folder;
};
enum { createVersion = 1, rulePathBeneath = 1 };
enum {
  fsExecute = 1 << 0, fsWriteFile = 1 << 1, fsReadFile = 1 << 2, fsReadDir = 1 << 3, fsRemoveDir = 1 << 4,
  fsRemoveFile = 1 << 5, fsMakeChar = 1 << 6, fsMakeDir = 1 << 7, fsMakeReg = 1 << 8, fsMakeSock = 1 << 9,
  fsMakeFifo = 1 << 10, fsMakeBlock = 1 << 11, fsMakeSym = 1 << 12, fsRefer = 1 << 13, fsTruncate = 1 << 14,
  fsDeviceControl = 1 << 15,
};

int gimbal_landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, createVersion);
  return version > 0 ? (int)version : 0;
}

int gimbal_make_namespace(void) { return unshare(CLONE_NEWUSER); }

static int allow(int ruleset, const char *path, uint64_t rights) {
  int folder = open(path, O_PATH | O_CLOEXEC);
  // What is not there cannot be read.
  if (folder < 0) return errno == ENOENT ? 0 : -1;
  struct stat status;
  if (fstat(folder, &status) == 0 && !S_ISDIR(status.st_mode))
    rights &= fsExecute | fsWriteFile | fsReadFile | fsTruncate | fsDeviceControl;
  struct pathRule rule = {.allowed = rights, .folder = folder};
  int result = (int)syscall(SYS_landlock_add_rule, ruleset, rulePathBeneath, &rule, 0);
  close(folder);
  return result;
}

static int restrictFiles(const struct gimbal_confinement *what) {
  const uint64_t all = (1 << 16) - 1, reading = fsExecute | fsReadFile | fsReadDir;
  // Connections of TCP; abstract sockets and signals beyond this domain.
  struct ruleset attributes = {.files = all, .network = 3, .scopes = 3};
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
  if (ruleset < 0) return -1;
  for (char *const *path = what->readable; *path; path++)
    if (allow(ruleset, *path, reading) < 0) return -1;
  for (char *const *path = what->devices; *path; path++)
    if (allow(ruleset, *path, fsReadFile | fsWriteFile) < 0) return -1;
  if (allow(ruleset, what->scratch, all & ~(uint64_t)(fsMakeChar | fsMakeBlock | fsMakeSock | fsDeviceControl)) < 0)
    return -1;
  if (syscall(SYS_landlock_restrict_self, ruleset, 0) < 0) return -1;
  close(ruleset);
  return 0;
}

// MARK: Rights and limits

static int dropCapabilities(void) {
  for (int capability = 0; capability <= 63; capability++)
    if (prctl(PR_CAPBSET_READ, capability, 0, 0, 0) == 1 && prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) < 0 && geteuid() == 0)
      return -1;
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0}, {0}};
  return (int)syscall(SYS_capset, &header, none);
}

static int lower(int resource, uint64_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) < 0) return -1;
  if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > value) limit.rlim_max = value;
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(resource, &limit);
}

static int setLimits(const struct gimbal_tree_limits *limits) {
  if (lower(RLIMIT_CORE, 0) < 0 || lower(RLIMIT_MSGQUEUE, 0) < 0 || lower(RLIMIT_RTPRIO, 0) < 0) return -1;
  if (lower(RLIMIT_NOFILE, 512) < 0 || lower(RLIMIT_MEMLOCK, 1 << 20) < 0 || lower(RLIMIT_SIGPENDING, 1024) < 0) return -1;
  if (limits->fileBytes && lower(RLIMIT_FSIZE, limits->fileBytes) < 0) return -1;
  if (limits->addressBytes && lower(RLIMIT_AS, limits->addressBytes) < 0) return -1;
  if (limits->cpuMilliseconds && lower(RLIMIT_CPU, limits->cpuMilliseconds / 1000 + 1) < 0) return -1;
  return 0;
}

// MARK: The way

static _Noreturn void fail(int report, int stage) {
  struct gimbal_tree_report failure = {.end = gimbal_tree_failed, .stage = stage, .error = errno};
  if (write(report, &failure, sizeof failure) < 0) _exit(126);
  _exit(127);
}

// Puts the descriptors to their numbers: above all of them first, so that none is overwritten before it is used.
static int placeDescriptors(const struct gimbal_confinement *what, int *report) {
  enum { most = 16 };
  int copies[most], count = what->descriptorCount < most ? what->descriptorCount : most;
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) return -1;
  if ((*report = fcntl(*report, F_DUPFD_CLOEXEC, 64)) < 0) return -1;
  for (int i = 0; i < count; i++)
    if ((copies[i] = fcntl(what->descriptors[i] < 0 ? null : what->descriptors[i], F_DUPFD_CLOEXEC, 65)) < 0) return -1;
  for (int i = 0; i < count; i++)
    if (dup2(copies[i], i) < 0) return -1;
  close_range((unsigned)count, (unsigned)*report - 1, 0);
  close_range((unsigned)*report + 1, ~0u, 0);
  return 0;
}

_Noreturn void becomeConfined(const struct gimbal_confinement *what, int report) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < 65; number++) sigaction(number, &standard, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setsid();
  if (placeDescriptors(what, &report) < 0 || chdir(what->scratch) < 0) fail(report, gimbal_stage_folder);
  umask(022);
  if (setLimits(&what->limits) < 0) fail(report, gimbal_stage_limits);
  int listener = installForkGate();
  struct gimbal_tree_report gate = {.stage = gimbal_stage_filter};
  if (listener < 0 || passGate(report, listener, &gate, sizeof gate) < 0) fail(report, gimbal_stage_filter);
  close(listener);
  if (what->confines) {
    if (dropCapabilities() < 0) fail(report, gimbal_stage_limits);
    if (restrictFiles(what) < 0) fail(report, gimbal_stage_landlock);
    unsigned short count;
    struct sock_fprog program = {.filter = (struct sock_filter *)callFilter(&count)};
    program.len = count;
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) < 0) fail(report, gimbal_stage_filter);
  }
  execve(what->program, what->arguments, what->environment);
  fail(report, gimbal_stage_program);
}
