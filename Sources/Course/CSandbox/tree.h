#ifndef TREE_H
#define TREE_H
#include <stdint.h>
#include <sys/types.h>

enum { mostProcesses = 4096 };

// The living descendants of this process, at most `mostProcesses`.
int descendants(pid_t *found);

// What processes hold and have used.
struct usage {
  uint64_t bytes, cpuMilliseconds, namelessBytes;
  uint32_t threads;
};

// Of these processes. Memory is counted exactly (pages that several share once) where it could be above `limit`.
struct usage usageOf(const pid_t *processes, int count, uint64_t limit, int looksAtFiles);

// The size of a folder's files and how many there are; a folder that cannot be looked into, or is too deep, is infinite.
struct extent {
  uint64_t bytes, entries;
};
struct extent extentOf(const char *path);

#endif
