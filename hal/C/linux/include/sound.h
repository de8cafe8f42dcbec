#ifndef VIGIA_SOUND_H
#define VIGIA_SOUND_H
#include <stdint.h>

/* Playing through libasound without ever waiting for room. A negative result is -errno. */
struct clinux_sound;

/* A call that takes longer, in milliseconds, waits for a server that hangs. */
enum { CLINUX_SOUND_HUNG = 3000 };

/* Opens `device` for one channel of 16 bits and prepares it. `rate` is samples per second: what is
   wanted, then what it is. Periods of about 20 ms in a buffer of about 500 ms: sound begins with the
   first two periods, and a loop that is held up for a while is not heard. */
int clinux_sound_open(const char *device, unsigned *rate, struct clinux_sound **sound);
void clinux_sound_close(struct clinux_sound *sound);
/* What an error of these functions is called. */
const char *clinux_sound_error(int error);

int clinux_sound_descriptor_count(const struct clinux_sound *sound);
/* One to watch, and what for, in bits of CLINUX_READABLE and CLINUX_WRITABLE. What it says only
   `clinux_sound_ready` understands. */
int clinux_sound_descriptor(const struct clinux_sound *sound, int index, uint32_t *events);
/* Whether a write has a chance: there is room, or an error to be told. */
int clinux_sound_ready(struct clinux_sound *sound);

/* How many of the samples it took, 0 when it is full. -EPIPE: it ran dry; -ESTRPIPE: it was
   suspended; all else: it is gone. */
int clinux_sound_write(struct clinux_sound *sound, const int16_t *samples, int count);
/* How many samples are still to be heard. */
int clinux_sound_delay(struct clinux_sound *sound);
/* Forgets what is still to be heard. The next write begins anew. -ETIMEDOUT: a server hangs, and would
   hold up the loop for longer still. */
int clinux_sound_reset(struct clinux_sound *sound);
/* After it was suspended. -EAGAIN: not yet. */
int clinux_sound_resume(struct clinux_sound *sound);
#endif
