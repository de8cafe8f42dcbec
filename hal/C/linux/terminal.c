#define _GNU_SOURCE
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

int clinux_terminal_open(int descriptor, bool for_writing) {
  if (!isatty(descriptor)) return -ENOTTY;
  char path[64];
  if (ttyname_r(descriptor, path, sizeof path) != 0)
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  int terminal = open(path, (for_writing ? O_WRONLY : O_RDONLY) | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  return terminal < 0 ? -errno : terminal;
}

int clinux_terminal_size(int terminal, int *columns, int *rows) {
  struct winsize size = {0};
  if (ioctl(terminal, TIOCGWINSZ, &size) < 0) return -errno;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}
