#ifndef GIMBAL_CTLS_H
#define GIMBAL_CTLS_H

// A TLS server in a few calls, over OpenSSL's libssl. No call blocks: who calls waits for the socket.

/// A certificate made on the spot, its key, and what a server needs next to them.
typedef struct gimbal_tls gimbal_tls;
/// One connection.
typedef struct gimbal_tls_line gimbal_tls_line;

/// Makes a key on P-256 and a certificate that it signs itself, for the given addresses ("192.168.1.5") and host names, valid
/// from an hour ago for `days`. NULL when OpenSSL cannot, with its reason in `message`.
gimbal_tls *gimbal_tls_create(const char *const *names, int count, int days, char *message, int room);
/// Frees it; its lines have to be closed before.
void gimbal_tls_free(gimbal_tls *tls);
/// The SHA-256 of the certificate, as browsers show it: 32 bytes.
void gimbal_tls_fingerprint(const gimbal_tls *tls, unsigned char *digest);

/// A line over an accepted socket, which stays the caller's to close and no longer blocks; NULL when there is no memory. SIGPIPE
/// is blocked for the calling thread from here on.
gimbal_tls_line *gimbal_tls_open(gimbal_tls *tls, int descriptor);

/// What a call gives that is to be made again when the socket has something to read, or takes something.
enum { GIMBAL_TLS_AWAITS_INPUT = -2, GIMBAL_TLS_AWAITS_OUTPUT = -3 };

/// Shakes hands: 1, one of those above, or −1 when the line has broken.
int gimbal_tls_accept(gimbal_tls_line *line);
/// Reads up to `room` bytes: how many; 0 at the end; likewise.
int gimbal_tls_read(gimbal_tls_line *line, void *bytes, int room);
/// Writes up to `count` bytes, at least one: how many; likewise.
int gimbal_tls_write(gimbal_tls_line *line, const void *bytes, int count);
/// Says goodbye where the line is not broken: nothing can be read or written over it afterwards.
void gimbal_tls_finish(gimbal_tls_line *line);
/// Says goodbye, and frees the line.
void gimbal_tls_close(gimbal_tls_line *line);

#endif
