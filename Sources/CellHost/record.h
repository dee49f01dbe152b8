// The record of one run: what the unit looked at, drew and changed, in memory that the runner shares.
#ifndef RECORD_H
#define RECORD_H
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

enum recordKind {
  kindContents = 1,
  kindStatus = 2,
  kindListing = 3,
  kindEnvironment = 4,
  kindParameter = 5,
  kindRandom = 6,
  kindClock = 7,
  kindBefore = 8,
  kindAbsent = 9,
  kindOutside = 10,
};

enum recordFlag { flagIncomplete = 1, flagDrawsOverflowed = 2 };

enum { signatureBytes = 56, pathRoom = 8192 };

#pragma GCC visibility push(hidden)
// Maps the record behind a descriptor and begins it; the descriptor can be closed. 0, or −1: then nothing is recorded.
int openRecord(int descriptor);
// Ends it. Other threads may be writing, so the memory stays mapped when there ever were any.
void closeRecord(int keepsMemory);
// Whether a unit runs whose steps are recorded.
int isRecording(void);
void setRecordFlag(enum recordFlag flag);

// An entry is begun with the exact number of bytes that are put into it, then ended. NULL when there is no room, or nothing
// is recorded.
unsigned char *beginEntry(enum recordKind kind, size_t payload);
void endEntry(unsigned char *payload);
unsigned char *putNumber(unsigned char *at, uint32_t number);
unsigned char *putLong(unsigned char *at, uint64_t number);
unsigned char *putText(unsigned char *at, const void *text, size_t length);
// Makes an entry one of another kind, 0 for none.
void changeKind(unsigned char *payload, unsigned int kind);
unsigned char *putSignature(unsigned char *at, const struct stat *status);

// What the runner gave: entries of one kind, from an offset that moves behind the entry. NULL at the end.
const unsigned char *nextGiven(enum recordKind kind, uint64_t *offset, size_t *length);

// A set of 64-bit keys that lasts for one record. Whether the key was not yet in it; now it is. A full set knows nothing.
int isFirst(uint64_t key);
int isKnown(uint64_t key);
uint64_t keyOf(enum recordKind kind, const void *text, size_t length);

// Says once that the unit did something that no record can put back.
void gimbal_note_outside(const char *reason) __attribute__((visibility("default")));
#pragma GCC visibility pop
#endif
