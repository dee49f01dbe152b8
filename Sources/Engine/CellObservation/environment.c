#define _GNU_SOURCE
#include "environment.h"

#include "real.h"
#include "record.h"

#include <dlfcn.h>

static void record(const char *name, int present, const char *value, size_t valueLength) {
  size_t length = strlen(name);
  if (!isFirst(keyOf(kindEnvironment, name, length))) return;
  unsigned char *entry = beginEntry(kindEnvironment, 4 + length + 4 + 4 + valueLength);
  if (!entry) return;
  unsigned char *at = putText(entry, name, length);
  at = putNumber(at, (uint32_t)present);
  putText(at, value, valueLength);
  endEntry(entry);
}

static char *noted(const char *name, char *value) {
  if (!isRecording() || !name || !*name) return value;
  record(name, value != NULL, value ? value : "", value ? strlen(value) : 0);
  return value;
}

char *getenv(const char *name) { return noted(name, REAL(getenv)(name)); }

char *secure_getenv(const char *name) { return noted(name, REAL(secure_getenv)(name)); }

// MARK: The environment as a whole

static int inOrder(const void *one, const void *other) {
  return strcmp(*(char *const *)one, *(char *const *)other);
}

// Records all variables in the order of their bytes, each ended by a zero, under the empty name.
static void recordAll(void) {
  size_t count = 0, length = 0;
  while (environ && environ[count]) length += strlen(environ[count++]) + 1;
  char **sorted = malloc((count + 1) * sizeof *sorted), *text = malloc(length + 1), *end = text;
  if (sorted && text) {
    memcpy(sorted, environ, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, inOrder);
    for (size_t i = 0; i < count; i++) end = stpcpy(end, sorted[i]) + 1;
    record("", 1, text, (size_t)(end - text));
  }
  free(sorted);
  free(text);
}

// Foundation reads the array of variables itself, which nobody can see; but its `ProcessInfo.environment` is a
// function that comes by here. It has Swift's calling convention (the object in a register that C keeps), so the way
// is paved in assembly: note it, then jump.
void gimbalNoteEnvironment(void) __attribute__((used, visibility("hidden")));
void gimbalNoteEnvironment(void) {
  if (isRecording()) recordAll();
}

void *gimbalRealEnvironment __attribute__((used, visibility("hidden")));

#define ENVIRONMENT "$s20FoundationEssentials11ProcessInfoC11environmentSDyS2SGvg"

void findEnvironment(void) { gimbalRealEnvironment = dlsym(RTLD_NEXT, ENVIRONMENT); }

#if defined(__x86_64__)
__asm__(".text\n.globl \"" ENVIRONMENT "\"\n.type \"" ENVIRONMENT "\", @function\n\"" ENVIRONMENT "\":\n"
        "  subq $8, %rsp\n  call gimbalNoteEnvironment\n  addq $8, %rsp\n  jmp *gimbalRealEnvironment(%rip)\n");
#elif defined(__aarch64__)
__asm__(".text\n.globl \"" ENVIRONMENT "\"\n.type \"" ENVIRONMENT "\", @function\n\"" ENVIRONMENT "\":\n"
        "  stp x29, x30, [sp, #-16]!\n  bl gimbalNoteEnvironment\n  ldp x29, x30, [sp], #16\n"
        "  adrp x16, gimbalRealEnvironment\n  ldr x16, [x16, :lo12:gimbalRealEnvironment]\n  br x16\n");
#endif
