// The filter of system calls. Namespaces or Landlock decide what can be reached by a name; this closes what has none:
// sockets, other processes' memory and priorities, keys, shared memory of System V, new namespaces, and the owner's rights on files
// that may only be read.
#define _GNU_SOURCE
#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "CSandbox.h"

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define REFUSE RETURN(SECCOMP_RET_ERRNO | EPERM)
#define ABSENT RETURN(SECCOMP_RET_ERRNO | ENOSYS)
#define ALLOW RETURN(SECCOMP_RET_ALLOW)
// The call is refused, whatever its arguments.
#define NOT(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), REFUSE
// The kernel seems not to have it: libc then does it in another way.
#define MISSING(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), ABSENT
// It does nothing and says that it has: compilers set rights on what they write.
#define PRETEND(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), RETURN(SECCOMP_RET_ERRNO | 0)
// The lower half of an argument.
#define ARGUMENT(number) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[number]))
// Only for the process itself: its first argument is 0.
#define ONLY_ITSELF(name) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), ARGUMENT(0), \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1), ALLOW, REFUSE

// The highest call that was looked at: later ones are absent.
enum { lastKnown = 450 };

static const struct sock_filter filter[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
    // Another numbering of the same calls (x32) lies above; so do calls of later kernels.
    BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, lastKnown, 0, 1),
    ABSENT,

    // Sockets of every kind, abstract ones too. A pair of connected ones reaches nobody else and is what the engine talks over.
    NOT(socket), NOT(connect), NOT(bind), NOT(listen), NOT(accept), NOT(accept4),
    // Other processes.
    NOT(ptrace), NOT(process_vm_readv), NOT(process_vm_writev), NOT(pidfd_getfd), NOT(process_madvise),
    NOT(process_mrelease), NOT(move_pages), NOT(migrate_pages), NOT(setpriority), NOT(ioprio_set),
    NOT(sched_setscheduler), NOT(sched_setattr), NOT(sched_setparam), ONLY_ITSELF(sched_setaffinity),
    ONLY_ITSELF(prlimit64), NOT(perf_event_open), NOT(get_robust_list),
    // Ways around this filter, and parts of the kernel that need none of us.
    MISSING(io_uring_setup), MISSING(io_uring_enter), MISSING(io_uring_register), NOT(bpf), NOT(userfaultfd),
    NOT(keyctl), NOT(add_key), NOT(request_key), NOT(kexec_load), NOT(kexec_file_load), NOT(init_module),
    NOT(finit_module), NOT(delete_module), NOT(reboot), NOT(swapon), NOT(swapoff), NOT(syslog), NOT(acct),
    NOT(quotactl), NOT(quotactl_fd), NOT(vhangup), NOT(personality), NOT(fanotify_init), NOT(lookup_dcookie),
    NOT(settimeofday), NOT(clock_settime), NOT(adjtimex), NOT(clock_adjtime), NOT(sethostname), NOT(setdomainname),
    NOT(nfsservctl),
#if defined(__x86_64__)
    NOT(iopl), NOT(ioperm), NOT(modify_ldt), NOT(uselib), NOT(ustat), NOT(sysfs), NOT(_sysctl), NOT(chown),
    NOT(lchown), NOT(utime), NOT(utimes), NOT(futimesat),
#endif
    // Namespaces, mounts, handles of files.
    NOT(unshare), NOT(setns), NOT(mount), NOT(umount2), NOT(pivot_root), NOT(chroot), NOT(move_mount), NOT(open_tree),
    NOT(fsopen), NOT(fsmount), NOT(fsconfig), NOT(fspick), NOT(mount_setattr), NOT(open_by_handle_at),
    NOT(name_to_handle_at), NOT(landlock_create_ruleset), NOT(landlock_restrict_self),
    // The owner's rights: Landlock does not ask about these, and what may be read here may belong to the same person.
#if defined(__x86_64__)
    PRETEND(chmod),
#endif
    PRETEND(fchmod), PRETEND(fchmodat), NOT(fchown), NOT(fchownat), NOT(setxattr), NOT(lsetxattr), NOT(fsetxattr),
    NOT(removexattr), NOT(lremovexattr), NOT(fremovexattr), NOT(utimensat),
    // Memory and queues that outlive a process.
    NOT(shmget), NOT(shmat), NOT(shmctl), NOT(msgget), NOT(msgsnd), NOT(msgrcv), NOT(msgctl), NOT(semget), NOT(semop),
    NOT(semtimedop), NOT(semctl), NOT(mq_open), NOT(mq_unlink), NOT(memfd_secret),

    // Threads and processes, but no namespaces. What clone3 is asked cannot be seen here.
    MISSING(clone3),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4), ARGUMENT(0),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K,
             CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET, 0, 1),
    REFUSE, ALLOW,
    // A pair of sockets: of the local kind only.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socketpair, 0, 4), ARGUMENT(0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 1), ALLOW, REFUSE,
    // No typing into a terminal, and no larger pipes.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 5), ARGUMENT(1),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TIOCSTI, 1, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TIOCLINUX, 0, 1), REFUSE, ALLOW,
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fcntl, 0, 4), ARGUMENT(1),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_SETPIPE_SZ, 0, 1), REFUSE, ALLOW,
    ALLOW,
};

const struct sock_filter *callFilter(unsigned short *count) {
  *count = sizeof filter / sizeof *filter;
  return filter;
}

int gimbal_filter_file(void) {
  int file = memfd_create("gimbal-filter", MFD_CLOEXEC);
  if (file < 0) return -1;
  if (write(file, filter, sizeof filter) != (ssize_t)sizeof filter || lseek(file, 0, SEEK_SET) != 0) {
    int error = errno;
    close(file);
    errno = error;
    return -1;
  }
  return file;
}
