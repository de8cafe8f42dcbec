#define _GNU_SOURCE
#include "epoll.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#ifndef TFD_TIMER_CANCEL_ON_SET
#define TFD_TIMER_CANCEL_ON_SET (1 << 1)
#endif

_Static_assert(CLINUX_READABLE == EPOLLIN && CLINUX_WRITABLE == EPOLLOUT, "epoll's own values");
_Static_assert(CLINUX_ERROR == EPOLLERR && CLINUX_HANGUP == EPOLLHUP, "epoll's own values");

static int result(int value) { return value < 0 ? -errno : value; }

int clinux_forbid_dumps(void) { return result(prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)); }

int clinux_epoll_open(void) { return result(epoll_create1(EPOLL_CLOEXEC)); }

static int control(int epoll, int operation, int descriptor, uint32_t events, uint64_t id) {
  struct epoll_event event = {.events = events, .data.u64 = id};
  return result(epoll_ctl(epoll, operation, descriptor, &event));
}

int clinux_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t id) {
  return control(epoll, EPOLL_CTL_ADD, descriptor, events, id);
}

int clinux_epoll_change(int epoll, int descriptor, uint32_t events, uint64_t id) {
  return control(epoll, EPOLL_CTL_MOD, descriptor, events, id);
}

int clinux_epoll_remove(int epoll, int descriptor) {
  return control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0);
}

int clinux_epoll_wait(int epoll, struct clinux_ready *ready, int most, int milliseconds) {
  struct epoll_event events[64];
  int count = epoll_wait(epoll, events, most < 64 ? most : 64, milliseconds);
  if (count < 0) return errno == EINTR ? 0 : -errno;
  for (int i = 0; i < count; i++) {
    ready[i].id = events[i].data.u64;
    ready[i].events = events[i].events;
  }
  return count;
}

static int64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clinux_boottime(void) { return nanoseconds(CLOCK_BOOTTIME); }

int64_t clinux_monotonic(void) { return nanoseconds(CLOCK_MONOTONIC); }

int64_t clinux_realtime(void) { return nanoseconds(CLOCK_REALTIME) / 1000000; }

int clinux_timer_open(void) {
  return result(timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK));
}

int clinux_timer_set(int timer, int64_t nanoseconds) {
  struct itimerspec at = {0};
  if (nanoseconds >= 0) {
    at.it_value.tv_sec = nanoseconds / 1000000000;
    at.it_value.tv_nsec = nanoseconds % 1000000000;
    /* Zero would disarm it. */
    if (nanoseconds == 0) at.it_value.tv_nsec = 1;
  }
  return result(timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL));
}

int clinux_clock_watch_open(void) {
  return result(timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK));
}

int clinux_clock_watch_arm(int watch) {
  struct itimerspec never = {.it_value.tv_sec = INT_MAX};
  if (sizeof(time_t) > 4) never.it_value.tv_sec = (time_t)1 << 40;
  return result(timerfd_settime(watch, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL));
}

int clinux_timer_read(int timer) {
  uint64_t expirations;
  return read(timer, &expirations, sizeof expirations) < 0 && errno == ECANCELED;
}

bool clinux_clock_is_synchronized(void) {
  struct timex state = {0};
  int answer = adjtimex(&state);
  return answer >= 0 && answer != TIME_ERROR && !(state.status & STA_UNSYNC);
}

int clinux_signals_open(const int *signals, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
  if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -errno;
  return result(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

int clinux_signals_read(int descriptor) {
  struct signalfd_siginfo info;
  return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}
