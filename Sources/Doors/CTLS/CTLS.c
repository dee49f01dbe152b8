#define _GNU_SOURCE
#include "CTLS.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gimbal_tls {
  SSL_CTX *context;
  X509 *certificate;
};

struct gimbal_tls_line {
  SSL *ssl;
  int is_over;  // broken, or said goodbye
};

static int add_extension(X509 *certificate, int kind, const char *value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
  if (!extension) return 0;
  int added = X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  return added;
}

/// "IP:192.168.1.5,DNS:studio.local"; the caller frees it.
static char *alternative_names(const char *const *names, int count) {
  size_t room = 1;
  for (int i = 0; i < count; i++) room += strlen(names[i]) + 6;
  char *text = calloc(room, 1);
  if (!text) return NULL;
  for (int i = 0; i < count; i++) {
    unsigned char address[16];
    int is_address = inet_pton(AF_INET, names[i], address) == 1 || inet_pton(AF_INET6, names[i], address) == 1;
    size_t used = strlen(text);
    snprintf(text + used, room - used, "%s%s%s", i ? "," : "", is_address ? "IP:" : "DNS:", names[i]);
  }
  return text;
}

static X509 *make_certificate(EVP_PKEY *key, const char *const *names, int count, int days) {
  X509 *certificate = X509_new();
  char *alternatives = alternative_names(names, count);
  unsigned char serial[16];
  int made = certificate && alternatives && RAND_bytes(serial, sizeof serial) == 1;
  if (made) {
    serial[0] &= 0x7f;  // a serial number is positive
    BIGNUM *number = BN_bin2bn(serial, sizeof serial, NULL);
    made = number && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != NULL;
    BN_free(number);
  }
  if (made) {
    X509_NAME *name = X509_get_subject_name(certificate);
    made = X509_set_version(certificate, 2) && X509_gmtime_adj(X509_getm_notBefore(certificate), -3600)
      && X509_gmtime_adj(X509_getm_notAfter(certificate), 86400L * days) && X509_set_pubkey(certificate, key)
      && X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"Gimbal studio", -1, -1, 0)
      && X509_set_issuer_name(certificate, name)
      && add_extension(certificate, NID_basic_constraints, "critical,CA:FALSE")
      && add_extension(certificate, NID_key_usage, "critical,digitalSignature")
      && add_extension(certificate, NID_ext_key_usage, "serverAuth")
      && add_extension(certificate, NID_subject_alt_name, alternatives)
      && X509_sign(certificate, key, EVP_sha256()) > 0;
  }
  free(alternatives);
  if (made) return certificate;
  X509_free(certificate);
  return NULL;
}

gimbal_tls *gimbal_tls_create(const char *const *names, int count, int days, char *message, int room) {
  gimbal_tls *tls = calloc(1, sizeof *tls);
  EVP_PKEY *key = EVP_EC_gen("P-256");
  if (tls && key) tls->certificate = make_certificate(key, names, count, days);
  if (tls && tls->certificate) tls->context = SSL_CTX_new(TLS_server_method());
  int made = tls && tls->context && SSL_CTX_set_min_proto_version(tls->context, TLS1_2_VERSION)
    && SSL_CTX_use_certificate(tls->context, tls->certificate) && SSL_CTX_use_PrivateKey(tls->context, key);
  EVP_PKEY_free(key);
  if (made) {
    // A renegotiation costs the server more than its peer; compression leaks.
    SSL_CTX_set_options(tls->context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    // A write takes what the socket takes, and goes on from there.
    SSL_CTX_set_mode(
      tls->context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_session_cache_mode(tls->context, SSL_SESS_CACHE_OFF);
    return tls;
  }
  ERR_error_string_n(ERR_get_error(), message, (size_t)room);
  gimbal_tls_free(tls);
  return NULL;
}

void gimbal_tls_free(gimbal_tls *tls) {
  if (!tls) return;
  SSL_CTX_free(tls->context);
  X509_free(tls->certificate);
  free(tls);
}

void gimbal_tls_fingerprint(const gimbal_tls *tls, unsigned char *digest) {
  unsigned int length = 32;
  memset(digest, 0, 32);
  X509_digest(tls->certificate, EVP_sha256(), digest, &length);
}

gimbal_tls_line *gimbal_tls_open(gimbal_tls *tls, int descriptor) {
  // A write to a peer that has gone would end the process.
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, NULL);
  gimbal_tls_line *line = calloc(1, sizeof *line);
  if (!line) return NULL;
  line->ssl = SSL_new(tls->context);
  if (line->ssl && SSL_set_fd(line->ssl, descriptor) && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0) return line;
  SSL_free(line->ssl);
  free(line);
  return NULL;
}

// What OpenSSL's answer means, after ERR_clear_error and the call.
static int outcome(gimbal_tls_line *line, int result) {
  if (result > 0) return result;
  int error = SSL_get_error(line->ssl, result);
  if (error == SSL_ERROR_WANT_READ) return GIMBAL_TLS_AWAITS_INPUT;
  if (error == SSL_ERROR_WANT_WRITE) return GIMBAL_TLS_AWAITS_OUTPUT;
  if (error == SSL_ERROR_ZERO_RETURN) return 0;
  line->is_over = 1;
  return -1;
}

int gimbal_tls_accept(gimbal_tls_line *line) {
  ERR_clear_error();
  return outcome(line, SSL_accept(line->ssl));
}

int gimbal_tls_read(gimbal_tls_line *line, void *bytes, int room) {
  ERR_clear_error();
  return outcome(line, SSL_read(line->ssl, bytes, room));
}

int gimbal_tls_write(gimbal_tls_line *line, const void *bytes, int count) {
  ERR_clear_error();
  return outcome(line, SSL_write(line->ssl, bytes, count));
}

void gimbal_tls_finish(gimbal_tls_line *line) {
  ERR_clear_error();
  if (!line->is_over) SSL_shutdown(line->ssl);
  line->is_over = 1;
}

void gimbal_tls_close(gimbal_tls_line *line) {
  gimbal_tls_finish(line);
  SSL_free(line->ssl);
  free(line);
}
