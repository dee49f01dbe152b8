// What keeps a program that nobody trusts to itself, by means of system calls: Landlock, a filter of system
// calls, limits, and a supervisor that watches over the whole tree of processes. Swift has the words: see Sandboxes.
#ifndef CSANDBOX_H
#define CSANDBOX_H
#include <stdint.h>
#include <sys/types.h>

// The version of Landlock that the kernel has; 0 without it.
int gimbal_landlock_version(void);

// Limits of the whole tree of processes; 0 for none.
struct gimbal_tree_limits {
  // From the start to the end.
  uint64_t wallMilliseconds;
  // Of all processes together.
  uint64_t cpuMilliseconds;
  // Memory that is held at one time: pages shared by several processes count once.
  uint64_t memoryBytes;
  // Files in the scratch folder, and files without a name that are open.
  uint64_t diskBytes, diskEntries;
  // One file.
  uint64_t fileBytes;
  // Processes at one time, and an eighth of the threads of all of them.
  uint32_t processes;
  // Addresses of one process.
  uint64_t addressBytes;
};

// Why a tree ended.
enum gimbal_tree_end {
  gimbal_tree_ended = 0,
  gimbal_tree_wall,
  gimbal_tree_cpu,
  gimbal_tree_memory,
  gimbal_tree_disk,
  gimbal_tree_processes,
  // The starter wanted it, or is gone.
  gimbal_tree_stopped,
  // It could not be started: `stage` and `error` say why.
  gimbal_tree_failed,
};

// What the supervisor says at the end.
struct gimbal_tree_report {
  int32_t end;
  // As of `waitpid`, of the first process.
  int32_t status;
  int32_t stage, error;
  uint64_t milliseconds, cpuMilliseconds, peakBytes, peakDisk;
  uint32_t peakProcesses;
};

// Where a start failed.
enum gimbal_tree_stage {
  gimbal_stage_fork = 1,
  gimbal_stage_folder,
  gimbal_stage_limits,
  gimbal_stage_landlock,
  gimbal_stage_filter,
  gimbal_stage_program,
};

struct gimbal_confinement {
  const char *program;
  char *const *arguments, *const *environment;
  // In which it starts, and whose size is watched; the only one that Landlock lets it write.
  const char *scratch;
  // What Landlock lets it read and execute, up to a NULL.
  char *const *readable;
  // Devices that Landlock lets it read and write, up to a NULL.
  char *const *devices;
  // Its descriptors 0, 1, 2 and so on (16 at most); negative ones are /dev/null.
  const int *descriptors;
  int descriptorCount;
  // Whether Landlock and the filter hold it. Otherwise the program confines what it starts (bubblewrap).
  int confines;
  struct gimbal_tree_limits limits;
};

// Starts a program under a supervisor, which ends the whole tree when the other end of `life` is closed and then writes a
// report to `report`. The supervisor's process id, or -1 with errno.
pid_t gimbal_start_confined(const struct gimbal_confinement *what, int life, int report);

// A file in memory with the filter of system calls, as bubblewrap reads it; -1 with errno.
int gimbal_filter_file(void);

// Tries to enter its own user namespace; 0, or -1 with errno.
int gimbal_make_namespace(void);

// Removes a folder with all that is in it, however deep it is and whatever rights its folders have. 0, or -1 with errno.
int gimbal_remove_tree(const char *path);

// Reads a file that is not a link, of at most so many bytes, into memory to be freed; NULL with errno.
void *gimbal_read_plain(const char *path, size_t limit, size_t *length);
#endif
