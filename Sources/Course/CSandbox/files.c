// Files that somebody else may have made: nothing is followed, and nothing is too deep.
#define _GNU_SOURCE
#include "CSandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Empties the folder that is open, but for one folder at most, whose name it then gives: the way goes down without a stack.
static int emptyBut(int folder, char *next) {
  fchmod(folder, 0700);
  int copy = fcntl(folder, F_DUPFD_CLOEXEC, 0);
  DIR *list = copy < 0 ? NULL : fdopendir(copy);
  if (!list) {
    if (copy >= 0) close(copy);
    return -1;
  }
  rewinddir(list);
  int found = 0;
  for (struct dirent *entry; !found && (entry = readdir(list));) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (unlinkat(folder, entry->d_name, 0) == 0 || unlinkat(folder, entry->d_name, AT_REMOVEDIR) == 0) continue;
    if (errno != ENOTEMPTY && errno != EEXIST) {
      closedir(list);
      return -1;
    }
    strcpy(next, entry->d_name);
    found = 1;
  }
  closedir(list);
  return found;
}

int gimbal_remove_tree(const char *path) {
  int top = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (top < 0) return errno == ENOENT ? 0 : -1;
  char name[256];
  int here = fcntl(top, F_DUPFD_CLOEXEC, 0), depth = 0, result = here < 0 ? -1 : 0;
  while (result == 0) {
    int found = emptyBut(here, name);
    if (found < 0) result = -1;
    if (found == 0 && depth == 0) break;
    if (found > 0) fchmodat(here, name, 0700, 0);
    int other = result < 0 ? -1 : openat(here, found > 0 ? name : "..", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (other < 0) {
      result = -1;
      break;
    }
    close(here);
    here = other;
    depth += found > 0 ? 1 : -1;
  }
  int error = errno;
  if (here >= 0) close(here);
  close(top);
  if (result == 0) return rmdir(path);
  errno = error;
  return -1;
}

void *gimbal_read_plain(const char *path, size_t limit, size_t *length) {
  int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return NULL;
  struct stat status;
  int error = 0;
  char *bytes = NULL;
  *length = 0;
  if (fstat(file, &status) < 0) error = errno;
  else if (!S_ISREG(status.st_mode)) error = EINVAL;
  else if (status.st_size < 0 || (uint64_t)status.st_size > limit) error = EFBIG;
  else if (!(bytes = malloc((size_t)status.st_size + 1))) error = ENOMEM;
  while (bytes && *length < (size_t)status.st_size) {
    ssize_t count = read(file, bytes + *length, (size_t)status.st_size - *length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    *length += (size_t)count;
  }
  close(file);
  errno = error;
  return bytes;
}
