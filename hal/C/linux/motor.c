#include "motor.h"

#include <errno.h>
#include <linux/input.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool clinux_motor_rumbles(int device) {
  unsigned char effects[FF_MAX / 8 + 1] = {0};
  if (ioctl(device, EVIOCGBIT(EV_FF, sizeof effects), effects) < 0) return false;
  return effects[FF_RUMBLE / 8] >> FF_RUMBLE % 8 & 1;
}

int clinux_motor_upload(int device, int number, int milliseconds) {
  struct ff_effect effect = {.type = FF_RUMBLE, .id = (short)number};
  effect.u.rumble.strong_magnitude = 0xffff;
  effect.u.rumble.weak_magnitude = 0xffff;
  effect.replay.length = (unsigned short)milliseconds;
  return ioctl(device, EVIOCSFF, &effect) < 0 ? -errno : effect.id;
}

int clinux_motor_play(int device, int number, bool on) {
  struct input_event event = {.type = EV_FF, .code = (unsigned short)number, .value = on};
  return write(device, &event, sizeof event) < 0 ? -errno : 0;
}
