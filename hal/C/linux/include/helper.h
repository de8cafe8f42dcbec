#pragma once
/* Runs a program of ours beside the device: at the lowest priority, within bounds of CPU time and memory
   as far as a sandbox lets it, and no longer than its parent. Its input is empty, and its complaints go nowhere. What it prints can be
   read from output, without waiting. Returns its process, or a negative errno. */
int clinux_run_beside(const char *path, char *const words[], unsigned seconds,
                      unsigned long long bytes, int *output);
