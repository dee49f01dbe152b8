// What leaves the process other than through files: no record can put it back.
#define _GNU_SOURCE
#include "descriptors.h"
#include "real.h"
#include "record.h"

static int isFarther(const struct sockaddr *address) {
  return address && (address->sa_family == AF_INET || address->sa_family == AF_INET6 || address->sa_family == AF_UNIX);
}

int connect(int descriptor, __CONST_SOCKADDR_ARG address, socklen_t length) {
  if (isOwn(descriptor)) return refused();
  if (isFarther(address.__sockaddr__)) gimbal_note_outside("network");
  return REAL(connect)(descriptor, address, length);
}

int bind(int descriptor, __CONST_SOCKADDR_ARG address, socklen_t length) {
  if (isFarther(address.__sockaddr__)) gimbal_note_outside("network");
  return REAL(bind)(descriptor, address, length);
}

ssize_t sendto(int descriptor, const void *bytes, size_t count, int flags, __CONST_SOCKADDR_ARG address,
               socklen_t length) {
  if (isOwn(descriptor)) return refused();
  if (isFarther(address.__sockaddr__)) gimbal_note_outside("network");
  return REAL(sendto)(descriptor, bytes, count, flags, address, length);
}

ssize_t recvfrom(int descriptor, void *restrict bytes, size_t count, int flags, __SOCKADDR_ARG address,
                 socklen_t *restrict length) {
  return isOwn(descriptor) ? refused() : REAL(recvfrom)(descriptor, bytes, count, flags, address, length);
}

int getaddrinfo(const char *restrict node, const char *restrict service, const struct addrinfo *restrict hints,
                struct addrinfo **restrict result) {
  gimbal_note_outside("network");
  return REAL(getaddrinfo)(node, service, hints, result);
}

// MARK: Named objects of the kernel's

int shmget(key_t key, size_t size, int flags) {
  if (key != IPC_PRIVATE) gimbal_note_outside("shared memory");
  return REAL(shmget)(key, size, flags);
}

sem_t *sem_open(const char *name, int flags, ...) {
  gimbal_note_outside("semaphore");
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & O_CREAT ? (mode_t)va_arg(arguments, int) : 0;
  unsigned int value = flags & O_CREAT ? va_arg(arguments, unsigned int) : 0;
  va_end(arguments);
  return REAL(sem_open)(name, flags, mode, value);
}
