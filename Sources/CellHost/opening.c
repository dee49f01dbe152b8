// Opening files: what is read is an input, what is written is saved first.
#define _GNU_SOURCE
#include "journal.h"
#include "observing.h"
#include "paths.h"
#include "real.h"
#include "record.h"

#include <errno.h>

static int canChange(int flags) { return (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC); }

// What a file held matters unless it is emptied; also to one that only appends.
static int canSee(int flags) { return !(flags & O_TRUNC) && !(flags & O_PATH); }

static void noteRandomness(const char *path) {
  if (path && strncmp(path, "/dev/", 5) == 0 && (strcmp(path, "/dev/urandom") == 0 || strcmp(path, "/dev/random") == 0))
    gimbal_note_outside("randomness");
}

static int isUnnamed(int flags) { return (flags & O_TMPFILE) == O_TMPFILE; }

// Every way of opening a descriptor ends here.
static int openFile(int folder, const char *path, int flags, mode_t mode) {
  if (!isRecording() || isUnnamed(flags)) return REAL(openat)(folder, path, flags, mode);
  if (canChange(flags)) {
    // The file as it was is an input only if it was there.
    struct stat status;
    int sees = canSee(flags) && REAL(fstatat)(folder, path, &status, 0) == 0 && S_ISREG(status.st_mode);
    if (sees) {
      int file = REAL(openat)(folder, path, O_PATH | O_CLOEXEC);
      noteOpened(folder, path, file);
      if (file >= 0) REAL(close)(file);
    }
    beforeChange(folder, path, changeContents, !(flags & O_NOFOLLOW) && (flags & (O_CREAT | O_EXCL)) != (O_CREAT | O_EXCL));
  }
  int descriptor = REAL(openat)(folder, path, flags, mode);
  if (!canChange(flags)) {
    noteOpened(folder, path, descriptor);
    noteRandomness(path);
  } else if (descriptor >= 0) {
    noteOwnWork(descriptor);
  } else {
    noteOpened(folder, path, descriptor);
  }
  return descriptor;
}

static int needsMode(int flags) { return flags & O_CREAT || isUnnamed(flags); }

#define MODE(flags, mode)                 \
  mode_t mode = 0;                        \
  if (needsMode(flags)) {                 \
    va_list arguments;                    \
    va_start(arguments, flags);           \
    mode = (mode_t)va_arg(arguments, int); \
    va_end(arguments);                    \
  }

int open(const char *path, int flags, ...) {
  MODE(flags, mode)
  return openFile(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE(flags, mode)
  return openFile(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  MODE(flags, mode)
  return openFile(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
  MODE(flags, mode)
  return openFile(folder, path, flags, mode);
}

// What the headers turn calls without a mode into, when they check.
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int folder, const char *path, int flags);
int __openat64_2(int folder, const char *path, int flags);

int __open_2(const char *path, int flags) { return openFile(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return openFile(AT_FDCWD, path, flags, 0); }
int __openat_2(int folder, const char *path, int flags) { return openFile(folder, path, flags, 0); }
int __openat64_2(int folder, const char *path, int flags) { return openFile(folder, path, flags, 0); }

int creat(const char *path, mode_t mode) { return openFile(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return openFile(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode); }

// MARK: Streams

static int flagsOf(const char *mode) {
  int updates = strchr(mode, '+') != NULL;
  int exclusive = strchr(mode, 'x') ? O_EXCL : 0;
  switch (mode[0]) {
    case 'w': return (updates ? O_RDWR : O_WRONLY) | O_CREAT | O_TRUNC | exclusive;
    case 'a': return (updates ? O_RDWR : O_WRONLY) | O_CREAT | O_APPEND | exclusive;
    default: return updates ? O_RDWR : O_RDONLY;
  }
}

static void beforeStream(const char *path, int flags) {
  if (!isRecording() || !canChange(flags)) return;
  struct stat status;
  if (canSee(flags) && REAL(stat)(path, &status) == 0 && S_ISREG(status.st_mode)) {
    int file = REAL(openat)(AT_FDCWD, path, O_PATH | O_CLOEXEC);
    noteOpened(AT_FDCWD, path, file);
    if (file >= 0) REAL(close)(file);
  }
  beforeChange(AT_FDCWD, path, changeContents, 1);
}

static FILE *afterStream(const char *path, int flags, FILE *stream) {
  if (!isRecording()) return stream;
  int descriptor = stream ? fileno(stream) : -1;
  if (canChange(flags) && descriptor >= 0) {
    noteOwnWork(descriptor);
  } else {
    noteOpened(AT_FDCWD, path, descriptor);
    noteRandomness(path);
  }
  return stream;
}

FILE *fopen(const char *restrict path, const char *restrict mode) {
  int flags = flagsOf(mode);
  beforeStream(path, flags);
  return afterStream(path, flags, REAL(fopen)(path, mode));
}

FILE *fopen64(const char *restrict path, const char *restrict mode) { return fopen(path, mode); }

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
  int flags = flagsOf(mode);
  if (!path) return REAL(freopen)(path, mode, stream);  // the same file with another mode
  beforeStream(path, flags);
  return afterStream(path, flags, REAL(freopen)(path, mode, stream));
}

FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
  return freopen(path, mode, stream);
}
