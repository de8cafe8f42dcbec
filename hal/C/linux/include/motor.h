#ifndef VIGIA_MOTOR_H
#define VIGIA_MOTOR_H
#include <stdbool.h>

/* A motor as force feedback of an input device. A negative result is -errno. */

/* Whether the open input device can rumble. */
bool clinux_motor_rumbles(int device);
/* Gives the device a rumble of that many milliseconds, 1 to 32767, in place of the one with that
   number; -1: a new one. Returns its number. It ends by itself, also if we do not live to see it. */
int clinux_motor_upload(int device, int number, int milliseconds);
/* Starts it, or ends it. */
int clinux_motor_play(int device, int number, bool on);
#endif
