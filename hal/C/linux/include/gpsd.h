#ifndef VIGIA_GPS_H
#define VIGIA_GPS_H
#include <stdbool.h>
#include <stdint.h>

/* A client of gpsd. The socket and the lines are ours, what a line means is for libgps to say
   (`gps_unpack`): its own `gps_open` may wait for minutes in connect(2) when the daemon hangs, and
   its `gps_read` reports the end of the stream, a line that is too long and one that cannot be read
   in ways that cannot be told apart and keep the descriptor readable. A negative result is -errno. */

/* Starts to connect, close-on-exec and non-blocking: the descriptor is writable once that has ended.
   -EINVAL when `host` is not an address in figures: looking up a name would wait. */
int clinux_gps_connect(const char *host, uint16_t port);
/* How connecting has ended: 0 when there is a connection. */
int clinux_gps_connected(int descriptor);
/* Asks gpsd for its reports, or only for a sign of life. */
int clinux_gps_watch(int descriptor);
int clinux_gps_ask(int descriptor);

enum clinux_gps_kind {
  CLINUX_GPS_OTHER,   /* a report of gpsd's that says nothing of a fix */
  CLINUX_GPS_TPV,     /* time, position, velocity */
  CLINUX_GPS_SKY,     /* only `hdop` and `device` mean anything */
  CLINUX_GPS_RUBBISH, /* cannot be a report, or not one that libgps can read */
};

/* What one line says. A number that it does not say is not finite. */
struct clinux_gps_report {
  enum clinux_gps_kind kind;
  uint32_t device; /* the FNV-1a hash of the receiver's name, never 0; 0: it is not named */
  int mode; /* 0 to 3 */
  bool has_time;
  bool has_position;
  int64_t time; /* milliseconds since 1970 */
  int64_t latitude_e7, longitude_e7;
  double eph, epx, epy; /* metres */
  double speed;         /* metres per second */
  double track;         /* degrees from true north */
  double hdop;
};

/* gpsd's own limit (GPS_JSON_RESPONSE_MAX); what is longer arrives broken. */
enum { CLINUX_GPS_LONGEST_LINE = 10240 };

/* The lines of a connection. */
struct clinux_gps;
/* Null when there is no memory. */
struct clinux_gps *clinux_gps_new(void);
void clinux_gps_free(struct clinux_gps *gps);
/* Forgets what an earlier connection has left. */
void clinux_gps_clear(struct clinux_gps *gps);
/* Takes what has arrived, once. Returns the number of bytes, 0 when nothing is there now, -EPIPE when
   the other side has closed. Take all lines with `clinux_gps_next` before the next call. */
int clinux_gps_fill(struct clinux_gps *gps, int descriptor);
/* Reads the next whole line. False when there is none. */
bool clinux_gps_next(struct clinux_gps *gps, struct clinux_gps_report *report);
#endif
