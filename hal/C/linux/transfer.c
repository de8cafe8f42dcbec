#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "network_parts.h"

static size_t take(char *bytes, size_t one, size_t count, void *context) {
  struct clinux_transfer *transfer = context;
  size_t size = one * count;
  if (size > transfer->most - transfer->received) return 0;
  if (transfer->is_kept) {
    uint8_t *longer = realloc(transfer->body, transfer->received + size);
    if (!longer) return 0;
    transfer->body = longer;
    memcpy(longer + transfer->received, bytes, size);
  }
  transfer->received += size;
  return size;
}

/* Of a greeting, a login, or the head of an answer. A server that says more without pause would hold libcurl
   in one call. */
enum { MOST_HEAD = 65536 };

static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

/* "HTTP/1.1 200" and then a space or the end; 0: another line. libcurl takes "HTTP/" and rubbish for status
   200, which would count a notice as delivered. */
static int status_of(const char *line, size_t size) {
  size_t at = 5;
  if (size < 10 || memcmp(line, "HTTP/", 5) != 0 || !is_digit(line[at++])) return 0;
  if (line[at] == '.' && !is_digit(line[at + 1])) return 0;
  if (line[at] == '.') at += 2;
  if (at + 4 > size || line[at] != ' ' || (at + 4 < size && is_digit(line[at + 4]))) return 0;
  int status = 0;
  for (size_t i = 1; i <= 3; i++) {
    if (!is_digit(line[at + i])) return 0;
    status = 10 * status + line[at + i] - '0';
  }
  return status;
}

static size_t take_head(char *bytes, size_t one, size_t count, void *context) {
  struct clinux_transfer *transfer = context;
  size_t size = one * count;
  transfer->head += size + 16;
  /* No name of a field holds a slash or a space. */
  if (size >= 5 && strncasecmp(bytes, "HTTP", 4) == 0 && (bytes[4] == '/' || bytes[4] == ' ')) {
    transfer->status = 0;
    transfer->coming = status_of(bytes, size);
    transfer->is_garbled = !transfer->is_conversation && transfer->coming == 0;
  } else if (transfer->coming >= 200 && size > 0 && (*bytes == '\r' || *bytes == '\n')) {
    /* Behind the empty line. "102 Processing" only says that an answer will come. */
    transfer->status = transfer->coming;
  }
  return transfer->is_garbled || transfer->head > MOST_HEAD ? 0 : size;
}

static void set(int descriptor, int level, int option, int value) {
  /* A kernel without the option works as well, it only notices later that nobody is there. */
  (void)setsockopt(descriptor, level, option, &value, sizeof value);
}

/* A server may think for ten minutes; a network that is gone shall be noticed in one. */
static int set_up(void *context, curl_socket_t descriptor, curlsocktype purpose) {
  (void)context;
  (void)purpose;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1);
  set(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, 30);
  set(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, 10);
  set(descriptor, IPPROTO_TCP, TCP_KEEPCNT, 3);
  set(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, 60000);
  return CURL_SOCKOPT_OK;
}

clinux_transfer *clinux_transfer_open(
    clinux_network *network, const char *url, const char *authorities, size_t most) {
  struct clinux_transfer *transfer = calloc(1, sizeof *transfer);
  CURL *easy = transfer ? curl_easy_init() : NULL;
  if (!easy) {
    free(transfer);
    return NULL;
  }
  transfer->network = network;
  transfer->easy = easy;
  transfer->most = most;
  curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, set_up);
  curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->reason);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_head);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  /* Else dropping a transfer waits for the thread that still looks up its name. */
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
  curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 1L);
  /* Nothing from the environment or a file of somebody's. */
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps,imap,imaps,http,https");
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
  if (authorities) {
    struct stat facts;
    bool is_folder = stat(authorities, &facts) == 0 && S_ISDIR(facts.st_mode);
    curl_easy_setopt(easy, CURLOPT_CAINFO, is_folder ? NULL : authorities);
    curl_easy_setopt(easy, CURLOPT_CAPATH, is_folder ? authorities : NULL);
  }
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 30000L);
  /* A kept connection that died unseen would swallow a call for help. */
  curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
  curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
  return transfer;
}

