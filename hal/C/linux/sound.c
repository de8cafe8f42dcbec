#include "sound.h"

#include <alsa/asoundlib.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>

enum { period_us = 20000, buffer_us = 500000, descriptors_at_most = 16 };

struct clinux_sound {
  snd_pcm_t *pcm;
  int count;
  struct pollfd descriptors[descriptors_at_most];
};

/* libasound prints every failure to standard error unless it is given this. */
static void say_nothing(const char *file, int line, const char *function, int error,
                        const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

static int set_hardware(snd_pcm_t *pcm, unsigned *rate, snd_pcm_uframes_t *period,
                        snd_pcm_uframes_t *buffer) {
  snd_pcm_hw_params_t *params;
  int error = snd_pcm_hw_params_malloc(&params);
  if (error < 0) return error;
  unsigned period_time = period_us, buffer_time = buffer_us;
  if ((error = snd_pcm_hw_params_any(pcm, params)) >= 0 &&
      (error = snd_pcm_hw_params_set_access(pcm, params, SND_PCM_ACCESS_RW_INTERLEAVED)) >= 0 &&
      (error = snd_pcm_hw_params_set_format(pcm, params, SND_PCM_FORMAT_S16)) >= 0 &&
      (error = snd_pcm_hw_params_set_channels(pcm, params, 1)) >= 0 &&
      (error = snd_pcm_hw_params_set_rate_near(pcm, params, rate, NULL)) >= 0 &&
      (error = snd_pcm_hw_params_set_period_time_near(pcm, params, &period_time, NULL)) >= 0 &&
      (error = snd_pcm_hw_params_set_buffer_time_near(pcm, params, &buffer_time, NULL)) >= 0 &&
      (error = snd_pcm_hw_params(pcm, params)) >= 0 &&
      (error = snd_pcm_hw_params_get_period_size(params, period, NULL)) >= 0)
    error = snd_pcm_hw_params_get_buffer_size(params, buffer);
  snd_pcm_hw_params_free(params);
  return error;
}

static int set_software(snd_pcm_t *pcm, snd_pcm_uframes_t period, snd_pcm_uframes_t buffer) {
  snd_pcm_sw_params_t *params;
  int error = snd_pcm_sw_params_malloc(&params);
  if (error < 0) return error;
  snd_pcm_uframes_t start = 2 * period < buffer ? 2 * period : buffer;
  if ((error = snd_pcm_sw_params_current(pcm, params)) >= 0 &&
      (error = snd_pcm_sw_params_set_start_threshold(pcm, params, start)) >= 0 &&
      (error = snd_pcm_sw_params_set_avail_min(pcm, params, buffer / 2)) >= 0)
    error = snd_pcm_sw_params(pcm, params);
  snd_pcm_sw_params_free(params);
  return error;
}

static int prepare(struct clinux_sound *sound, unsigned *rate) {
  snd_pcm_uframes_t period = 0, buffer = 0;
  int error = set_hardware(sound->pcm, rate, &period, &buffer);
  if (error < 0) return error;
  if ((error = set_software(sound->pcm, period, buffer)) < 0) return error;
  if ((error = snd_pcm_prepare(sound->pcm)) < 0) return error;
  int count = snd_pcm_poll_descriptors_count(sound->pcm);
  if (count < 1 || count > descriptors_at_most) return count < 0 ? count : -ENOTSUP;
  sound->count = snd_pcm_poll_descriptors(sound->pcm, sound->descriptors, (unsigned)count);
  return sound->count;
}

int clinux_sound_open(const char *device, unsigned *rate, struct clinux_sound **sound) {
  snd_lib_error_set_handler(say_nothing);
  struct clinux_sound *new = calloc(1, sizeof *new);
  if (!new) return -ENOMEM;
  int error = snd_pcm_open(&new->pcm, device, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK);
  if (error < 0) {
    free(new);
    return error;
  }
  if ((error = prepare(new, rate)) < 0) {
    clinux_sound_close(new);
    return error;
  }
  *sound = new;
  return 0;
}

void clinux_sound_close(struct clinux_sound *sound) {
  snd_pcm_close(sound->pcm);
  free(sound);
}

const char *clinux_sound_error(int error) { return snd_strerror(error); }

int clinux_sound_descriptor_count(const struct clinux_sound *sound) { return sound->count; }

int clinux_sound_descriptor(const struct clinux_sound *sound, int index, uint32_t *events) {
  const struct pollfd *one = &sound->descriptors[index];
  *events = (one->events & POLLIN ? 1u : 0) | (one->events & POLLOUT ? 4u : 0);
  return one->fd;
}

int clinux_sound_ready(struct clinux_sound *sound) {
  if (poll(sound->descriptors, (nfds_t)sound->count, 0) < 0) return 0;
  unsigned short events = 0;
  int error = snd_pcm_poll_descriptors_revents(sound->pcm, sound->descriptors,
                                               (unsigned)sound->count, &events);
  return error < 0 || events != 0;
}

int clinux_sound_write(struct clinux_sound *sound, const int16_t *samples, int count) {
  snd_pcm_sframes_t taken = snd_pcm_writei(sound->pcm, samples, (snd_pcm_uframes_t)count);
  return taken == -EAGAIN ? 0 : (int)taken;
}

int clinux_sound_delay(struct clinux_sound *sound) {
  snd_pcm_sframes_t delay = 0;
  int error = snd_pcm_delay(sound->pcm, &delay);
  if (error < 0) return error;
  return delay < 0 ? 0 : delay > INT_MAX ? INT_MAX : (int)delay;
}

static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

int clinux_sound_reset(struct clinux_sound *sound) {
  int64_t began = milliseconds();
  int error = snd_pcm_drop(sound->pcm);
  if (error < 0) return error;
  if (milliseconds() - began > CLINUX_SOUND_HUNG) return -ETIMEDOUT;
  return snd_pcm_prepare(sound->pcm);
}

int clinux_sound_resume(struct clinux_sound *sound) { return snd_pcm_resume(sound->pcm); }
