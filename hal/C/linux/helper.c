#define _GNU_SOURCE
#include "helper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* A sandbox may forbid some of these, and has bounds of its own then. */
static void bound(rlim_t seconds, rlim_t bytes) {
  struct rlimit cpu = {seconds, seconds}, memory = {bytes, bytes}, nothing = {0, 0};
  int refused = setpriority(PRIO_PROCESS, 0, 19) + setrlimit(RLIMIT_CPU, &cpu) +
                setrlimit(RLIMIT_AS, &memory) + setrlimit(RLIMIT_CORE, &nothing);
  /* Where memory ends, the kernel takes this process and not the device. */
  int oom = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (oom >= 0 && write(oom, "1000", 4) < 0) refused++;
  (void)refused;
}

/* Between fork and exec only calls that are safe in a signal handler. */
static void run(const char *path, char *const words[], int output, pid_t parent, rlim_t seconds,
                rlim_t bytes) {
  static char *const environment[] = {"LANG=C.UTF-8", "PATH=/usr/bin:/bin", 0};
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, 0);
  int empty = open("/dev/null", O_RDWR);
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent || empty < 0 || dup2(empty, 0) < 0 ||
      dup2(output, 1) < 0 || dup2(empty, 2) < 0)
    _exit(127);
  bound(seconds, bytes);
  /* Descriptors of the device are closed on exec, by their own flag. */
  execve(path, words, environment);
  _exit(127);
}

int clinux_run_beside(const char *path, char *const words[], unsigned seconds,
                      unsigned long long bytes, int *output) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return -errno;
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) run(path, words, ends[1], parent, seconds, bytes);
  int error = errno;
  close(ends[1]);
  if (child > 0 && !fcntl(ends[0], F_SETFL, O_NONBLOCK)) {
    *output = ends[0];
    return child;
  }
  close(ends[0]);
  return -error;
}
