#define _GNU_SOURCE
#include "paths.h"

#include "journal.h"
#include "real.h"
#include "record.h"

#include <sys/syscall.h>

// Replaced as a whole, never changed: another thread may be reading it. An old one stays allocated for the same
// reason.
struct currentFolder {
  size_t length;
  char path[];
};
static struct currentFolder *_Atomic currentFolder;

void noteCurrentFolder(void) {
  char text[pathRoom];
  long length = REAL(syscall)(SYS_getcwd, text, sizeof text);
  // A folder that was deleted has no path; what is relative to it can't be recorded.
  size_t used = length > 1 && text[0] == '/' ? (size_t)length - 1 : 0;
  struct currentFolder *folder = malloc(sizeof *folder + used + 1);
  if (!folder) return;
  folder->length = used;
  memcpy(folder->path, text, used);
  folder->path[used] = 0;
  currentFolder = folder;
}

size_t pathOfDescriptor(int descriptor, char *text) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = REAL(readlinkat)(AT_FDCWD, link, text, pathRoom - 1);
  if (length <= 0 || text[0] != '/') return 0;
  text[length] = 0;
  return (size_t)length;
}

size_t pathOfSharedMemory(const char *name, char *text) {
  name += strspn(name, "/");
  int length = *name && !strchr(name, '/') ? snprintf(text, pathRoom, "/dev/shm/%s", name) : 0;
  return length > 0 && length < pathRoom ? (size_t)length : 0;
}

static size_t startFolder(int folder, char *text) {
  if (folder != AT_FDCWD) return pathOfDescriptor(folder, text);
  const struct currentFolder *current = currentFolder;
  if (!current || current->length == 0) return 0;
  memcpy(text, current->path, current->length);
  return current->length;
}

// Appends a path, leaving out empty components and `.`. `..` stays: where it leads depends on links. 0 when too long.
static size_t join(char *text, size_t length, const char *path) {
  while (length > 0 && text[length - 1] == '/') length--;
  while (*path) {
    while (*path == '/') path++;
    size_t component = strcspn(path, "/");
    if (component == 0) break;
    if (component != 1 || *path != '.') {
      if (length + 1 + component >= pathRoom) return 0;
      text[length++] = '/';
      memcpy(text + length, path, component);
      length += component;
    }
    path += component;
  }
  if (length == 0) text[length++] = '/';
  text[length] = 0;
  return length;
}

static int isIgnored(const char *path) {
  size_t length = journalFolder ? strlen(journalFolder) : 0;
  return length > 0 && strncmp(path, journalFolder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

// Most paths are absolute and have no part to leave out.
static int isPlain(const char *path, size_t length) {
  return path[0] == '/' && length > 1 && length < pathRoom && path[length - 1] != '/' && !strstr(path, "//") &&
         !strstr(path, "/.");
}

size_t absolutePath(int folder, const char *path, char *text) {
  if (!path) return 0;
  size_t length = strlen(path);
  if (isPlain(path, length)) {
    if (isIgnored(path)) return 0;
    memcpy(text, path, length + 1);
    return length;
  }
  length = 0;
  if (path[0] != '/') {
    length = startFolder(folder, text);
    if (length == 0) return 0;
  }
  length = join(text, length, path);
  return length == 0 || isIgnored(text) ? 0 : length;
}

size_t followLinks(char *text, size_t length) {
  char target[pathRoom];
  // As many links as the kernel follows.
  for (int links = 0; links < 40; links++) {
    ssize_t read = REAL(readlinkat)(AT_FDCWD, text, target, sizeof target - 1);
    if (read <= 0) return length;
    target[read] = 0;
    size_t folder = length;
    while (folder > 0 && text[folder - 1] != '/') folder--;
    length = join(text, target[0] == '/' ? 0 : folder, target);
    if (length == 0 || isIgnored(text)) return 0;
  }
  return 0;
}
