// libcurl's options take any number of arguments, which Swift cannot call: one function for each type.
#ifndef VIGIA_CCURL_H
#define VIGIA_CCURL_H

#include <curl/curl.h>

typedef size_t (*portal_curl_data)(char *data, size_t size, size_t count, void *user);

static inline CURLcode portal_curl_set_long(CURL *curl, CURLoption option, long value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode portal_curl_set_text(CURL *curl, CURLoption option, const char *value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode portal_curl_set_list(
    CURL *curl, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode portal_curl_set_data(
    CURL *curl, CURLoption option, portal_curl_data function) {
  return curl_easy_setopt(curl, option, function);
}

static inline CURLcode portal_curl_set_pointer(CURL *curl, CURLoption option, void *value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode portal_curl_status(CURL *curl, long *status) {
  return curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, status);
}

#endif
