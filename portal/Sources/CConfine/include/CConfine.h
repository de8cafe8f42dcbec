// Limits of a program that reads strangers' pictures. They hold across execve, whatever that program does.
#ifndef VIGIA_CCONFINE_H
#define VIGIA_CCONFINE_H

// Bounds this process: bytes of memory, bytes of each file that it writes, and seconds until it ends.
// From then on no call makes a socket, and none looks into another process. Returns 0, or an errno.
int portal_confine(unsigned long memory, unsigned long file, unsigned int seconds);

#endif
