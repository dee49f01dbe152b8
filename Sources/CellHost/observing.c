#define _GNU_SOURCE
#include "observing.h"

#include "journal.h"
#include "paths.h"
#include "real.h"
#include "record.h"

#include <errno.h>

// What says nothing about the file: the process or the machine was short of something, or the call was wrong.
static int saysNothing(int problem) {
  switch (problem) {
    case EMFILE: case ENFILE: case ENOMEM: case EINTR: case EFAULT: case EBADF: case EINVAL: return 1;
  }
  return 0;
}

static void noteAbsent(const char *path, size_t length, int problem) {
  if (saysNothing(problem) || !isFirst(keyOf(kindAbsent, path, length))) return;
  unsigned char *entry = beginEntry(kindAbsent, 4 + length + 4);
  if (!entry) return;
  putNumber(putText(entry, path, length), (uint32_t)problem);
  endEntry(entry);
}

static void noteFolder(const char *path, size_t length) {
  if (!isFirst(keyOf(kindListing, path, length))) return;
  unsigned char *entry = beginEntry(kindListing, 4 + length);
  if (!entry) return;
  putText(entry, path, length);
  endEntry(entry);
}

static void noteContents(const char *path, size_t length, int descriptor) {
  uint64_t key = keyOf(kindContents, path, length);
  struct stat status;
  if (isKnown(key) || fstat(descriptor, &status) < 0) return;
  if (S_ISDIR(status.st_mode)) {
    noteFolder(path, length);
    return;
  }
  if (!S_ISREG(status.st_mode) || isOwnFile(&status) || !isFirst(key)) return;
  unsigned char *entry = beginEntry(kindContents, 4 + length + signatureBytes);
  if (!entry) return;
  putSignature(putText(entry, path, length), &status);
  endEntry(entry);
}

void noteOpened(int folder, const char *path, int descriptor) {
  if (!isRecording()) return;
  int problem = errno;
  char text[pathRoom];
  size_t length = absolutePath(folder, path, text);
  if (length > 0 && !isOwnPath(text, length)) {
    if (descriptor >= 0) {
      noteContents(text, length, descriptor);
    } else {
      noteAbsent(text, length, problem);
    }
  }
  errno = problem;
}

void noteListing(int folder, const char *path, int succeeded) {
  if (!isRecording()) return;
  int problem = errno;
  char text[pathRoom];
  size_t length = absolutePath(folder, path, text);
  if (length > 0 && succeeded) noteFolder(text, length);
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
  if (isFirst(keyOf(kindStatus, text, length) + (follows ? 1 : 0))) {
    if (!status) {
      // The call failed or gave no status; a file may be there all the same, only not be readable.
      int there = REAL(fstatat)(AT_FDCWD, text, &asked, follows ? 0 : AT_SYMLINK_NOFOLLOW) == 0;
      status = there ? &asked : NULL;
    }
    if (!status || !isOwnFile(status)) recordStatus(text, length, follows, result < 0 ? problem : 0, status);
  }
  errno = problem;
}
