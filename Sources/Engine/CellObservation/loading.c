#define _GNU_SOURCE
#include "loading.h"

#include "observing.h"
#include "real.h"
#include "record.h"

#include <errno.h>
#include <link.h>

static void noteLibrary(const char *path) {
  if (!isRecording()) return;
  int problem = errno;
  int descriptor = REAL(openat)(AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  noteOpened(AT_FDCWD, path, descriptor);
  signDescriptor(descriptor);
  if (descriptor >= 0) REAL(close)(descriptor);
  errno = problem;
}

// A name without a slash is looked for in the folders of the loader, whose cache says what lies there.
static void beforeLoading(const char *name) {
  if (name && *name) noteLibrary(strchr(name, '/') ? name : "/etc/ld.so.cache");
}

// The loader sees by the address of its caller whose folders to search, so that the call is passed on as it came. What else
// it loads with the library shows at the end of the unit.
void *dlopen(const char *name, int flags) {
  beforeLoading(name);
  __attribute__((musttail)) return REAL(dlopen)(name, flags);
}

// Its own namespace is seen by its handle only.
void *dlmopen(Lmid_t space, const char *name, int flags) {
  beforeLoading(name);
  void *handle = REAL(dlmopen)(space, name, flags);
  struct link_map *library;
  if (!handle || space == LM_ID_BASE || dlinfo(handle, RTLD_DI_LINKMAP, &library) != 0) return handle;
  while (library->l_prev) library = library->l_prev;
  for (; library; library = library->l_next)
    if (library->l_name[0] == '/') noteLibrary(library->l_name);
  return handle;
}

// MARK: What is loaded

// How many libraries the process has loaded ever, as far as that is accounted for; and those with which it began.
static unsigned long long accounted;
static size_t initialLibraries;

static int readLoads(struct dl_phdr_info *library, size_t size, void *loads) {
  (void)size;
  *(unsigned long long *)loads = library->dlpi_adds;
  return 1;
}

static unsigned long long loadsSoFar(void) {
  unsigned long long loads = 0;
  dl_iterate_phdr(readLoads, &loads);
  return loads;
}

static int countLibrary(struct dl_phdr_info *library, size_t size, void *count) {
  (void)library, (void)size;
  ++*(size_t *)count;
  return 0;
}

void beginLoading(void) {
  initialLibraries = 0;
  dl_iterate_phdr(countLibrary, &initialLibraries);
  accounted = loadsSoFar();
}

void *loadOwn(const char *library, int flags) {
  unsigned long long before = loadsSoFar();
  void *handle = REAL(dlopen)(library, flags);
  accounted += loadsSoFar() - before;
  return handle;
}

struct search {
  size_t position;
  int (*isCell)(const char *library);
};

static int noteLoaded(struct dl_phdr_info *library, size_t size, void *context) {
  (void)size;
  struct search *search = context;
  if (search->position++ >= initialLibraries && library->dlpi_name[0] == '/' && !search->isCell(library->dlpi_name))
    noteLibrary(library->dlpi_name);
  return 0;
}

void noteLoading(int (*isCell)(const char *library)) {
  unsigned long long loads = loadsSoFar();
  if (loads == accounted) return;
  accounted = loads;
  struct search search = {.isCell = isCell};
  dl_iterate_phdr(noteLoaded, &search);
}
