#define _GNU_SOURCE
#include "keys.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static int result(int value) { return value < 0 ? -errno : value; }

int clinux_keys_open(const char *path) {
  return result(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
}

int clinux_keys_name(int device, char *name, int size) {
  memset(name, 0, size);
  int length = ioctl(device, EVIOCGNAME(size), name);
  name[size - 1] = 0;
  return result(length);
}

int clinux_keys_supported(int device, uint8_t *bits) {
  memset(bits, 0, CLINUX_KEY_BYTES);
  return result(ioctl(device, EVIOCGBIT(EV_KEY, CLINUX_KEY_BYTES), bits));
}

int clinux_keys_down(int device, uint8_t *bits) {
  memset(bits, 0, CLINUX_KEY_BYTES);
  return result(ioctl(device, EVIOCGKEY(CLINUX_KEY_BYTES), bits));
}

int clinux_keys_listen(int device, const uint8_t *bits) {
#ifdef EVIOCSMASK
  uint8_t types[EV_CNT / 8] = {1 << EV_SYN | 1 << EV_KEY};
  struct input_mask type = {
      .type = EV_SYN, .codes_size = sizeof types, .codes_ptr = (uintptr_t)types};
  struct input_mask key = {
      .type = EV_KEY, .codes_size = CLINUX_KEY_BYTES, .codes_ptr = (uintptr_t)bits};
  ioctl(device, EVIOCSMASK, &type);
  ioctl(device, EVIOCSMASK, &key);
#else
  (void)bits;
#endif
  int clock = CLOCK_BOOTTIME;
  return ioctl(device, EVIOCSCLOCKID, &clock) == 0;
}

int clinux_keys_grab(int device) { return result(ioctl(device, EVIOCGRAB, 1)); }

int clinux_keys_read(int device, struct clinux_key_event *events, int most) {
  struct input_event raw[64];
  if (most > 64) most = 64;
  ssize_t count = read(device, raw, most * sizeof *raw);
  if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : -errno;
  if (count == 0) return -ENODEV;
  /* The kernel hands out whole events only. */
  if (count % sizeof *raw != 0) return -EIO;
  for (size_t i = 0; i < count / sizeof *raw; i++) {
    events[i].microseconds = (int64_t)raw[i].input_event_sec * 1000000 + raw[i].input_event_usec;
    events[i].type = raw[i].type;
    events[i].code = raw[i].code;
    events[i].value = raw[i].value;
  }
  return count / sizeof *raw;
}

int clinux_folder_watch(const char *folder) {
  int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (watch < 0) return -errno;
  if (inotify_add_watch(watch, folder, IN_CREATE | IN_MOVED_TO | IN_ATTRIB) < 0) {
    int error = errno;
    close(watch);
    return -error;
  }
  return watch;
}

void clinux_folder_drain(int watch) {
  char notes[4096];
  while (read(watch, notes, sizeof notes) > 0) {
  }
}
