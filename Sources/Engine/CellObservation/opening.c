// Opening files: what is read is an input, what is written is saved first.
#define _GNU_SOURCE
#include "draws.h"
#include "journal.h"
#include "observing.h"
#include "paths.h"
#include "real.h"
#include "record.h"

#include <errno.h>

static int canChange(int flags) { return (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC); }

// What a file held matters unless it is emptied; also to one that only appends.
static int canSee(int flags) { return !(flags & O_TRUNC) && !(flags & O_PATH); }

static int followsLinks(int flags) {
  return !(flags & O_NOFOLLOW) && (flags & (O_CREAT | O_EXCL)) != (O_CREAT | O_EXCL);
}

static int isUnnamed(int flags) { return (flags & O_TMPFILE) == O_TMPFILE; }

// Every way of opening a descriptor ends here.
static int openFile(int folder, const char *path, int flags, mode_t mode) {
  if (!isRecording() || isUnnamed(flags)) return REAL(openat)(folder, path, flags, mode);
  if (canChange(flags)) {
    if (canSee(flags)) noteKept(folder, path);
    beforeChange(folder, path, changeContents, followsLinks(flags));
  }
  int descriptor = REAL(openat)(folder, path, flags, mode);
  if (flags & O_PATH) {
    noteStatus(folder, path, !(flags & O_NOFOLLOW), descriptor < 0 ? -1 : 0, NULL);
  } else if (!canChange(flags)) {
    noteOpened(folder, path, descriptor);
    noteRandomSource(path, descriptor);
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

int open64(const char *path, int flags, ...) SAME_AS(open);

int openat(int folder, const char *path, int flags, ...) {
  MODE(flags, mode)
  return openFile(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) SAME_AS(openat);

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

int shm_open(const char *name, int flags, mode_t mode) {
  char path[pathRoom];
  if (!pathOfSharedMemory(name, path)) return REAL(shm_open)(name, flags, mode);
  return openFile(AT_FDCWD, path, flags | O_NOFOLLOW | O_CLOEXEC, mode);
}

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
  if (canSee(flags)) noteKept(AT_FDCWD, path);
  beforeChange(AT_FDCWD, path, changeContents, followsLinks(flags));
}

static FILE *afterStream(const char *path, int flags, FILE *stream) {
  if (!isRecording()) return stream;
  int descriptor = stream ? fileno(stream) : -1;
  if (canChange(flags) && descriptor >= 0) {
    noteOwnWork(descriptor);
  } else {
    noteOpened(AT_FDCWD, path, descriptor);
    // A stream reads and closes without passing by.
    signDescriptor(descriptor);
    if (isRandomSource(path)) gimbal_note_outside("randomness");
  }
  return stream;
}

static ssize_t readSource(void *descriptor, char *bytes, size_t length) {
  return read((int)(intptr_t)descriptor, bytes, length);
}

static int closeSource(void *descriptor) { return close((int)(intptr_t)descriptor); }

// libc reads for its streams without passing by. One of randomness reads through this program's `read`, and no more than it
// is asked for.
static FILE *randomStream(const char *path) {
  int descriptor = open(path, O_RDONLY);
  if (descriptor < 0) return NULL;
  cookie_io_functions_t functions = {.read = readSource, .close = closeSource};
  FILE *stream = fopencookie((void *)(intptr_t)descriptor, "r", functions);
  if (!stream) {
    close(descriptor);
    return NULL;
  }
  stream->_fileno = descriptor;  // the C++ library reads by it
  setvbuf(stream, NULL, _IONBF, 0);
  return stream;
}

FILE *fopen(const char *restrict path, const char *restrict mode) {
  int flags = flagsOf(mode);
  if (isRecording() && isRandomSource(path) && !canChange(flags)) return randomStream(path);
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

FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict stream) SAME_AS(freopen);
