// The gate at which starts of processes and threads wait: a filter that tells the supervisor of them, and the supervisor's answers.
#define _GNU_SOURCE
#include "forks.h"

#include <errno.h>
#include <linux/filter.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: In the tree

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ASK(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF)

// Other numberings of the calls are refused by the filter of system calls.
static struct sock_filter gate[] = {
    LOAD(nr),
#if defined(__x86_64__)
    ASK(fork), ASK(vfork),
#endif
    ASK(clone),
    // What it is asked is in memory, which can change behind an answer; libc then takes the other.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};

int installForkGate(void) {
  struct sock_fprog program = {.len = sizeof gate / sizeof *gate, .filter = gate};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  // A signal does not end the wait for an answer: the start would be asked for again and again.
  unsigned long flags = SECCOMP_FILTER_FLAG_NEW_LISTENER, waits = 1UL << 5;
  int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags | waits, &program);
  if (listener < 0 && errno == EINVAL) listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  return listener;
}

// MARK: From one to the other

union descriptorRoom {
  char bytes[CMSG_SPACE(sizeof(int))];
  struct cmsghdr header;
};

int passGate(int socket, int listener, const void *message, size_t length) {
  union descriptorRoom room;
  memset(&room, 0, sizeof room);
  struct iovec content = {.iov_base = (void *)message, .iov_len = length};
  struct msghdr packet = {.msg_iov = &content, .msg_iovlen = 1, .msg_control = room.bytes, .msg_controllen = sizeof room.bytes};
  struct cmsghdr *header = CMSG_FIRSTHDR(&packet);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &listener, sizeof listener);
  return sendmsg(socket, &packet, MSG_NOSIGNAL) == (ssize_t)length ? 0 : -1;
}

ssize_t takeMessage(int socket, void *message, size_t length, int *listener) {
  union descriptorRoom room;
  struct iovec content = {.iov_base = message, .iov_len = length};
  struct msghdr packet = {.msg_iov = &content, .msg_iovlen = 1, .msg_control = room.bytes, .msg_controllen = sizeof room.bytes};
  *listener = -1;
  ssize_t count;
  do count = recvmsg(socket, &packet, MSG_CMSG_CLOEXEC);
  while (count < 0 && errno == EINTR);
  if (count <= 0) return count;
  struct cmsghdr *header = CMSG_FIRSTHDR(&packet);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
    memcpy(listener, CMSG_DATA(header), sizeof *listener);
  // SECCOMP_IOCTL_NOTIF_SET_FLAGS, SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP: a kernel that can hands the processor over at once;
  // the shorter the wait, the fewer signals come into it.
  if (*listener >= 0) ioctl(*listener, SECCOMP_IOW(4, uint64_t), 1UL);
  return count;
}

// MARK: At the supervisor

static int startsThread(const struct seccomp_notif *asked) {
  return asked->data.nr == SYS_clone && (asked->data.args[0] & CLONE_THREAD) != 0;
}

static int hasRoom(const struct forkGate *gate) {
  if (startsThread(&gate->asked)) return gate->threads + gate->newThreads < gate->mostProcesses * threadsForEach;
  return gate->processes + gate->newProcesses < gate->mostProcesses;
}

static void allow(struct forkGate *gate) {
  struct seccomp_notif_resp answer = {.id = gate->asked.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
  gate->waits = 0;
  // Who has ended meanwhile starts nothing.
  if (ioctl(gate->listener, SECCOMP_IOCTL_NOTIF_SEND, &answer) < 0) return;
  if (startsThread(&gate->asked)) gate->newThreads++;
  else gate->newProcesses++;
}

void answerFork(struct forkGate *gate) {
  memset(&gate->asked, 0, sizeof gate->asked);
  if (ioctl(gate->listener, SECCOMP_IOCTL_NOTIF_RECV, &gate->asked) < 0) return;
  gate->waits = 1;
  if (gate->mostProcesses == 0 || hasRoom(gate)) allow(gate);
}

int settleFork(struct forkGate *gate, uint32_t processes, uint32_t threads) {
  gate->processes = processes, gate->threads = threads;
  gate->newProcesses = gate->newThreads = 0;
  if (!gate->waits) return 1;
  if (!hasRoom(gate)) return 0;
  allow(gate);
  return 1;
}

void closeGate(struct forkGate *gate) {
  if (gate->listener >= 0) close(gate->listener);
  gate->listener = -1;
  gate->waits = 0;
}
