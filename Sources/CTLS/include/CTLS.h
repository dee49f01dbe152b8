#ifndef GIMBAL_CTLS_H
#define GIMBAL_CTLS_H

// A TLS server in a few calls, over OpenSSL's libssl. Every call blocks; the socket's own time limits hold.

/// A certificate made on the spot, its key, and what a server needs beside them.
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

/// Shakes hands over an accepted socket, which stays the caller's to close; NULL when that fails. SIGPIPE is blocked for the
/// calling thread from here on.
gimbal_tls_line *gimbal_tls_accept(gimbal_tls *tls, int descriptor);
/// Reads up to `room` bytes: how many; 0 at the end; −1 for an error or when the socket's time is up.
int gimbal_tls_read(gimbal_tls_line *line, void *bytes, int room);
/// Writes all of it: 1, or −1.
int gimbal_tls_write(gimbal_tls_line *line, const void *bytes, int count);
/// Says goodbye, and reads and forgets what the peer still sends until it ends or the socket is shut down: what was written
/// last then reaches a peer that reads only when it has sent all. Nothing can be read or written afterwards.
void gimbal_tls_finish(gimbal_tls_line *line, int descriptor);
/// Says goodbye where the peer still listens, and frees the line.
void gimbal_tls_close(gimbal_tls_line *line);

#endif
