// Listing folders. libc's walks open each folder past `opendir`, so each of them is followed by itself.
#define _GNU_SOURCE
#include "descriptors.h"
#include "observing.h"
#include "paths.h"
#include "real.h"
#include "record.h"

DIR *opendir(const char *path) {
  DIR *folder = REAL(opendir)(path);
  noteListing(AT_FDCWD, path, folder != NULL);
  noteOpenedFolder(path, folder);
  return folder;
}

int scandir(const char *restrict path, struct dirent ***restrict names, int (*filter)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **)) {
  int count = REAL(scandir)(path, names, filter, compare);
  noteListing(AT_FDCWD, path, count >= 0);
  return count;
}

_Static_assert(sizeof(struct dirent) == sizeof(struct dirent64), "one `dirent` serves both");
int scandir64(const char *restrict path, struct dirent64 ***restrict names, int (*filter)(const struct dirent64 *),
              int (*compare)(const struct dirent64 **, const struct dirent64 **)) SAME_AS(scandir);

int scandirat(int folder, const char *restrict path, struct dirent ***restrict names,
              int (*filter)(const struct dirent *), int (*compare)(const struct dirent **, const struct dirent **)) {
  int count = REAL(scandirat)(folder, path, names, filter, compare);
  noteListing(folder, path, count >= 0);
  return count;
}

// MARK: Walks

// The path stays relative to the folder from which the walk began, also while it changes folders.
FTSENT *fts_read(FTS *walk) {
  FTSENT *entry = REAL(fts_read)(walk);
  if (!entry || !isRecording()) return entry;
  if (entry->fts_info == FTS_D || entry->fts_info == FTS_DNR)
    noteListing(AT_FDCWD, entry->fts_path, entry->fts_info == FTS_D);
  else if (entry->fts_info != FTS_DP && entry->fts_info != FTS_NSOK)
    noteStatus(AT_FDCWD, entry->fts_path, 0, 0, NULL);
  return entry;
}

FTSENT64 *fts64_read(FTS64 *walk) { return (FTSENT64 *)(void *)fts_read((FTS *)(void *)walk); }

// `ftw` passes no value of the caller's on, so what it calls is kept here while it walks.
static __thread __ftw_func_t visitEach;
static __thread __nftw_func_t visitEachTyped;

static void noteVisit(const char *path, const struct stat *status, int type) {
  if (type == FTW_D || type == FTW_DP || type == FTW_DNR) {
    noteListing(AT_FDCWD, path, type != FTW_DNR);
  } else {
    noteStatus(AT_FDCWD, path, type != FTW_SL, 0, status);
  }
}

static int visit(const char *path, const struct stat *status, int type) {
  noteVisit(path, status, type);
  return visitEach(path, status, type);
}

static int visitTyped(const char *path, const struct stat *status, int type, struct FTW *place) {
  noteVisit(path, status, type);
  return visitEachTyped(path, status, type, place);
}

int ftw(const char *path, __ftw_func_t function, int descriptors) {
  __ftw_func_t outer = visitEach;
  visitEach = function;
  int result = REAL(ftw)(path, visit, descriptors);
  visitEach = outer;
  return result;
}

int nftw(const char *path, __nftw_func_t function, int descriptors, int flags) {
  __nftw_func_t outer = visitEachTyped;
  visitEachTyped = function;
  int result = REAL(nftw)(path, visitTyped, descriptors, flags);
  visitEachTyped = outer;
  return result;
}

int ftw64(const char *path, __ftw64_func_t function, int descriptors) SAME_AS(ftw);
int nftw64(const char *path, __nftw64_func_t function, int descriptors, int flags) SAME_AS(nftw);

// MARK: Patterns

// `glob` can be given the functions it looks with: these are the ones that are followed.
static void *openListed(const char *path) { return opendir(path); }
static struct dirent *readListed(void *folder) { return readdir(folder); }
static void closeListed(void *folder) { closedir(folder); }

int glob(const char *restrict pattern, int flags, int (*problem)(const char *, int), glob_t *restrict found) {
  if (!isRecording() || flags & GLOB_ALTDIRFUNC || !found) return REAL(glob)(pattern, flags, problem, found);
  glob_t caller = *found;
  found->gl_opendir = openListed;
  found->gl_readdir = readListed;
  found->gl_closedir = closeListed;
  found->gl_stat = stat;
  found->gl_lstat = lstat;
  int result = REAL(glob)(pattern, flags | GLOB_ALTDIRFUNC, problem, found);
  found->gl_opendir = caller.gl_opendir;
  found->gl_readdir = caller.gl_readdir;
  found->gl_closedir = caller.gl_closedir;
  found->gl_stat = caller.gl_stat;
  found->gl_lstat = caller.gl_lstat;
  found->gl_flags &= ~GLOB_ALTDIRFUNC;
  return result;
}

int glob64(const char *restrict pattern, int flags, int (*problem)(const char *, int), glob64_t *restrict found)
    SAME_AS(glob);
