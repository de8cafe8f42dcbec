#ifndef VIGIA_EPOLL_H
#define VIGIA_EPOLL_H
#include <stdint.h>
#include <stdbool.h>

/* What Swift's Glibc module leaves out: epoll, timerfd and signalfd, typed. Everything is opened
   close-on-exec and non-blocking. A negative result is -errno. */

/* Of EPOLLIN and the like, which are macros with casts. */
enum { CLINUX_READABLE = 1, CLINUX_WRITABLE = 4, CLINUX_ERROR = 8, CLINUX_HANGUP = 16 };

struct clinux_ready {
  uint64_t id;
  uint32_t events;
};

int clinux_epoll_open(void);
int clinux_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t id);
int clinux_epoll_change(int epoll, int descriptor, uint32_t events, uint64_t id);
int clinux_epoll_remove(int epoll, int descriptor);
/* Waits for at most `milliseconds`, -1 for ever; an interrupted wait counts as nothing ready. */
int clinux_epoll_wait(int epoll, struct clinux_ready *ready, int most, int milliseconds);

/* No dump of this process's memory is written, and nobody of the same user may look into it. */
int clinux_forbid_dumps(void);

/* CLOCK_BOOTTIME now, in nanoseconds. */
int64_t clinux_boottime(void);
/* CLOCK_MONOTONIC now, in nanoseconds: what systemd counts in. */
int64_t clinux_monotonic(void);
/* CLOCK_REALTIME now, in milliseconds since 1970. */
int64_t clinux_realtime(void);
/* A timer on CLOCK_BOOTTIME. */
int clinux_timer_open(void);
/* At an absolute moment in nanoseconds; negative: never. */
int clinux_timer_set(int timer, int64_t nanoseconds);
/* Becomes readable when somebody sets the wall clock. */
int clinux_clock_watch_open(void);
/* Arms it, the first time and again after each change. */
int clinux_clock_watch_arm(int watch);
/* Takes what made a timer readable. Returns 1 when the wall clock was set (ECANCELED), else 0. */
int clinux_timer_read(int timer);
/* The kernel says that something keeps the wall clock in step (NTP). */
bool clinux_clock_is_synchronized(void);

/* Blocks these signals for the thread, and those that it starts, and makes them readable. */
int clinux_signals_open(const int *signals, int count);
/* The next signal, 0 when there is none. */
int clinux_signals_read(int descriptor);
#endif
