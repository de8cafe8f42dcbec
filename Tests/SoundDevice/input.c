/* Says on standard output what a process asks of an input device that umockdev does not answer or keep:
   EVIOCSMASK and EVIOCGRAB. All else goes on to umockdev, which is preloaded behind it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

static void tell_mask(const struct input_mask *mask) {
  const uint8_t *bits = (const uint8_t *)(uintptr_t)mask->codes_ptr;
  dprintf(STDOUT_FILENO, "mask %u:", mask->type);
  for (unsigned code = 0; code < mask->codes_size * 8; code++)
    if (bits[code / 8] >> code % 8 & 1) dprintf(STDOUT_FILENO, " %u", code);
  dprintf(STDOUT_FILENO, "\n");
}

int ioctl(int descriptor, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  if (request == EVIOCSMASK) return tell_mask(argument), 0;
  if (request == EVIOCGRAB) return dprintf(STDOUT_FILENO, "grab %ld\n", (long)argument), 0;
  int (*next)(int, unsigned long, void *) =
      (int (*)(int, unsigned long, void *))dlsym(RTLD_NEXT, "ioctl");
  return next(descriptor, request, argument);
}
