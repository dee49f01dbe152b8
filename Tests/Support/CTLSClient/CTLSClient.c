#include "CTLSClient.h"

#include <arpa/inet.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

struct gimbal_client {
  SSL_CTX *context;
  SSL *ssl;
  int descriptor;
};

gimbal_client *gimbal_client_open(unsigned short port) {
  signal(SIGPIPE, SIG_IGN);
  gimbal_client *client = calloc(1, sizeof *client);
  client->context = SSL_CTX_new(TLS_client_method());
  client->descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct timeval time = {10, 0};
  setsockopt(client->descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  if (connect(client->descriptor, (struct sockaddr *)&address, sizeof address) == 0) {
    client->ssl = SSL_new(client->context);
    SSL_set_fd(client->ssl, client->descriptor);
    if (SSL_connect(client->ssl) == 1) return client;
  }
  gimbal_client_close(client);
  return NULL;
}

int gimbal_client_write(gimbal_client *client, const void *bytes, int count) {
  return count == 0 || SSL_write(client->ssl, bytes, count) == count;
}

int gimbal_client_read(gimbal_client *client, void *bytes, int room) { return SSL_read(client->ssl, bytes, room); }

void gimbal_client_close(gimbal_client *client) {
  if (!client) return;
  SSL_free(client->ssl);
  SSL_CTX_free(client->context);
  close(client->descriptor);
  free(client);
}
