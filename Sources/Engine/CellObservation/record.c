#define _GNU_SOURCE
#include "record.h"

#include "real.h"

#include <stdatomic.h>

// The layout at the start of the mapping. All numbers are little-endian, as the machine's.
struct recordHeader {
  char magic[8];
  uint64_t size;
  uint64_t givenSize;
  uint64_t logStart;
  _Atomic uint64_t used;
  _Atomic uint64_t flags;
};

struct entryHeader {
  uint32_t size;
  uint16_t kind;
  _Atomic uint16_t committed;
};

enum { givenStart = 64 };

static struct recordHeader *_Atomic record;
// Taken from the header once: what a cell writes over the header afterwards can't lead outside the mapping.
static uint64_t recordSize, logStart, givenEnd;

int isRecording(void) { return atomic_load_explicit(&record, memory_order_relaxed) != NULL; }

int isRecordAt(uintptr_t address) { return (uintptr_t)record == address; }

// MARK: What was noted already

__extension__ typedef unsigned __int128 wide;

static uint64_t mixed(uint64_t a, uint64_t b) {
  wide product = (wide)(a ^ 0x9e3779b97f4a7c15u) * (b ^ 0xe7037ed1a0b428dbu);
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

uint64_t keyOf(enum recordKind kind, const void *text, size_t length) {
  const unsigned char *at = text;
  uint64_t key = mixed((uint64_t)kind, length);
  for (; length >= 8; at += 8, length -= 8) {
    uint64_t word;
    memcpy(&word, at, 8);
    key = mixed(key, word);
  }
  uint64_t rest = 0;
  memcpy(&rest, at, length);
  key = mixed(key, rest ^ 0x8ebc6af09c88c6e3u);
  return key ? key : 1;
}

// One table, which doubles when it is half full: a page of memory costs as much as ten looks, so a unit that looks at
// little touches little. Former tables stay until the record ends; another thread may still be searching one.
enum { firstSlots = 1 << 10 };

struct table {
  struct table *former;
  size_t slots;
  _Atomic size_t used;
  _Atomic uint64_t keys[];
};
static struct table *_Atomic keys;
static pthread_mutex_t growing = PTHREAD_MUTEX_INITIALIZER;

static size_t bytesOf(size_t slots) { return sizeof(struct table) + slots * sizeof(uint64_t); }

static struct table *newTable(size_t slots, struct table *former) {
  void *memory =
      REAL(mmap)(NULL, bytesOf(slots), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  struct table *table = memory;
  table->former = former;
  table->slots = slots;
  return table;
}

static int openSet(void) {
  keys = newTable(firstSlots, NULL);
  return keys ? 0 : -1;
}

static void closeSet(void) {
  for (struct table *table = keys, *former; table; table = former) {
    former = table->former;
    REAL(munmap)(table, bytesOf(table->slots));
  }
}

// The slot that holds the key, or the free one where it belongs. There always is a free one.
static _Atomic uint64_t *slotOf(struct table *table, uint64_t key) {
  for (size_t place = key & (table->slots - 1);; place = (place + 1) & (table->slots - 1)) {
    uint64_t found = atomic_load_explicit(&table->keys[place], memory_order_relaxed);
    if (found == key || !found) return &table->keys[place];
  }
}

// A key that another thread adds meanwhile may be missing from the new table; then it is noted once more.
static void grow(struct table *full) {
  pthread_mutex_lock(&growing);
  struct table *larger = keys == full ? newTable(full->slots * 2, full) : NULL;
  for (size_t i = 0; larger && i < full->slots; i++) {
    if (!full->keys[i]) continue;
    *slotOf(larger, full->keys[i]) = full->keys[i];
    larger->used++;
  }
  if (larger) keys = larger;
  pthread_mutex_unlock(&growing);
}

int isKnown(uint64_t key) { return isRecording() && *slotOf(keys, key) == key; }

int isFirst(uint64_t key) {
  if (!isRecording()) return 0;
  for (;;) {
    struct table *table = keys;
    _Atomic uint64_t *slot = slotOf(table, key);
    uint64_t found = *slot;
    if (found == key) return 0;
    if (found) continue;  // another thread came first
    // Without memory to grow, everything is noted each time.
    if (table->used >= table->slots / 8 * 7) return 1;
    if (!atomic_compare_exchange_strong(slot, &found, key)) continue;
    if (++table->used >= table->slots / 2) grow(table);
    return 1;
  }
}

// MARK: The record

int openRecord(int descriptor) {
  struct stat status;
  if (REAL(fstat)(descriptor, &status) < 0 || status.st_size < 4096) return -1;
  size_t size = (size_t)status.st_size;
  struct recordHeader *header = REAL(mmap)(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (header == MAP_FAILED) return -1;
  uint64_t given = header->givenSize, start = header->logStart;
  int usable = memcmp(header->magic, "GIMBREC1", 8) == 0 && given <= size - givenStart && start >= givenStart + given &&
               start <= size && start % 8 == 0;
  if (!usable || openSet() < 0) {
    REAL(munmap)(header, size);
    return -1;
  }
  recordSize = size;
  logStart = start;
  givenEnd = givenStart + given;
  atomic_store(&record, header);
  return 0;
}

void closeRecord(int keepsMemory) {
  struct recordHeader *header = atomic_exchange(&record, NULL);
  if (!header || keepsMemory) return;
  REAL(munmap)(header, recordSize);
  closeSet();
}

void setRecordFlag(enum recordFlag flag) {
  struct recordHeader *header = atomic_load_explicit(&record, memory_order_relaxed);
  if (header) atomic_fetch_or(&header->flags, (uint64_t)flag);
}

// MARK: Entries

unsigned char *beginEntry(enum recordKind kind, size_t payload) {
  struct recordHeader *header = atomic_load_explicit(&record, memory_order_relaxed);
  if (!header) return NULL;
  uint64_t size = (sizeof(struct entryHeader) + payload + 7) & ~(uint64_t)7;
  uint64_t room = recordSize - logStart;
  uint64_t used = atomic_load_explicit(&header->used, memory_order_relaxed);
  do {
    if (used > room || size > room - used || used % 8 != 0) {
      setRecordFlag(flagIncomplete);
      return NULL;
    }
  } while (!atomic_compare_exchange_weak_explicit(&header->used, &used, used + size, memory_order_relaxed,
                                                  memory_order_relaxed));
  struct entryHeader *entry = (struct entryHeader *)(void *)((unsigned char *)header + logStart + used);
  entry->size = (uint32_t)size;
  entry->kind = (uint16_t)kind;
  return (unsigned char *)(entry + 1);
}

void endEntry(unsigned char *payload) {
  struct entryHeader *entry = (struct entryHeader *)(void *)payload - 1;
  atomic_store_explicit(&entry->committed, 1, memory_order_release);
}

void changeKind(unsigned char *payload, unsigned int kind) {
  struct entryHeader *entry = (struct entryHeader *)(void *)payload - 1;
  entry->kind = (uint16_t)kind;
}

unsigned char *putNumber(unsigned char *at, uint32_t number) {
  memcpy(at, &number, sizeof number);
  return at + sizeof number;
}

unsigned char *putLong(unsigned char *at, uint64_t number) {
  memcpy(at, &number, sizeof number);
  return at + sizeof number;
}

unsigned char *putText(unsigned char *at, const void *text, size_t length) {
  at = putNumber(at, (uint32_t)length);
  memcpy(at, text, length);
  return at + length;
}

static uint64_t nanoseconds(struct timespec time) {
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

unsigned char *putSignature(unsigned char *at, const struct stat *status) {
  uint64_t fields[signatureBytes / 8] = {0};
  if (status) {
    fields[0] = status->st_dev;
    fields[1] = status->st_ino;
    fields[2] = status->st_mode;
    fields[3] = (uint64_t)status->st_size;
    fields[4] = nanoseconds(status->st_mtim);
    fields[5] = nanoseconds(status->st_ctim);
    fields[6] = status->st_nlink;
  }
  memcpy(at, fields, sizeof fields);
  return at + sizeof fields;
}

const unsigned char *nextGiven(enum recordKind kind, uint64_t *offset, size_t *length) {
  const unsigned char *base = (const unsigned char *)atomic_load_explicit(&record, memory_order_relaxed);
  if (!base) return NULL;
  if (*offset < givenStart) *offset = givenStart;
  while (*offset + sizeof(struct entryHeader) <= givenEnd) {
    const struct entryHeader *entry = (const struct entryHeader *)(const void *)(base + *offset);
    uint32_t size = entry->size;
    if (size < sizeof *entry || size % 8 != 0 || size > givenEnd - *offset) break;
    *offset += size;
    if (entry->kind != kind) continue;
    *length = size - sizeof *entry;
    return (const unsigned char *)(entry + 1);
  }
  *offset = givenEnd;
  return NULL;
}

void noteText(enum recordKind kind, uint64_t key, const void *text, size_t length) {
  if (!isFirst(key)) return;
  unsigned char *entry = beginEntry(kind, 4 + length);
  if (!entry) return;
  putText(entry, text, length);
  endEntry(entry);
}

void gimbal_note_outside(const char *reason) {
  size_t length = strlen(reason);
  noteText(kindOutside, keyOf(kindOutside, reason, length), reason, length);
}
