#define _GNU_SOURCE
#include "real.h"

#include <dlfcn.h>

struct realFunctions realFunctions;

// A function that this libc doesn't have stays NULL; then nobody can have been linked against it either. `dlsym`
// calls none of the wrapped functions, so there is nothing to fall back on meanwhile.
static void find(const char *name, void *slot) {
  void *function = dlsym(RTLD_NEXT, name);
  memcpy(slot, &function, sizeof function);
}

__attribute__((constructor(101))) void findRealFunctions(void) {
#define FIND(name) find(#name, &realFunctions.name);
  REAL_FUNCTIONS(FIND)
#undef FIND
  // The plain name is an older dialect of formats.
  find("__isoc99_vfscanf", &realFunctions.vfscanf);
  find("syscall", &realFunctions.syscall);
}
