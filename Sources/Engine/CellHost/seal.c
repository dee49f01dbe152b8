// What a submission's processes may not do once their libraries are there: the code that runs is the code that was read.
#define _GNU_SOURCE
#include "watch.h"

#include "real.h"

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

int sealCode(void) {
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  return (int)REAL(syscall)(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
