#define _GNU_SOURCE
#include "journal.h"

#include "descriptors.h"
#include "observing.h"
#include "paths.h"
#include "process.h"
#include "real.h"
#include "record.h"

#include <errno.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

enum {
  largestFile = 64 << 20,     // bytes; a larger one isn't copied
  largestJournal = 1 << 30,  // bytes copied in a session
};

enum before { wasAbsent, wasSaved, wasFolder, wasLink, wasNotSaved };

const char *journalFolder;

// Any change in this unit yet: asked before each look, so it must be cheap to say no.
static _Atomic uint64_t changedIn;

// MARK: The unit's own work

static uint64_t fileKey(const struct stat *status) {
  uint64_t file[2] = {status->st_dev, status->st_ino};
  return keyOf(kindBefore, file, sizeof file);
}

// How often links were made and changed.
static _Atomic uint64_t linkChanges;

void noteNewLink(void) { linkChanges++; }

uint64_t keyOfPath(enum recordKind kind, const char *path, size_t length) {
  return keyOf(kind, path, length) + linkChanges * 0x9e3779b97f4a7c15u;
}

int hasOwnWork(void) { return atomic_load_explicit(&changedIn, memory_order_relaxed) == gimbal_generation; }

int isOwnPath(const char *path, size_t length) { return hasOwnWork() && isKnown(keyOfPath(kindBefore, path, length)); }

int isOwnFile(const struct stat *status) { return hasOwnWork() && isKnown(fileKey(status)); }

static void noteOwnFile(const struct stat *status) {
  changedIn = gimbal_generation;
  isFirst(fileKey(status));
}

void noteOwnWork(int descriptor) {
  struct stat status;
  if (isRecording() && REAL(fstat)(descriptor, &status) == 0 && S_ISREG(status.st_mode)) noteOwnFile(&status);
}

// MARK: Saving

static void record(const char *path, size_t length, enum before what, const char *saved, size_t savedLength,
                   const struct stat *status) {
  unsigned char *entry = beginEntry(kindBefore, 4 + length + 4 + 4 + savedLength + signatureBytes);
  if (!entry) return;
  unsigned char *at = putText(entry, path, length);
  at = putNumber(at, what);
  at = putText(at, saved, savedLength);
  putSignature(at, status);
  endEntry(entry);
}

static int nameSaved(char *text, size_t room) {
  unsigned long long number = atomic_fetch_add(&shared->journalFiles, 1);
  int length = snprintf(text, room, "%s/%llu", journalFolder, number);
  return length > 0 && (size_t)length < room ? length : -1;
}