void clinux_transfer_close(clinux_transfer *transfer) {
  clinux_transfer_stop(transfer);
  curl_easy_cleanup(transfer->easy);
  curl_slist_free_all(transfer->headers);
  free(transfer->body);
  free(transfer);
  /* A handshake takes and frees some hundred kilobytes, which the heap would keep. */
  malloc_trim(0);
}

void clinux_transfer_login(clinux_transfer *transfer, const char *user, const char *secret) {
  curl_easy_setopt(transfer->easy, CURLOPT_USERNAME, user);
  curl_easy_setopt(transfer->easy, CURLOPT_PASSWORD, secret);
  /* Left to itself libcurl prefers Kerberos where it is offered, and waits for it. */
  curl_easy_setopt(transfer->easy, CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN");
}

void clinux_transfer_encrypt(clinux_transfer *transfer) {
  curl_easy_setopt(transfer->easy, CURLOPT_USE_SSL, (long)CURLUSESSL_ALL);
}

void clinux_transfer_header(clinux_transfer *transfer, const char *header) {
  struct curl_slist *longer = curl_slist_append(transfer->headers, header);
  if (longer) transfer->headers = longer;
  curl_easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, transfer->headers);
}

void clinux_transfer_post(clinux_transfer *transfer, const char *form, const char *header) {
  clinux_transfer_header(transfer, header);
  curl_easy_setopt(transfer->easy, CURLOPT_COPYPOSTFIELDS, form);
}

void clinux_transfer_keep(clinux_transfer *transfer) { transfer->is_kept = true; }

const uint8_t *clinux_transfer_body(const clinux_transfer *transfer, size_t *size) {
  *size = transfer->body ? transfer->received : 0;
  return transfer->body;
}

void clinux_transfer_converse(clinux_transfer *transfer) {
  transfer->is_conversation = true;
  curl_easy_setopt(transfer->easy, CURLOPT_CONNECT_ONLY, 1L);
  /* Else it is closed as soon as it stands. Nobody else gets a connection of this kind. */
  curl_easy_setopt(transfer->easy, CURLOPT_FORBID_REUSE, 0L);
}

int clinux_transfer_descriptor(const clinux_transfer *transfer) {
  curl_socket_t descriptor = CURL_SOCKET_BAD;
  curl_easy_getinfo(transfer->easy, CURLINFO_ACTIVESOCKET, &descriptor);
  return descriptor;
}

static long moved(CURLcode result, size_t count) {
  if (result == CURLE_AGAIN) return -EAGAIN;
  return result == CURLE_OK ? (long)count : -EIO;
}

long clinux_transfer_say(clinux_transfer *transfer, const uint8_t *bytes, size_t size) {
  size_t count = 0;
  return moved(curl_easy_send(transfer->easy, bytes, size, &count), count);
}

long clinux_transfer_hear(clinux_transfer *transfer, uint8_t *bytes, size_t size) {
  size_t count = 0;
  return moved(curl_easy_recv(transfer->easy, bytes, size, &count), count);
}

bool clinux_transfer_start(clinux_transfer *transfer) {
  transfer->is_running =
      curl_multi_add_handle(transfer->network->multi, transfer->easy) == CURLM_OK;
  return transfer->is_running;
}

void clinux_transfer_stop(clinux_transfer *transfer) {
  if (!transfer->is_running) return;
  transfer->is_running = false;
  curl_multi_remove_handle(transfer->network->multi, transfer->easy);
}

int clinux_transfer_code(const clinux_transfer *transfer) {
  if (!transfer->is_conversation) return transfer->status;
  long code = 0;
  curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &code);
  return (int)code;
}

const char *clinux_transfer_reason(const clinux_transfer *transfer) {
  if (transfer->head > MOST_HEAD) return "the server sends too much";
  if (transfer->is_garbled) return "the server answers with no status of HTTP";
  if (!transfer->is_conversation && transfer->result == CURLE_OK && transfer->status == 0)
    return "the server breaks off in the head of its answer";
  return transfer->reason[0] ? transfer->reason : curl_easy_strerror(transfer->result);
}
