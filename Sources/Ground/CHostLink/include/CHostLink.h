// What the runner needs of POSIX that Swift cannot say: passing descriptors over a socket, and starting programs.
#ifndef CHOSTLINK_H
#define CHOSTLINK_H
#include <stddef.h>
#include <sys/types.h>

// An anonymous file in memory of this size, which nobody can change; closed on exec. −1 with errno where there is none.
int gimbal_memory(off_t size);

// A pair of packet sockets, both closed on exec. 0, or -1 with errno.
int gimbal_packet_pair(int pair[2]);

// A pipe, both ends closed on exec; the reading end does not block. 0, or -1 with errno.
int gimbal_pipe(int pair[2]);

// A pipe, both ends closed on exec. 0, or -1 with errno.
int gimbal_blocking_pipe(int pair[2]);

// Sends one packet with 1 to 8 descriptors. 0, or -1 with errno.
int gimbal_send_request(int socket, const void *bytes, size_t length, const int *descriptors, int count);

// Starts a program in its own session, with these descriptors (8 at most, /dev/null for a negative one) as its 0, 1, 2
// and so on, in a folder (the current one when NULL), with an environment (ours when NULL). It inherits no other
// descriptor. The system kills it when this process ends, however that comes, unless it outlives us. The process id, or −1
// with errno.
pid_t gimbal_start_program(const char *program, char *const arguments[], char *const environment[],
                           const char *folder, const int *descriptors, int count, int outlives);

// How many of so many processes or threads (256 at most) can be started, by trying it.
int gimbal_startable(int wanted);

// Starts a process that gives files other names on their file system, one after the other up to a NULL, and goes on when
// this process ends. Its exit status is 0 or the errno of the first that could not be moved. The process id, or −1 with
// errno.
pid_t gimbal_start_moving(char *const from[], char *const to[]);

// Lets two files or folders take each other's place at once. 0, or -1 with errno where the file system cannot.
int gimbal_exchange(const char *first, const char *second);

// As `write`, but no signal comes when the reader is gone, or another signal in between.
ssize_t gimbal_write_quietly(int descriptor, const void *bytes, size_t length);

// The next connection of a listening socket, which no child inherits, and the IPv4 address from which it comes; -1 where there is none.
int gimbal_next_connection(int listening, unsigned int *address);

// What a response of SourceKit holds, as JSON to be freed: its values are structures that are passed by value. `value` and
// `describe` are the library's `sourcekitd_response_get_value` and `sourcekitd_variant_json_description_copy`.
char *gimbal_source_kit_json(const void *response, void *value, void *describe);

// Whether what lies at a path is on a file system by which the kernel tells of itself and of processes (`/proc`, `/sys`,
// terminals); -1 where nothing lies.
int gimbal_is_of_kernel(const char *path);

// The number of what went wrong first with standard output, or 0: to be asked after each writing, for the number does not stay.
// At the end with `flushes`, which writes out the rest.
int gimbal_output_failure(int flushes);

// The file that this code was loaded from: the program, or in tests the bundle of tests. Empty when it is not known.
const char *gimbal_own_file(void);
#endif
