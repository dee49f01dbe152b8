#ifndef GIMBAL_CTLSCLIENT_H
#define GIMBAL_CTLSCLIENT_H

// A TLS client for tests, which trusts whom it talks to.

typedef struct gimbal_client gimbal_client;

/// Shakes hands with 127.0.0.1 at this port; NULL when that fails.
gimbal_client *gimbal_client_open(unsigned short port);
/// Whether all of it could be written.
int gimbal_client_write(gimbal_client *client, const void *bytes, int count);
/// How many bytes came; 0 or less at the end or after ten seconds.
int gimbal_client_read(gimbal_client *client, void *bytes, int room);
void gimbal_client_close(gimbal_client *client);

#endif
