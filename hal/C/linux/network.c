#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "epoll.h"
#include "network_parts.h"

static int on_socket(CURL *easy, curl_socket_t descriptor, int what, void *context, void *own) {
  struct clinux_network *network = context;
  (void)easy;
  (void)own;
  uint32_t events = 0;
  if (what == CURL_POLL_IN || what == CURL_POLL_INOUT) events |= CLINUX_READABLE;
  if (what == CURL_POLL_OUT || what == CURL_POLL_INOUT) events |= CLINUX_WRITABLE;
  if (network->wishes.watch) network->wishes.watch(network->wishes.context, descriptor, events);
  return 0;
}

static int on_timer(CURLM *multi, long milliseconds, void *context) {
  struct clinux_network *network = context;
  (void)multi;
  if (network->wishes.alarm) network->wishes.alarm(network->wishes.context, milliseconds);
  return 0;
}

clinux_network *clinux_network_open(struct clinux_network_wishes wishes) {
  /* TLS writes with write(2), and libcurl is told to leave signals alone. */
  signal(SIGPIPE, SIG_IGN);
  if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return NULL;
  struct clinux_network *network = calloc(1, sizeof *network);
  if (!network) return NULL;
  network->wishes = wishes;
  network->multi = curl_multi_init();
  if (!network->multi) {
    free(network);
    return NULL;
  }
  curl_multi_setopt(network->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
  curl_multi_setopt(network->multi, CURLMOPT_SOCKETDATA, network);
  curl_multi_setopt(network->multi, CURLMOPT_TIMERFUNCTION, on_timer);
  curl_multi_setopt(network->multi, CURLMOPT_TIMERDATA, network);
  return network;
}

void clinux_network_close(clinux_network *network) {
  network->wishes = (struct clinux_network_wishes){0};
  curl_multi_cleanup(network->multi);
  free(network);
  curl_global_cleanup();
}

void clinux_network_ready(clinux_network *network, int descriptor, uint32_t events) {
  int running, what = 0;
  if (events & CLINUX_READABLE) what |= CURL_CSELECT_IN;
  if (events & CLINUX_WRITABLE) what |= CURL_CSELECT_OUT;
  if (events & (CLINUX_ERROR | CLINUX_HANGUP)) what |= CURL_CSELECT_ERR;
  curl_multi_socket_action(network->multi, descriptor, what, &running);
}

void clinux_network_due(clinux_network *network) {
  int running;
  curl_multi_socket_action(network->multi, CURL_SOCKET_TIMEOUT, 0, &running);
}

static enum clinux_ending ending(CURLcode result) {
  switch (result) {
  case CURLE_OK: return CLINUX_DONE;
  case CURLE_PEER_FAILED_VERIFICATION:
  case CURLE_SSL_ISSUER_ERROR:
  case CURLE_SSL_CACERT_BADFILE:
  case CURLE_SSL_INVALIDCERTSTATUS:
  case CURLE_USE_SSL_FAILED: return CLINUX_UNTRUSTED;
  case CURLE_LOGIN_DENIED:
  case CURLE_AUTH_ERROR: return CLINUX_DENIED;
  default: return CLINUX_BROKEN;
  }
}

bool clinux_network_finished(clinux_network *network, struct clinux_finished *finished) {
  int left;
  CURLMsg *message;
  while ((message = curl_multi_info_read(network->multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    /* Stopping the transfer frees the message. */
    CURLcode result = message->data.result;
    char *transfer = NULL;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
    finished->transfer = (clinux_transfer *)transfer;
    finished->transfer->result = result;
    finished->ending = ending(result);
    if (result != CURLE_OK || !finished->transfer->is_conversation)
      clinux_transfer_stop(finished->transfer);
    return true;
  }
  return false;
}
