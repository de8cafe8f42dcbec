#ifndef VIGIA_NETWORK_H
#define VIGIA_NETWORK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* libcurl's multi interface, typed, for a loop that waits for all descriptors itself. Nothing here
   waits. libcurl starts a thread for each name that it looks up and for nothing else. */

/* The wishes of libcurl. Neither call may call back into the network. */
struct clinux_network_wishes {
  void *context;
  /* Watch a descriptor for CLINUX_READABLE and CLINUX_WRITABLE; 0: no longer. */
  void (*watch)(void *context, int descriptor, uint32_t events);
  /* Call `clinux_network_due` after so many milliseconds; negative: do not. */
  void (*alarm)(void *context, int64_t milliseconds);
};

typedef struct clinux_network clinux_network;
/* One exchange with a server. */
typedef struct clinux_transfer clinux_transfer;

/* What became of a transfer. */
enum clinux_ending {
  CLINUX_DONE = 0,
  /* No connection, a broken or a silent one. */
  CLINUX_BROKEN = 1,
  /* The other end is not who it should be, or does not encrypt: nothing was said to it. */
  CLINUX_UNTRUSTED = 2,
  /* User and secret were not taken, or there is no way to say them. */
  CLINUX_DENIED = 3,
};

struct clinux_finished {
  clinux_transfer *transfer;
  enum clinux_ending ending;
};

/* NULL when there is no memory. The process ignores SIGPIPE from then on. */
clinux_network *clinux_network_open(struct clinux_network_wishes wishes);
/* After all transfers are closed. */
void clinux_network_close(clinux_network *network);
/* A watched descriptor is ready; `events` as epoll told them. */
void clinux_network_ready(clinux_network *network, int descriptor, uint32_t events);
void clinux_network_due(clinux_network *network);
/* Takes one that has finished; false when there is none. It is stopped then, unless it is a
   conversation that begins. */
bool clinux_network_finished(clinux_network *network, struct clinux_finished *finished);

/* Copies every text that it is given. NULL when there is no memory.
   `authorities`: a file with certificates that are believed, or a folder of them under the names that
   `openssl rehash` gives them; NULL: the system's.
   `most`: how many bytes may come back; the transfer breaks where there are more. None is kept, unless
   `clinux_transfer_keep` asks for it. */
clinux_transfer *clinux_transfer_open(
    clinux_network *network, const char *url, const char *authorities, size_t most);
/* Also while it runs: then the connection is dropped without a word. */
void clinux_transfer_close(clinux_transfer *transfer);
/* AUTH PLAIN or LOGIN. */
void clinux_transfer_login(clinux_transfer *transfer, const char *user, const char *secret);
/* Encrypts before anything is said, on a connection that begins in the clear. */
void clinux_transfer_encrypt(clinux_transfer *transfer);
/* Posts `form`, which is encoded already. */
void clinux_transfer_post(clinux_transfer *transfer, const char *form, const char *header);
/* Sends one header more; "Name:" sends none of that name. */
void clinux_transfer_header(clinux_transfer *transfer, const char *header);
/* Keeps what comes back, as long as the transfer is open. */
void clinux_transfer_keep(clinux_transfer *transfer);
/* What has come back so far; NULL: nothing. */
const uint8_t *clinux_transfer_body(const clinux_transfer *transfer, size_t *size);
/* Only connects, encrypts and logs in; then both sides talk until the transfer is closed. libcurl's
   own SMTP and IMAP wait for some replies with everything standing still (for the last one to a mail
   and those to QUIT and LOGOUT, 7.88): so these words are ours. */
void clinux_transfer_converse(clinux_transfer *transfer);
/* Of a conversation, once it has finished connecting; negative when there is none. */
int clinux_transfer_descriptor(const clinux_transfer *transfer);
/* How many bytes were sent, or received; -EAGAIN: none now; 0: the other end has closed; another
   negative number: broken. */
long clinux_transfer_say(clinux_transfer *transfer, const uint8_t *bytes, size_t size);
long clinux_transfer_hear(clinux_transfer *transfer, uint8_t *bytes, size_t size);

/* False when libcurl refuses it. */
bool clinux_transfer_start(clinux_transfer *transfer);
void clinux_transfer_stop(clinux_transfer *transfer);
/* The last SMTP reply code or HTTP status, 0 when there was none. */
int clinux_transfer_code(const clinux_transfer *transfer);
/* Why it did not work, in libcurl's words. */
const char *clinux_transfer_reason(const clinux_transfer *transfer);
#endif
