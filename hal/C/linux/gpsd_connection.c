#define _GNU_SOURCE
#include "gpsd.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int clinux_gps_connect(const char *host, uint16_t port) {
  char service[6];
  snprintf(service, sizeof service, "%u", port);
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                           .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
  struct addrinfo *address = NULL;
  if (getaddrinfo(host, service, &hints, &address) != 0) return -EINVAL;
  int result = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (result < 0) {
    result = -errno;
  } else if (connect(result, address->ai_addr, address->ai_addrlen) < 0 && errno != EINPROGRESS) {
    int failure = -errno;
    close(result);
    result = failure;
  }
  freeaddrinfo(address);
  return result;
}

int clinux_gps_connected(int descriptor) {
  int failure = 0;
  socklen_t length = sizeof failure;
  if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length) < 0) return -errno;
  return -failure;
}

/* Not `gps_send`, whose write(2) raises SIGPIPE when gpsd has just gone. */
static int tell(int descriptor, const char *text) {
  return send(descriptor, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? -errno : 0;
}

int clinux_gps_watch(int descriptor) {
  return tell(descriptor, "?WATCH={\"enable\":true,\"json\":true};\n");
}

int clinux_gps_ask(int descriptor) { return tell(descriptor, "?VERSION;\n"); }
