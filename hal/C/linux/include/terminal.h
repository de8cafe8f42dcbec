#ifndef VIGIA_TERMINAL_H
#define VIGIA_TERMINAL_H
#include <stdbool.h>

/* A terminal on a descriptor of ours. A negative result is -errno. */

/* Opens the terminal behind a descriptor anew, close-on-exec and non-blocking: the descriptor itself
   is shared with whoever started us, and would become non-blocking for all of them. */
int clinux_terminal_open(int descriptor, bool for_writing);
/* The width and height in characters; 0 where a serial line does not know. */
int clinux_terminal_size(int terminal, int *columns, int *rows);
#endif
