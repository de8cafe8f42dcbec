#ifndef VIGIA_KEYS_H
#define VIGIA_KEYS_H
#include <linux/input-event-codes.h>
#include <stdint.h>

/* Buttons of the kernel's input layer (evdev). A negative result is -errno. */

/* Bytes of a set of key codes, a bit each. */
enum { CLINUX_KEY_BYTES = KEY_CNT / 8 };

struct clinux_key_event {
  /* By the device's clock: CLOCK_BOOTTIME once `clinux_keys_listen` says so. */
  int64_t microseconds;
  uint16_t type;
  uint16_t code;
  int32_t value;
};

/* For reading, close-on-exec and non-blocking. */
int clinux_keys_open(const char *path);
/* What the device calls itself; always ended. */
int clinux_keys_name(int device, char *name, int size);
/* The key codes that it can send, into CLINUX_KEY_BYTES bytes. */
int clinux_keys_supported(int device, uint8_t *bits);
/* The key codes that are down now. */
int clinux_keys_down(int device, uint8_t *bits);
/* Asks to be woken for these key codes only, and for stamps on CLOCK_BOOTTIME. An old kernel does
   neither, and all works. Returns 1 when the stamps are on that clock, else 0. */
int clinux_keys_listen(int device, const uint8_t *bits);
/* Nobody else gets its events from now on. */
int clinux_keys_grab(int device);
/* Up to 64 events. Returns how many, 0 when none is waiting, -ENODEV when the device is gone. */
int clinux_keys_read(int device, struct clinux_key_event *events, int most);

/* Becomes readable when a file appears in the folder or may be opened by others than before. */
int clinux_folder_watch(const char *folder);
/* Takes what made it readable. */
void clinux_folder_drain(int watch);
#endif
