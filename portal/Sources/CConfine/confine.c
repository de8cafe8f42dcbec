#define _GNU_SOURCE
#include "CConfine.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the numbers of calls are known for x86-64 and arm64 only"
#endif

// Not in the headers of every kernel that we build with; the same on all architectures.
#define CALL_IO_URING_SETUP 425
#define CALL_PIDFD_GETFD 438

#define REFUSE(call) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES)

static int bound(int what, unsigned long most) {
  struct rlimit limit = {.rlim_cur = most, .rlim_max = most};
  return setrlimit(what, &limit) == 0 ? 0 : errno;
}

int portal_confine(unsigned long memory, unsigned long file, unsigned int seconds) {
  int trouble;
  sigset_t none;
  // Nothing that this process inherited stays open or blocked.
  syscall(SYS_close_range, 3u, ~0u, 0u);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGALRM, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  if ((trouble = bound(RLIMIT_FSIZE, file)) || (trouble = bound(RLIMIT_CPU, seconds)) ||
      (trouble = bound(RLIMIT_CORE, 0)) || (trouble = bound(RLIMIT_NOFILE, 64)))
    return trouble;

  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#if defined(__x86_64__)
      // The calls of x32 have numbers of their own.
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
#endif
      REFUSE(SYS_socket),
      REFUSE(SYS_socketpair),
      REFUSE(CALL_IO_URING_SETUP),
      REFUSE(SYS_ptrace),
      REFUSE(SYS_process_vm_readv),
      REFUSE(SYS_process_vm_writev),
      REFUSE(CALL_PIDFD_GETFD),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {.len = sizeof rules / sizeof rules[0], .filter = rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) != 0) return errno;
  alarm(seconds);
  // Last, because a program with threads has much memory reserved already.
  return bound(RLIMIT_AS, memory);
}
