#define _GNU_SOURCE
#include "input.h"

#include "descriptors.h"
#include "draws.h"
#include "host.h"
#include "process.h"
#include "real.h"

#include <ctype.h>
#include <errno.h>

// Told once for each wait, also to a cell that asks again and again without waiting.
static _Atomic int hasTold;
// Whether what is typed is not to be seen, as a cell says of its terminal.
static _Atomic int isHidden;

void beginInput(void) { hasTold = isHidden = 0; }

static void beforeRead(int descriptor) {
  if (descriptor != STDIN_FILENO) return;
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  if (poll(&input, 1, 0) != 0 || atomic_exchange(&hasTold, 1)) return;
  tell(isHidden ? "IH" : "I", isHidden ? 2 : 1);
}

static void afterRead(int descriptor, ssize_t count) {
  if (descriptor == STDIN_FILENO && count >= 0) hasTold = 0;
}

static void beforeReadOf(FILE *stream) {
  // What is in the buffer is read without waiting.
  if (stream && stream == stdin && stream->_IO_read_ptr >= stream->_IO_read_end) {
    fflush(stdout);
    // What its functions read isn't seen; each waits at most once for what it begins with.
    hasTold = 0;
    beforeRead(fileno(stream));
  }
}

// MARK: What is typed unseen

// Standard input is not a terminal, and these fail as they do for anything else. But a cell that turns the echo off says
// that it asks for a password: that is remembered, and what it finds to put back later has the echo.
int tcgetattr(int descriptor, struct termios *terminal) {
  int result = REAL(tcgetattr)(descriptor, terminal);
  if (result == 0 || descriptor != STDIN_FILENO) return result;
  int reason = errno;
  *terminal = (struct termios){.c_lflag = ICANON | ISIG | (isHidden ? 0 : ECHO)};
  errno = reason;
  return result;
}

int tcsetattr(int descriptor, int when, const struct termios *terminal) {
  int result = REAL(tcsetattr)(descriptor, when, terminal);
  if (result < 0 && descriptor == STDIN_FILENO) isHidden = !(terminal->c_lflag & ECHO);
  return result;
}

// libc's would ask the runner's terminal, and reads a pipe without passing here. A line that can't be read is empty.
char *getpass(const char *prompt) {
  static char *line;
  static size_t room;
  fputs(prompt, stderr);
  fflush(stderr);
  isHidden = 1;
  ssize_t length = getline(&line, &room, stdin);
  isHidden = 0;
  if (!line && !(line = calloc(room = 1, 1))) return NULL;
  if (length > 0 && line[length - 1] == '\n') length--;
  line[length > 0 ? length : 0] = 0;
  return line;
}

// MARK: Reading

ssize_t read(int descriptor, void *bytes, size_t length) {
  if (isOwn(descriptor)) return refused();
  beforeRead(descriptor);
  ssize_t count = REAL(read)(descriptor, bytes, length);
  afterRead(descriptor, count);
  if (count > 0) drawnFrom(descriptor, bytes, (size_t)count);
  return count;
}

ssize_t readv(int descriptor, const struct iovec *parts, int count) {
  if (isOwn(descriptor)) return refused();
  beforeRead(descriptor);
  ssize_t total = REAL(readv)(descriptor, parts, count);
  afterRead(descriptor, total);
  return total;
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

#define SCAN(stream, format)                          \
  va_list arguments;                                   \
  va_start(arguments, format);                         \
  int count = vfscanf(stream, format, arguments);      \
  va_end(arguments);                                   \
  return count;

// The headers turn these into names of their dialect of C; programs built with others ask for the other.
#if __GLIBC_PREREQ(2, 38)
#define OTHER_DIALECT "__isoc99_"
#else
#define OTHER_DIALECT "__isoc23_"
#endif
int otherFscanf(FILE *stream, const char *format, ...) __asm__(OTHER_DIALECT "fscanf");
int otherScanf(const char *format, ...) __asm__(OTHER_DIALECT "scanf");

int fscanf(FILE *stream, const char *format, ...) { SCAN(stream, format) }
int scanf(const char *format, ...) { SCAN(stdin, format) }
int otherFscanf(FILE *stream, const char *format, ...) { SCAN(stream, format) }
int otherScanf(const char *format, ...) { SCAN(stdin, format) }
int vscanf(const char *format, va_list arguments) { return vfscanf(stdin, format, arguments); }

// A conversion skips white space, such as the end of the line before, and waits behind it.
static void skipBufferedSpace(FILE *stream) {
  if (stream != stdin) return;
  while (stream->_IO_read_ptr < stream->_IO_read_end && isspace((unsigned char)*stream->_IO_read_ptr))
    stream->_IO_read_ptr++;
}

int vfscanf(FILE *stream, const char *format, va_list arguments) {
  // `%c`, `%[` and `%n` see white space.
  const char *conversion = strchr(format, '%');
  if (conversion && !strchr("c[n%", conversion[1])) skipBufferedSpace(stream);
  beforeReadOf(stream);
  return REAL(vfscanf)(stream, format, arguments);
}
