#ifndef VIGIA_NETWORK_PARTS_H
#define VIGIA_NETWORK_PARTS_H
#include <curl/curl.h>

#include "network.h"

struct clinux_network {
  CURLM *multi;
  struct clinux_network_wishes wishes;
};

struct clinux_transfer {
  struct clinux_network *network;
  CURL *easy;
  struct curl_slist *headers;
  size_t received, most, head;
  bool is_conversation, is_running;
  uint8_t *body;   /* of an answer that is kept */
  bool is_kept;
  bool is_garbled; /* the head of an answer is none */
  int coming;      /* the status in a head that has not ended */
  int status;      /* of the answer; 0: none whose head came whole */
  CURLcode result;
  char reason[CURL_ERROR_SIZE];
};
#endif
