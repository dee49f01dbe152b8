// The record of one run: what the unit looked at, drew and changed, in memory that the runner shares.
//
// All numbers are little-endian. The file begins with
//    0  "GIMBREC1"        8  u64 its size          16  u64 bytes that the runner gave, from offset 64
//   24  u64 start of the log, a multiple of 8      32  u64 bytes in the log         40  u64 flags (`recordFlag`)
// and holds entries in both parts:
//   u32 size of the entry, a multiple of 8       u16 kind       u16 1 once it is complete       then what it says.
// Texts are a u32 length and their bytes; fields follow each other without padding. A signature is seven 64-bit
// numbers: device, inode, mode, size, times of the last change of contents and of status in nanoseconds, number of
// links.
//
//   contents     path, signature              a file was opened for reading, or kept what it held
//   status       path, u32 errno, u32 whether a last link was followed, signature
//   listing      path                         a folder was opened to be listed
//   environment  name, u32 whether there, value        an empty name: all variables, each ended by a zero byte
//   parameter    name                         given: name, value as JSON
//   random       bytes                        given ones are drawn before real ones
//   clock        u32 clock, i64 nanoseconds   likewise, for each clock
//   before       path, u32 what was there (`before` in journal.c), saved path or link or reason, signature
//   absent       path, u32 errno              could not be opened or listed
//   outside      reason                       nothing can put this back
//   call         library, function            given only: what to call behind the function that the request names
//
// Paths are absolute and not resolved. Each is noted once for each
// kind, and no more once the unit itself has changed what is there. A signature of zeros means that the process ended
// before it could be taken; kind 0 is an entry that turned out to be none.
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
  kindCall = 11,
};

enum recordFlag { flagIncomplete = 1, flagDrawsOverflowed = 2 };

enum { signatureBytes = 56, pathRoom = 8192 };

#pragma GCC visibility push(hidden)
// Maps the record behind a descriptor and begins it; the descriptor can be closed. 0, or −1: then nothing is
// recorded.
int openRecord(int descriptor);
// Ends it. Other threads may be writing, so the memory stays mapped when there ever were any.
void closeRecord(int keepsMemory);
// Whether a unit runs whose steps are recorded.
int isRecording(void);
// Whether the record lies at this address.
int isRecordAt(uintptr_t address);
void setRecordFlag(enum recordFlag flag);

// An entry is begun with the exact number of bytes that are put into it, then ended. NULL when there is no room, or
// nothing is recorded.
unsigned char *beginEntry(enum recordKind kind, size_t payload);
void endEntry(unsigned char *payload);
unsigned char *putNumber(unsigned char *at, uint32_t number);
unsigned char *putLong(unsigned char *at, uint64_t number);
unsigned char *putText(unsigned char *at, const void *text, size_t length);
// Notes an entry that is one text, once for each key.
void noteText(enum recordKind kind, uint64_t key, const void *text, size_t length);
// Makes an entry one of another kind, 0 for none.
void changeKind(unsigned char *payload, unsigned int kind);
unsigned char *putSignature(unsigned char *at, const struct stat *status);

// What the runner gave: entries of one kind, from an offset that moves behind the entry. NULL at the end.
const unsigned char *nextGiven(enum recordKind kind, uint64_t *offset, size_t *length);

// A set of 64-bit keys that lasts for one record. Whether the key was not yet in it; now it is. A full set knows
// nothing.
int isFirst(uint64_t key);
int isKnown(uint64_t key);
uint64_t keyOf(enum recordKind kind, const void *text, size_t length);

// Says once that the unit did something that no record can put back.
void gimbal_note_outside(const char *reason) __attribute__((visibility("default")));
#pragma GCC visibility pop
#endif
