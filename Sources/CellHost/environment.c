// What a cell reads of its environment.
#define _GNU_SOURCE
#include "real.h"
#include "record.h"

static char *noted(const char *name, char *value) {
  if (!isRecording() || !name) return value;
  size_t length = strlen(name), valueLength = value ? strlen(value) : 0;
  if (!isFirst(keyOf(kindEnvironment, name, length))) return value;
  unsigned char *entry = beginEntry(kindEnvironment, 4 + length + 4 + 4 + valueLength);
  if (!entry) return value;
  unsigned char *at = putText(entry, name, length);
  at = putNumber(at, value != NULL);
  putText(at, value ? value : "", valueLength);
  endEntry(entry);
  return value;
}

char *getenv(const char *name) { return noted(name, REAL(getenv)(name)); }

char *secure_getenv(const char *name) { return noted(name, REAL(secure_getenv)(name)); }
