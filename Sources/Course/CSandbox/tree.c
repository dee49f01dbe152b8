// What a tree of processes holds, as the kernel tells it.
#define _GNU_SOURCE
#include "tree.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static size_t readText(const char *path, char *text, size_t room) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return text[0] = 0;
  ssize_t length = read(file, text, room - 1);
  close(file);
  text[length > 0 ? length : 0] = 0;
  return length > 0 ? (size_t)length : 0;
}

// MARK: Processes

// The children of a process: each of its threads has a list of those that it started.
static int childrenOf(pid_t process, pid_t *found, int room) {
  char path[64], text[32768];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *threads = opendir(path);
  int count = 0, looked = 0;
  for (struct dirent *entry; threads && looked < mostProcesses && (entry = readdir(threads));) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    looked++;
    char list[340];
    snprintf(list, sizeof list, "/proc/%d/task/%s/children", process, entry->d_name);
    if (readText(list, text, sizeof text) == 0) continue;
    for (char *rest = text, *end; count < room; rest = end) {
      long child = strtol(rest, &end, 10);
      if (end == rest) break;
      found[count++] = (pid_t)child;
    }
  }
  if (threads) closedir(threads);
  return count;
}

// Where the kernel keeps no lists of children: all processes of the machine are asked for their parents.
static int searchDescendants(pid_t *found) {
  static struct {
    pid_t process, parent;
  } all[32768];
  int known = 0, count = 0;
  DIR *folder = opendir("/proc");
  for (struct dirent *entry; folder && known < 32768 && (entry = readdir(folder));) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    char path[300], text[600];
    int parent;
    snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
    readText(path, text, sizeof text);
    // The parent is the second field behind the command, which is in brackets and may hold anything.
    const char *end = strrchr(text, ')');
    if (!end || sscanf(end + 1, " %*c %d", &parent) != 1) continue;
    all[known].process = (pid_t)atoi(entry->d_name);
    all[known++].parent = (pid_t)parent;
  }
  if (folder) closedir(folder);
  pid_t self = getpid();
  for (int next = -1; next < count; next++) {
    pid_t parent = next < 0 ? self : found[next];
    for (int i = 0; i < known && count < mostProcesses; i++)
      if (all[i].parent == parent) found[count++] = all[i].process;
  }
  return count;
}

int descendants(pid_t *found) {
  static int hasLists = -1;
  if (hasLists < 0) hasLists = access("/proc/thread-self/children", R_OK) == 0;
  if (!hasLists) return searchDescendants(found);
  int count = childrenOf(getpid(), found, mostProcesses);
  for (int next = 0; next < count && count < mostProcesses; next++)
    count += childrenOf(found[next], found + count, mostProcesses - count);
  return count;
}

// MARK: What they hold

// Bytes that a process holds, each page divided by the number of those who share it.
static uint64_t exactBytes(pid_t process, uint64_t otherwise) {
  char path[64], text[4096];
  unsigned long long held;
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", process);
  readText(path, text, sizeof text);
  const char *line = strstr(text, "\nPss:");
  return line && sscanf(line, "\nPss: %llu kB", &held) == 1 ? held * 1024 : otherwise;
}

// Bytes of open files that have no name any more, or never had: no folder counts them.
static uint64_t namelessBytes(pid_t process) {
  char path[64], link[340], name[512];
  snprintf(path, sizeof path, "/proc/%d/fd", process);
  DIR *folder = opendir(path);
  uint64_t bytes = 0;
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    snprintf(link, sizeof link, "/proc/%d/fd/%s", process, entry->d_name);
    ssize_t length = readlink(link, name, sizeof name - 1);
    if (length < 0) continue;
    name[length] = 0;
    const char *end = " (deleted)";
    if ((size_t)length < strlen(end) || strcmp(name + length - strlen(end), end) != 0) continue;
    struct stat status;
    if (stat(link, &status) == 0 && S_ISREG(status.st_mode)) bytes += (uint64_t)status.st_blocks * 512;
  }
  if (folder) closedir(folder);
  return bytes;
}

struct usage usageOf(const pid_t *processes, int count, uint64_t limit, int looksAtFiles) {
  struct usage sum = {0};
  uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), tick = (uint64_t)sysconf(_SC_CLK_TCK), ticks = 0;
  for (int i = 0; i < count; i++) {
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", processes[i]);
    readText(path, text, sizeof text);
    const char *end = strrchr(text, ')');
    unsigned long long own, system;
    long long ownOfChildren, systemOfChildren;
    long threads, resident;
    if (!end
        || sscanf(end + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %lld %lld %*d %*d %ld %*d %*u %*u %ld",
                  &own, &system, &ownOfChildren, &systemOfChildren, &threads, &resident) != 6)
      continue;
    ticks += own + system + (unsigned long long)(ownOfChildren + systemOfChildren);
    sum.bytes += (uint64_t)resident * page;
    sum.threads += (uint32_t)threads;
    if (looksAtFiles) sum.namelessBytes += namelessBytes(processes[i]);
  }
  sum.cpuMilliseconds = ticks * 1000 / tick;
  if (limit && sum.bytes > limit) {
    uint64_t exact = 0;
    for (int i = 0; i < count; i++) exact += exactBytes(processes[i], 0);
    // What could not be asked is counted in full.
    if (exact > 0) sum.bytes = exact;
  }
  return sum;
}

// MARK: Files

enum { deepest = 64 };

static int measure(int folder, int depth, struct extent *sum) {
  if (folder < 0) return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
  DIR *list = depth > deepest ? NULL : fdopendir(folder);
  if (!list) {
    close(folder);
    return -1;
  }
  int result = 0;
  for (struct dirent *entry; result == 0 && (entry = readdir(list));) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    struct stat status;
    if (fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) < 0) continue;
    sum->bytes += (uint64_t)status.st_blocks * 512;
    if (++sum->entries > 1000000) result = -1;
    if (S_ISDIR(status.st_mode))
      result = measure(openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), depth + 1, sum);
  }
  closedir(list);
  return result;
}

struct extent extentOf(const char *path) {
  struct extent sum = {0};
  if (measure(open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), 0, &sum) < 0)
    sum.bytes = sum.entries = UINT64_MAX;
  return sum;
}
