#define _GNU_SOURCE
#include "observing.h"

#include "journal.h"
#include "paths.h"
#include "real.h"
#include "record.h"

#include <errno.h>
#include <stdatomic.h>

// Errors that do not concern the file: the process or the machine was short of something, or the call was wrong.
static int saysNothing(int problem) {
  switch (problem) {
    case EMFILE: case ENFILE: case ENOMEM: case EINTR: case EFAULT: case EBADF: case EINVAL: return 1;
  }
  return 0;
}

static void noteAbsent(const char *path, size_t length, int problem) {
  if (saysNothing(problem) || !isFirst(keyOfPath(kindAbsent, path, length))) return;
  unsigned char *entry = beginEntry(kindAbsent, 4 + length + 4);
  if (!entry) return;
  putNumber(putText(entry, path, length), (uint32_t)problem);
  endEntry(entry);
}

// Notes the contents of a path, once; the entry, or NULL. Without a status it is to be signed later.
static unsigned char *noteContents(const char *path, size_t length, const struct stat *status) {
  if (status && (!S_ISREG(status->st_mode) || isOwnFile(status))) return NULL;
  if (!isFirst(keyOfPath(kindContents, path, length))) return NULL;
  unsigned char *entry = beginEntry(kindContents, 4 + length + signatureBytes);
  if (!entry) return NULL;
  putSignature(putText(entry, path, length), status);
  endEntry(entry);
  return entry;
}

// MARK: Signatures

// Most of what opens a file asks for its status itself, so the signature is taken then, at the latest when the
// descriptor is closed: asking for it here would cost more than all the rest. Until then the entry holds zeros.
enum { mostUnsigned = 1024 };
static unsigned char *_Atomic unsignedEntries[mostUnsigned];
static _Atomic int unsignedCount;

static unsigned char *takeUnsigned(int descriptor) {
  unsigned char *payload = atomic_exchange(&unsignedEntries[descriptor], NULL);
  if (payload) unsignedCount--;
  return payload;
}

static void sign(unsigned char *payload, const struct stat *status) {
  uint32_t length;
  memcpy(&length, payload, sizeof length);
  if (S_ISREG(status->st_mode)) {
    putSignature(payload + sizeof length + length, status);
  } else {
    changeKind(payload, S_ISDIR(status->st_mode) ? kindListing : 0);
  }
}

void signWith(int descriptor, const struct stat *status) {
  if (descriptor < 0 || descriptor >= mostUnsigned || !unsignedEntries[descriptor]) return;
  unsigned char *payload = takeUnsigned(descriptor);
  if (payload && isRecording()) sign(payload, status);
}

void signDescriptor(int descriptor) {
  if (descriptor < 0 || descriptor >= mostUnsigned || !unsignedEntries[descriptor]) return;
  int problem = errno;
  struct stat status;
  if (REAL(fstat)(descriptor, &status) == 0) signWith(descriptor, &status);
  errno = problem;
}

// Written before `close` could be seen, an entry that is still there when its number is given out again is signed by
// path.
static void signByPath(unsigned char *payload) {
  char path[pathRoom];
  struct stat status;
  uint32_t length;
  memcpy(&length, payload, sizeof length);
  if (length >= sizeof path) return;
  memcpy(path, payload + sizeof length, length);
  path[length] = 0;
  if (REAL(stat)(path, &status) == 0) sign(payload, &status);
}

static void signLater(unsigned char *payload, int descriptor) {
  unsigned char *former = takeUnsigned(descriptor);
  if (former) signByPath(former);
  unsignedEntries[descriptor] = payload;
  unsignedCount++;
}

__attribute__((destructor)) void signDescriptors(void) {
  for (int i = 0; unsignedCount > 0 && i < mostUnsigned; i++) {
    if (!unsignedEntries[i]) continue;
    signDescriptor(i);
    unsigned char *left = takeUnsigned(i);
    if (left && isRecording()) signByPath(left);
  }
}

// MARK: Opening

static void noteDescriptor(const char *path, size_t length, int descriptor) {
  if (!hasOwnWork() && descriptor < mostUnsigned) {
    unsigned char *entry = noteContents(path, length, NULL);
    if (entry) signLater(entry, descriptor);
    return;
  }
  struct stat status;
  if (isKnown(keyOfPath(kindContents, path, length)) || REAL(fstat)(descriptor, &status) < 0) return;
  if (S_ISDIR(status.st_mode)) {
    noteText(kindListing, keyOfPath(kindListing, path, length), path, length);
  } else {
    noteContents(path, length, &status);
  }
}

void noteOpened(int folder, const char *path, int descriptor) {
  if (!isRecording()) return;
  int problem = errno;
  char text[pathRoom];
  size_t length = absolutePath(folder, path, text);
  if (length > 0 && !isOwnPath(text, length)) {
    if (descriptor >= 0) {
      noteDescriptor(text, length, descriptor);
    } else {
      noteAbsent(text, length, problem);
    }
  }
  errno = problem;
}

void noteKept(int folder, const char *path) {
  int problem = errno;
  char text[pathRoom];
  struct stat status;
  size_t length = absolutePath(folder, path, text);
  if (length > 0 && !isOwnPath(text, length) && REAL(stat)(text, &status) == 0) noteContents(text, length, &status);
  errno = problem;
}

void noteListing(int folder, const char *path, int succeeded) {
  if (!isRecording()) return;
  int problem = errno;
  char text[pathRoom];
  size_t length = absolutePath(folder, path, text);
  if (length > 0 && succeeded) noteText(kindListing, keyOfPath(kindListing, text, length), text, length);
  if (length > 0 && !succeeded && !isOwnPath(text, length)) noteAbsent(text, length, problem);
  errno = problem;
}

static void recordStatus(const char *path, size_t length, int follows, int problem, const struct stat *status) {
  unsigned char *entry = beginEntry(kindStatus, 4 + length + 4 + 4 + signatureBytes);
  if (!entry) return;
  unsigned char *at = putText(entry, path, length);
  at = putNumber(at, (uint32_t)problem);
  at = putNumber(at, follows ? 1 : 0);
  putSignature(at, status);
  endEntry(entry);
}

void noteStatus(int folder, const char *path, int follows, int result, const struct stat *status) {
  if (!isRecording()) return;
  int problem = errno;
  char text[pathRoom];
  struct stat asked;
  size_t length = absolutePath(folder, path, text);
  if (length == 0 || isOwnPath(text, length) || (result < 0 && saysNothing(problem))) {
    errno = problem;
    return;
  }
  if (isFirst(keyOfPath(kindStatus, text, length) + (follows ? 1 : 0))) {
    if (!status) {
      // The call failed or gave no status; a file may be there all the same, only not be readable.
      int there = REAL(fstatat)(AT_FDCWD, text, &asked, follows ? 0 : AT_SYMLINK_NOFOLLOW) == 0;
      status = there ? &asked : NULL;
    }
    if (!status || !isOwnFile(status)) recordStatus(text, length, follows, result < 0 ? problem : 0, status);
  }
  errno = problem;
}
