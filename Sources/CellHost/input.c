#define _GNU_SOURCE
#include "input.h"

#include "descriptors.h"
#include "host.h"
#include "real.h"

#include <errno.h>

// Told once for each wait: reading a line may take several reads.
static _Atomic int hasTold;

void beginInput(void) { hasTold = 0; }

static void beforeRead(int descriptor) {
  if (descriptor != STDIN_FILENO) return;
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  if (poll(&input, 1, 0) != 0) {
    hasTold = 0;
    return;
  }
  if (!hasTold) tell("I", 1);
  hasTold = 1;
}

static void beforeReadOf(FILE *stream) {
  // What is in the buffer is read without waiting.
  if (stream && stream == stdin && stream->_IO_read_ptr >= stream->_IO_read_end) {
    fflush(stdout);
    beforeRead(fileno(stream));
  }
}

ssize_t read(int descriptor, void *bytes, size_t length) {
  if (isOwn(descriptor)) {
    errno = EBADF;
    return -1;
  }
  beforeRead(descriptor);
  return REAL(read)(descriptor, bytes, length);
}

ssize_t readv(int descriptor, const struct iovec *parts, int count) {
  if (isOwn(descriptor)) {
    errno = EBADF;
    return -1;
  }
  beforeRead(descriptor);
  return REAL(readv)(descriptor, parts, count);
}

char *fgets(char *line, int room, FILE *stream) {
  beforeReadOf(stream);
  return REAL(fgets)(line, room, stream);
}

int fgetc(FILE *stream) {
  beforeReadOf(stream);
  return REAL(fgetc)(stream);
}

int getc(FILE *stream) { return fgetc(stream); }
int getchar(void) { return fgetc(stdin); }

ssize_t getdelim(char **line, size_t *room, int delimiter, FILE *stream) {
  beforeReadOf(stream);
  return REAL(getdelim)(line, room, delimiter, stream);
}

// What the headers turn `getline` into.
ssize_t __getdelim(char **line, size_t *room, int delimiter, FILE *stream) {
  return getdelim(line, room, delimiter, stream);
}

ssize_t getline(char **line, size_t *room, FILE *stream) { return getdelim(line, room, '\n', stream); }

size_t fread(void *bytes, size_t size, size_t count, FILE *stream) {
  beforeReadOf(stream);
  return REAL(fread)(bytes, size, count, stream);
}

int vfscanf(FILE *stream, const char *format, va_list arguments) {
  beforeReadOf(stream);
  return REAL(vfscanf)(stream, format, arguments);
}
