#define _GNU_SOURCE
#include "running.h"

#include "checkpoint.h"
#include "crashes.h"
#include "descriptors.h"
#include "draws.h"
#include "host.h"
#include "input.h"
#include "journal.h"
#include "loading.h"
#include "memory.h"
#include "observing.h"
#include "process.h"
#include "real.h"
#include "record.h"
#include "serving.h"
#include "watch.h"

#include <dlfcn.h>
#include <errno.h>

int control = -1;
static int display = -1;

void tell(const char *packet, size_t length) {
  if (control < 0 || !isOwnProcess()) return;
  while (REAL(send)(control, packet, length, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

void tellFormat(const char *format, ...) {
  static char text[mostText];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (length > 0) tell(text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

int runsUnit(void) { return display >= 0; }

// MARK: From request to end

void beginUnit(int descriptors[descriptorCount]) {
  // Even where the cells above have left less than the three to be opened.
  unsigned long before = beginSparing();
  for (int i = inputPlace; i <= errorPlace; i++) {
    REAL(dup2)(descriptors[i], i);
    closeOwn(descriptors[i]);
  }
  endSparing(before);
  display = descriptors[displayPlace];
  control = descriptors[controlPlace];
  clearerr(stdin);
  gimbal_generation = atomic_fetch_add(&shared->generation, 1) + 1;
  closeRecord(hasHadThreads());
  int recorded = openRecord(descriptors[recordPlace]) == 0;
  closeOwn(descriptors[recordPlace]);
  beginDraws();
  beginInput();
  if (!recorded) return;
  saveWritableFiles();
  saveMappedFiles();
}

// Another thread may hold the lock of a stream that it reads from, so only the streams that matter are flushed then.
static void flushStreams(void) {
  if (!hasHadThreads()) {
    fflush(NULL);
    return;
  }
  fflush(stdout);
  fflush(stderr);
}

void finishUnit(void) {
  flushStreams();
  noteLoading(isCell);
  signDescriptors();
  static char text[4096];
  text[0] = 'D';
  size_t length = 1 + describeWhatForkLoses(text + 1, sizeof text - 2);
  // The pipes close for the runner only when nobody holds them any more. Threads go on printing into them.
  text[length] = 0;
  silence(STDIN_FILENO, strstr(text, "threads") ? STDIN_FILENO : STDERR_FILENO);
  closeOwn(display);
  display = -1;
  closeRecord(hasHadThreads());
  tell(text, length);
}

void *loadedFunction(const char *library, const char *symbol) {
  // However few files the cells above have left to be opened.
  unsigned long before = beginSparing();
  void *handle = loadOwn(library, RTLD_NOW | RTLD_GLOBAL);
  endSparing(before);
  void *function = handle ? dlsym(handle, symbol) : NULL;
  if (!function) {
    const char *why = dlerror();
    tellFormat("L%s", why ? why : "no entry point");
    _exit(71);
  }
  noteCell(library);
  findWaitingLibraries();
  return function;
}

void callEntry(const char *library, const char *symbol) {
  void *found = loadedFunction(library, symbol);
  int (*entry)(int, char **);
  memcpy(&entry, &found, sizeof entry);
  char *arguments[] = {"gimbal", NULL};
  noteReachedBy(library);
  entry(1, arguments);
}

// MARK: What the runner gave

struct text {
  const unsigned char *bytes;
  uint32_t length;
};

// The two texts of an entry. The numbers in it are checked against its size.
static int readTexts(const unsigned char *entry, size_t size, struct text texts[2]) {
  for (int i = 0; i < 2; i++) {
    if (size < 4) return 0;
    memcpy(&texts[i].length, entry, 4);
    if (texts[i].length > size - 4) return 0;
    texts[i].bytes = entry + 4;
    entry += 4 + texts[i].length;
    size -= 4 + texts[i].length;
  }
  return 1;
}

int nextCall(uint64_t *offset, const char **library, const char **symbol) {
  static char names[2][pathRoom];
  size_t size;
  struct text texts[2];
  const unsigned char *entry = nextGiven(kindCall, offset, &size);
  if (!entry || !readTexts(entry, size, texts)) return 0;
  for (int i = 0; i < 2; i++) {
    if (texts[i].length >= pathRoom) return 0;
    memcpy(names[i], texts[i].bytes, texts[i].length);
    names[i][texts[i].length] = 0;
  }
  *library = names[0];
  *symbol = names[1];
  return 1;
}

// MARK: What cells call

// A child that a cell has forked ends where its cell ends: later output belongs to the process that runs the
// unit.
int passesFirstBoundary = 0;

void gimbal_boundary(int32_t next) {
  if (!isOwnProcess()) _exit(0);
  if (next == 1 && passesFirstBoundary) {
    passesFirstBoundary = 0;
    return;
  }
  finishUnit();
  serve(1);
}

static pthread_mutex_t showing = PTHREAD_MUTEX_INITIALIZER;

// The runner may close the pipe at any time; that must not end the cell, whose signals stay as they are.
static int writeToDisplay(const char *bytes, size_t length) {
  sigset_t pipe, before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  int result = 0;
  while (length > 0 && result == 0) {
    ssize_t count = REAL(write)(display, bytes, length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      result = -1;
      struct timespec now = {0, 0};
      if (errno == EPIPE) sigtimedwait(&pipe, NULL, &now);
    } else {
      bytes += count;
      length -= (size_t)count;
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return result;
}

static int awaitAnswer(void) {
  char answer[64];
  ssize_t length;
  do length = REAL(recv)(control, answer, sizeof answer, 0);
  while (length < 0 && errno == EINTR);
  return length > 0 ? 0 : -1;
}

int gimbal_show(const void *bytes, size_t length) {
  if (control < 0 || display < 0 || !isOwnProcess()) return -1;
  pthread_mutex_lock(&showing);
  flushStreams();
  int result = writeToDisplay(bytes, length);
  if (result == 0) {
    tell("S", 1);
    result = awaitAnswer();
  }
  pthread_mutex_unlock(&showing);
  return result;
}

// MARK: Parameters

// The texts that were handed out stay valid: a cell may keep them.
struct parameter {
  struct parameter *next;
  char *name, *value;
};
static struct parameter *parameters;
static pthread_mutex_t findingParameter = PTHREAD_MUTEX_INITIALIZER;

static const char *keptParameter(const char *name, const unsigned char *value, size_t length) {
  for (struct parameter *known = parameters; known; known = known->next)
    if (strcmp(known->name, name) == 0 && strlen(known->value) == length && memcmp(known->value, value, length) == 0)
      return known->value;
  struct parameter *added = malloc(sizeof *added);
  if (!added) return NULL;
  *added = (struct parameter){.next = parameters, .name = strdup(name), .value = strndup((const char *)value, length)};
  if (!added->name || !added->value) return NULL;
  parameters = added;
  return added->value;
}

// Finds the value of a parameter among what the runner gave.
static const unsigned char *givenParameter(const char *name, size_t *length) {
  uint64_t offset = 0;
  size_t size, nameLength = strlen(name);
  const unsigned char *entry;
  while ((entry = nextGiven(kindParameter, &offset, &size))) {
    struct text texts[2];
    if (!readTexts(entry, size, texts)) continue;
    if (texts[0].length != nameLength || memcmp(texts[0].bytes, name, nameLength) != 0) continue;
    *length = texts[1].length;
    return texts[1].bytes;
  }
  return NULL;
}

const char *gimbal_parameter(const char *name) {
  if (!isRecording()) return NULL;
  size_t valueLength = 0;
  noteText(kindParameter, keyOf(kindParameter, name, strlen(name)), name, strlen(name));
  pthread_mutex_lock(&findingParameter);
  const unsigned char *given = givenParameter(name, &valueLength);
  const char *value = given ? keptParameter(name, given, valueLength) : NULL;
  pthread_mutex_unlock(&findingParameter);
  return value;
}