static int copyBytes(int from, int to, off_t size) {
  while (size > 0) {
    ssize_t count = REAL(syscall)(SYS_copy_file_range, from, NULL, to, NULL, (size_t)size, 0);
    if (count <= 0) break;
    size -= count;
  }
  char buffer[1 << 14];
  while (size > 0) {
    ssize_t count = REAL(read)(from, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -1;
    if (count == 0) return 0;
    if (REAL(write)(to, buffer, (size_t)count) != count) return -1;
    size -= count;
  }
  return 0;
}

// Copies a file's contents to a new one: as a reference to the same blocks where the file system can, else byte by
// byte within the bounds. NULL, or the reason why it isn't saved.
static const char *copyFile(int from, const struct stat *status, const char *saved) {
  int to = REAL(openat)(AT_FDCWD, saved, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (to < 0) return "the journal cannot be written";
  const char *problem = NULL;
  if (ioctl(to, FICLONE, from) < 0) {
    uint64_t size = (uint64_t)status->st_size;
    if (status->st_size > largestFile) {
      problem = "larger than 64 MiB";
    } else if (atomic_fetch_add(&shared->journalBytes, size) + size > largestJournal) {
      atomic_fetch_sub(&shared->journalBytes, size);
      problem = "more than 1 GiB of files changed";
    } else if (copyBytes(from, to, status->st_size) < 0) {
      problem = "the journal cannot be written";
    }
  }
  REAL(close)(to);
  if (problem) REAL(unlinkat)(AT_FDCWD, saved, 0);
  return problem;
}

// Where the file of the announced change was saved by a second name; empty where it was not.
static _Thread_local char linkedAs[pathRoom];

static const char *saveFile(const char *path, const struct stat *status, enum change change, const char *saved) {
  if (!journalFolder) return "there is no journal";
  if (status->st_nlink > 1 && change == changeContents) return "the file has other names";
  // A file that keeps only this name can be kept as it is, unless it is open for writing: the unit could go on doing
  // so.
  if (change == changeName && status->st_nlink == 1 && !isOwnFile(status) &&
      REAL(linkat)(AT_FDCWD, path, AT_FDCWD, saved, 0) == 0) {
    strcpy(linkedAs, saved);
    return NULL;
  }
  unsigned long limit = beginSparing();
  int from = REAL(openat)(AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  const char *problem = from < 0 ? "the file cannot be read" : copyFile(from, status, saved);
  if (from >= 0) REAL(close)(from);
  endSparing(limit);
  return problem;
}

static int isEmptyFolder(const char *path) {
  DIR *folder = REAL(opendir)(path);
  if (!folder) return 0;
  int count = 0;
  while (count < 3 && readdir(folder)) count++;
  closedir(folder);
  return count < 3;
}

static void recordReason(const char *path, size_t length, const char *reason, const struct stat *status) {
  record(path, length, wasNotSaved, reason, strlen(reason), status);
}

static void recordFile(const char *path, size_t length, const struct stat *status, enum change change) {
  char saved[pathRoom];
  int savedLength = nameSaved(saved, sizeof saved);
  const char *problem = savedLength < 0 ? "the journal cannot be written" : saveFile(path, status, change, saved);
  if (problem) {
    recordReason(path, length, problem, status);
  } else {
    record(path, length, wasSaved, saved, (size_t)savedLength, status);
  }
}

// Whether a file was saved under another name, from before a link changed.
static int isSaved(const char *path) {
  if (linkChanges == 0) return 0;
  char canonical[pathRoom];
  int file = REAL(openat)(AT_FDCWD, path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  size_t length = file < 0 ? 0 : pathOfDescriptor(file, canonical);
  if (file >= 0) REAL(close)(file);
  return length > 0 && !isFirst(keyOf(kindBefore, canonical, length));
}

static void recordLink(const char *path, size_t length, const struct stat *status) {
  char target[pathRoom];
  ssize_t read = REAL(readlinkat)(AT_FDCWD, path, target, sizeof target);
  if (read >= 0) record(path, length, wasLink, target, (size_t)read, status);
}

// MARK: Before a change

// Whether the folder is there in which a path would lie.
static int hasFolder(const char *path, size_t length) {
  char folder[pathRoom];
  struct stat status;
  while (length > 1 && path[length - 1] != '/') length--;
  memcpy(folder, path, length);
  folder[length] = 0;
  return REAL(stat)(folder, &status) == 0;
}

static void before(const char *path, size_t length, enum change change) {
  if (isOwnPath(path, length)) return;
  signDescriptors();
  struct stat status;
  int there = REAL(lstat)(path, &status) == 0;
  if (!there && (errno != ENOENT || !hasFolder(path, length))) {
    // Nothing can be changed there either, which is all that the unit learns. As a change it would count as one of the file there
    // once the unit has made a link on the way.
    noteStatus(AT_FDCWD, path, 0, -1, NULL);
    return;
  }
  if (there && S_ISCHR(status.st_mode) && change == changeContents) return;
  if (!isFirst(keyOfPath(kindBefore, path, length))) return;
  changedIn = gimbal_generation;
  if (!there) {
    record(path, length, wasAbsent, "", 0, NULL);
  } else if (S_ISREG(status.st_mode) && isSaved(path)) {
    noteStatus(AT_FDCWD, path, 0, 0, &status);  // for the links on the way
  } else if (S_ISREG(status.st_mode)) {
    recordFile(path, length, &status, change);
    if (change == changeContents) noteOwnFile(&status);
  } else if (S_ISLNK(status.st_mode)) {
    recordLink(path, length, &status);
    linkChanges++;
  } else if (!S_ISDIR(status.st_mode)) {
    recordReason(path, length, "not a file, a folder or a link", &status);
  } else if (change == changePlace && !isEmptyFolder(path)) {
    recordReason(path, length, "a folder with contents was moved", &status);
  } else {
    record(path, length, wasFolder, "", 0, &status);
  }
}

void beforeChange(int folder, const char *path, enum change change, int follows) {
  linkedAs[0] = 0;
  if (!isRecording()) return;
  int problem = errno;
  char text[pathRoom];
  size_t length = absolutePath(folder, path, text);
  if (length > 0 && follows) length = followLinks(text, length);
  if (length > 0) before(text, length, change);
  errno = problem;
}

int afterChange(int result) {
  if (result >= 0 || !linkedAs[0]) return result;
  int problem = errno;
  char copy[pathRoom];
  struct stat status;
  unsigned long limit = beginSparing();
  int from = REAL(openat)(AT_FDCWD, linkedAs, O_RDONLY | O_CLOEXEC);
  if (from >= 0 && REAL(fstat)(from, &status) == 0 && nameSaved(copy, sizeof copy) > 0 &&
      !copyFile(from, &status, copy))
    REAL(renameat)(AT_FDCWD, copy, AT_FDCWD, linkedAs);
  if (from >= 0) REAL(close)(from);
  endSparing(limit);
  linkedAs[0] = 0;
  errno = problem;
  return result;
}

void beforeChangeOfDescriptor(int descriptor) {
  if (!isRecording()) return;
  int problem = errno;
  char text[pathRoom], path[pathRoom];
  // What has no name any more ends with ` (deleted)` and isn't found.
  if (pathOfDescriptor(descriptor, path) > 0) {
    size_t length = absolutePath(AT_FDCWD, path, text);
    if (length > 0) before(text, length, changeContents);
  }
  errno = problem;
}

void afterCreation(const char *path) {
  if (!isRecording()) return;
  int problem = errno;
  char text[pathRoom];
  size_t length = absolutePath(AT_FDCWD, path, text);
  if (length > 0 && isFirst(keyOfPath(kindBefore, text, length))) {
    changedIn = gimbal_generation;
    record(text, length, wasAbsent, "", 0, NULL);
  }
  errno = problem;
}

static void saveIfWritable(int descriptor, void *context) {
  (void)context;
  struct stat status;
  int flags = REAL(fcntl)(descriptor, F_GETFL);
  if (flags < 0 || flags & O_PATH || (flags & O_ACCMODE) == O_RDONLY) return;
  if (REAL(fstat)(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink > 0)
    beforeChangeOfDescriptor(descriptor);
}

void saveWritableFiles(void) { eachDescriptor(saveIfWritable, NULL); }
