/* What an input device that can rumble answers, for every descriptor of the process that preloads it.
   umockdev knows no EVIOCSFF. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/input.h>
#include <stdarg.h>
#include <string.h>

static int uploads, length, strength, is_reset;

int rumble_uploads(void) { return uploads; }
int rumble_length(void) { return length; }
int rumble_strength(void) { return strength; }

/* What is open is gone from now on; whoever opens it anew finds it. */
int rumble_reset(void) { return is_reset = 1; }

static int upload(struct ff_effect *effect) {
  if (is_reset) return errno = ENODEV, -1;
  if (effect->type != FF_RUMBLE || effect->id > 0) return errno = EINVAL, -1;
  uploads += effect->id < 0;
  effect->id = 0;
  length = effect->replay.length;
  strength = effect->u.rumble.strong_magnitude;
  return 0;
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  if (request == EVIOCSFF) return upload(argument);
  if ((request & ~(unsigned long)IOCSIZE_MASK) == EVIOCGBIT(EV_FF, 0)) {
    is_reset = 0;
    ((unsigned char *)argument)[FF_RUMBLE / 8] |= 1 << FF_RUMBLE % 8;
    return 1;
  }
  int (*next)(int, unsigned long, void *) =
      (int (*)(int, unsigned long, void *))dlsym(RTLD_NEXT, "ioctl");
  return next(descriptor, request, argument);
}
