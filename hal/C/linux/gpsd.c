#define _GNU_SOURCE
#include "gpsd.h"

#include <errno.h>
#include <gps.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* `fix.time` is a timespec since then, and `eph` the horizontal error. */
#if GPSD_API_MAJOR_VERSION < 9
#error "libgps is too old: expected gpsd 3.20 (API 9) or later"
#endif

struct clinux_gps {
  struct gps_data_t data;
  char bytes[CLINUX_GPS_LONGEST_LINE + 1];
  size_t begin, end;
  bool in_long_line;
};

struct clinux_gps *clinux_gps_new(void) { return calloc(1, sizeof(struct clinux_gps)); }

void clinux_gps_free(struct clinux_gps *gps) { free(gps); }

void clinux_gps_clear(struct clinux_gps *gps) {
  gps->begin = gps->end = 0;
  gps->in_long_line = false;
}

int clinux_gps_fill(struct clinux_gps *gps, int descriptor) {
  size_t rest = gps->end - gps->begin;
  memmove(gps->bytes, gps->bytes + gps->begin, rest);
  if (rest == sizeof gps->bytes) {
    gps->in_long_line = true;
    rest = 0;
  }
  gps->begin = 0;
  gps->end = rest;
  ssize_t count = recv(descriptor, gps->bytes + rest, sizeof gps->bytes - rest, MSG_DONTWAIT);
  if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : -errno;
  if (count == 0) return -EPIPE;
  gps->end += count;
  return (int)count;
}

/* One JSON object and nothing else: libgps takes whatever stands before the place where a line is
   torn or broken, and says nothing. */
static bool is_whole_object(const char *text) {
  int depth = 0;
  bool in_string = false;
  if (*text != '{') return false;
  for (; *text; text++) {
    if (in_string) {
      if (*text == '\\' && text[1]) text++;
      else if (*text == '"') in_string = false;
    } else if (*text == '"') {
      in_string = true;
    } else if (*text == '{' || *text == '[') {
      depth++;
    } else if ((*text == '}' || *text == ']') && --depth == 0) {
      return text[1] == '\0';
    }
  }
  return false;
}

/* gpsd writes at most nine decimals of a degree; with them a half is rounded as in its text. */
static int64_t nearest(double value) { return (int64_t)(value < 0 ? value - 0.5 : value + 0.5); }

static int64_t degrees_e7(double degrees) {
  int64_t e9 = nearest(degrees * 1e9);
  return (e9 < 0 ? e9 - 50 : e9 + 50) / 100;
}

static bool says(const char *line, const char *member) { return strstr(line, member) != NULL; }

/* The hash by which Receivers.swift tells receivers apart. */
static uint32_t device_of(const char *line) {
  static const char member[] = "\"device\":\"";
  const char *name = strstr(line, member);
  if (!name) return 0;
  name += strlen(member);
  if (*name == '"') return 0;
  uint32_t hash = 2166136261u;
  for (; *name && *name != '"'; name++) hash = (hash ^ (unsigned char)*name) * 16777619u;
  return hash ? hash : 1;
}

static void take_position(const struct gps_fix_t *fix, const char *line,
                          struct clinux_gps_report *report) {
  bool has_latitude = isfinite(fix->latitude), has_longitude = isfinite(fix->longitude);
  if (has_latitude != says(line, "\"lat\":") || has_longitude != says(line, "\"lon\":") ||
      (has_latitude && fabs(fix->latitude) > 90) || (has_longitude && fabs(fix->longitude) > 180)) {
    report->kind = CLINUX_GPS_RUBBISH;
    return;
  }
  report->has_position = has_latitude && has_longitude;
  if (!report->has_position) return;
  report->latitude_e7 = degrees_e7(fix->latitude);
  report->longitude_e7 = degrees_e7(fix->longitude);
}

static void take_fix(const struct gps_fix_t *fix, const char *line,
                     struct clinux_gps_report *report) {
  report->kind = CLINUX_GPS_TPV;
  report->mode = fix->mode;
  /* No receiver means a time before 1970: libgps makes that of a text that is no time. */
  report->has_time = says(line, "\"time\":");
  if (!says(line, "\"mode\":") || fix->mode < 0 || fix->mode > 3 ||
      report->has_time != (fix->time.tv_sec > 0)) {
    report->kind = CLINUX_GPS_RUBBISH;
    return;
  }
  if (report->has_time)
    report->time = (int64_t)fix->time.tv_sec * 1000 + (fix->time.tv_nsec + 500000) / 1000000;
  report->eph = fix->eph;
  report->epx = fix->epx;
  report->epy = fix->epy;
  report->speed = fix->speed;
  report->track = fix->track;
  take_position(fix, line, report);
}

/* gpsd begins each report with its class. */
static const char opening[] = "{\"class\":\"";

static void read_line(struct gps_data_t *data, char *line, struct clinux_gps_report *report) {
  const struct clinux_gps_report nothing = {
      .kind = CLINUX_GPS_RUBBISH, .eph = NAN, .epx = NAN, .epy = NAN,
      .speed = NAN, .track = NAN, .hdop = NAN};
  *report = nothing;
  if (strncmp(line, opening, strlen(opening)) != 0 || !is_whole_object(line)) return;
  const char *kind = line + strlen(opening);
  bool is_fix = strncmp(kind, "TPV\"", 4) == 0;
  if (!is_fix && strncmp(kind, "SKY\"", 4) != 0) {
    report->kind = CLINUX_GPS_OTHER;
    return;
  }
  /* Where a line is broken, gps_unpack begins again, for ever while a class is still to come. */
  if (says(kind, "\"class\":")) return;
  /* What a line of these does not say becomes NaN; other lines leave an earlier fix there. */
  gps_unpack(line, data);
  report->device = device_of(line);
  if (is_fix) {
    take_fix(&data->fix, line, report);
  } else {
    report->kind = CLINUX_GPS_SKY;
    report->hdop = data->dop.hdop;
  }
}

/* The next line without its end, null when there is no whole one. */
static char *take_line(struct clinux_gps *gps, size_t *length) {
  char *line = gps->bytes + gps->begin;
  char *newline = memchr(line, '\n', gps->end - gps->begin);
  if (!newline) {
    if (gps->in_long_line) gps->begin = gps->end;
    return NULL;
  }
  gps->begin = newline + 1 - gps->bytes;
  while (newline > line && (newline[-1] == '\r' || newline[-1] == ' ')) newline--;
  *newline = '\0';
  *length = newline - line;
  return line;
}

bool clinux_gps_next(struct clinux_gps *gps, struct clinux_gps_report *report) {
  size_t length;
  char *line;
  while ((line = take_line(gps, &length))) {
    bool is_tail = gps->in_long_line;
    gps->in_long_line = false;
    if (length == 0 && !is_tail) continue;
    /* The end of a long line, or a line with a zero in it, cannot be read. */
    if (is_tail || strlen(line) != length) *line = '\0';
    read_line(&gps->data, line, report);
    return true;
  }
  return false;
}
