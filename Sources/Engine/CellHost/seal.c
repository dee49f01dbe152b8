// What a submission's processes may not do once their libraries are there: the code that runs is the code that was read.
#define _GNU_SOURCE
#include "seal.h"

#include "host.h"
#include "real.h"

#include <asm/ioctls.h>
#include <asm/sockios.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define NOT(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), RETURN(SECCOMP_RET_ERRNO | EPERM)
#define IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), yes, no)
#define ARGUMENT(number) LOAD(args[number])
#define REFUSE RETURN(SECCOMP_RET_ERRNO | EPERM)
#define ALLOW RETURN(SECCOMP_RET_ALLOW)
// Memory that can be executed: the rights are the third argument.
#define NOT_AS_CODE(name) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 4), LOAD(args[2]), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), RETURN(SECCOMP_RET_ERRNO | EPERM), RETURN(SECCOMP_RET_ALLOW)

// The sandbox's own filter has refused other numberings of the calls, and memory of System V.
static struct sock_filter filter[] = {
    LOAD(nr),
    NOT_AS_CODE(mmap), NOT_AS_CODE(mprotect), NOT_AS_CODE(pkey_mprotect),
    NOT(memfd_create), NOT(execve), NOT(execveat), NOT(remap_file_pages), NOT(personality),
#if defined(SYS_uselib)
    NOT(uselib),
#endif
    RETURN(SECCOMP_RET_ALLOW),
};

static int install(struct sock_filter *instructions, size_t count) {
  struct sock_fprog program = {.len = (unsigned short)count, .filter = instructions};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  return (int)REAL(syscall)(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

// MARK: Signals

// What sends signals. `kill` takes the number of any thread for its process, others name a process without its number: they are
// refused. Behind it stands what is asked of a process's number.
#define SENDING                                                                                                       \
  LOAD(nr), NOT(kill), NOT(tkill), NOT(rt_sigqueueinfo), NOT(pidfd_send_signal),                                       \
      IS(SYS_fcntl, 0, 5), ARGUMENT(1), IS(F_SETOWN, 1, 0), IS(F_SETOWN_EX, 0, 1), REFUSE, ALLOW,                       \
      IS(SYS_ioctl, 0, 5), ARGUMENT(1), IS(FIOSETOWN, 1, 0), IS(SIOCSPGRP, 0, 1), REFUSE, ALLOW,                        \
      IS(SYS_tgkill, 2, 0), IS(SYS_rt_tgsigqueueinfo, 1, 0), ALLOW,                                                    \
      ARGUMENT(0)

// No signal for this process, from here and all that comes from here.
static int spare(pid_t process) {
  struct sock_filter sparing[] = {SENDING, IS(process, 0, 1), REFUSE, ALLOW};
  return install(sparing, sizeof sparing / sizeof *sparing);
}

static int sealed;

int isSealed(void) { return sealed; }

int sealCode(void) {
  if (install(filter, sizeof filter / sizeof *filter) < 0) return -1;
  sealed = 1;
  for (int i = 0; keeperAt(i) > 0; i++)
    if (spare(keeperAt(i)) < 0) return -1;
  return 0;
}

int sealState(pid_t parent) { return sealed ? spare(parent) : 0; }

int gimbal_keep_apart(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  struct sock_filter own[] = {SENDING, IS(getpid(), 0, 1), ALLOW, REFUSE};
  return install(own, sizeof own / sizeof *own);
}
