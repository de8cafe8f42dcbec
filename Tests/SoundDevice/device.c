/* A sound device for libasound that has on command what no machine for tests has: it runs dry, is
   suspended, deaf or pulled out. It plays to nobody, at true pace, and its descriptor is readable when
   there may be room to write: plugins may do that. The tests build and load it. */
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum mood { well, dry, suspended, asleep, deaf, gone, hung };
static enum mood mood;
static long taken, resumes, calls;

void device_become(int new) { mood = new; }
/* Samples that it has taken, of all that were ever opened. */
long device_taken(void) { return taken; }
/* How often it was asked to wake up. */
long device_resumes(void) { return resumes; }

/* How often somebody opened it, or tried to. */
long device_calls(void) { return calls; }

struct device {
  snd_pcm_ioplug_t io;
  int64_t started, given;
};

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

static int64_t played(struct device *device) {
  return device->started < 0 ? 0 : (now() - device->started) * device->io.rate / 1000000;
}

/* As a plugin does for a server that does not answer. */
static void wait_in_vain(void) { usleep(3200000); }

/* In microseconds of CLOCK_MONOTONIC, for whoever asks by $VIGIA_SOUND_STARTS. */
static void note(int64_t moment) {
  const char *path = getenv("VIGIA_SOUND_STARTS");
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file) return;
  fprintf(file, "%lld\n", (long long)moment);
  fclose(file);
}

static int start(snd_pcm_ioplug_t *io) {
  int64_t moment = now();
  ((struct device *)io->private_data)->started = moment;
  note(moment);
  return 0;
}

static int stop(snd_pcm_ioplug_t *io) {
  if (mood == hung) wait_in_vain();
  struct device *device = io->private_data;
  device->started = -1;
  device->given = 0;
  return 0;
}

static void change(snd_pcm_ioplug_t *io) {
  if (mood == suspended || mood == asleep) {
    mood = asleep;
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_SUSPENDED);
  }
  if (mood == gone) snd_pcm_ioplug_set_state(io, SND_PCM_STATE_DISCONNECTED);
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io) {
  struct device *device = io->private_data;
  if (mood == dry) {
    mood = well;
    return -EPIPE;
  }
  if (played(device) > device->given) return -EPIPE;
  return (snd_pcm_sframes_t)(played(device) % (int64_t)io->buffer_size);
}

static snd_pcm_sframes_t transfer(snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas,
                                  snd_pcm_uframes_t offset, snd_pcm_uframes_t size) {
  (void)areas, (void)offset;
  if (mood == gone) return -ENODEV;
  if (mood == hung) wait_in_vain();
  if (mood == deaf) return -EAGAIN;
  ((struct device *)io->private_data)->given += (int64_t)size;
  taken += (long)size;
  return (snd_pcm_sframes_t)size;
}

static int delay(snd_pcm_ioplug_t *io, snd_pcm_sframes_t *frames) {
  struct device *device = io->private_data;
  *frames = (snd_pcm_sframes_t)(device->given - played(device));
  return 0;
}

static int prepare(snd_pcm_ioplug_t *io) { return mood == gone ? -ENODEV : stop(io); }

static int resume(snd_pcm_ioplug_t *io) {
  resumes++;
  if (mood == asleep) return -EAGAIN;
  snd_pcm_ioplug_set_state(io, SND_PCM_STATE_RUNNING);
  return 0;
}

static int events(snd_pcm_ioplug_t *io, struct pollfd *one, unsigned count, unsigned short *found) {
  uint64_t ticks;
  (void)count;
  *found = 0;
  if (read(one->fd, &ticks, sizeof ticks) > 0 && mood != deaf) *found = POLLOUT;
  change(io);
  return 0;
}

static int leave(snd_pcm_ioplug_t *io) {
  close(io->poll_fd);
  free(io->private_data);
  return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = start, .stop = stop, .pointer = pointer, .transfer = transfer, .delay = delay,
    .prepare = prepare, .resume = resume, .poll_revents = events, .close = leave};

SND_PCM_PLUGIN_DEFINE_FUNC(vigia) {
  (void)root, (void)conf;
  calls++;
  if (mood == gone) return -ENODEV;
  if (mood == hung) return wait_in_vain(), -ECONNREFUSED;
  struct device *device = calloc(1, sizeof *device);
  if (!device) return -ENOMEM;
  device->started = -1;
  device->io.version = SND_PCM_IOPLUG_VERSION;
  device->io.name = "A device for tests";
  device->io.callback = &callbacks;
  device->io.private_data = device;
  device->io.poll_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  device->io.poll_events = POLLIN;
  struct itimerspec tick = {{0, 20000000}, {0, 20000000}};
  timerfd_settime(device->io.poll_fd, 0, &tick, NULL);
  int error = snd_pcm_ioplug_create(&device->io, name, stream, mode);
  if (error < 0) return error;
  unsigned access = SND_PCM_ACCESS_RW_INTERLEAVED, format = SND_PCM_FORMAT_S16;
  snd_pcm_ioplug_set_param_list(&device->io, SND_PCM_IOPLUG_HW_ACCESS, 1, &access);
  snd_pcm_ioplug_set_param_list(&device->io, SND_PCM_IOPLUG_HW_FORMAT, 1, &format);
  snd_pcm_ioplug_set_param_minmax(&device->io, SND_PCM_IOPLUG_HW_CHANNELS, 1, 1);
  snd_pcm_ioplug_set_param_minmax(&device->io, SND_PCM_IOPLUG_HW_RATE, 44100, 44100);
  snd_pcm_ioplug_set_param_minmax(&device->io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 512, 8192);
  snd_pcm_ioplug_set_param_minmax(&device->io, SND_PCM_IOPLUG_HW_PERIODS, 2, 64);
  *pcmp = device->io.pcm;
  return 0;
}

SND_PCM_PLUGIN_SYMBOL(vigia)
