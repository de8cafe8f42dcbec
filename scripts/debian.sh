# A fresh Debian 12 in a folder, for tests of packages: sourced by the scripts that make one, as root.
# shellcheck shell=sh

# The archive and the proxy that this machine uses itself.
eval "$(apt-config shell http_proxy Acquire::http::Proxy)"
[ -z "${http_proxy:-}" ] || export http_proxy

# as_root WHO: refuses everybody else.
as_root() {
  [ "$(id -u)" -eq 0 ] || {
    echo "$1: is run by user $(id -u); expected root, who may make a new root" >&2
    exit 2
  }
}

# new_debian ROOT: the smallest Debian, in which nothing is started before `boot_debian`.
new_debian() {
  mirror=${VIGIA_MIRROR:-$(apt-get indextargets --format '$(SITE)' 'Codename: bookworm' \
    'Origin: Debian' 'Created-By: Packages' 2>/dev/null | head -n 1)}
  debootstrap --variant=minbase bookworm "$1" "${mirror:-http://deb.debian.org/debian}" \
    > "$1.log" 2>&1 || { tail -n 20 "$1.log" >&2; exit 1; }
  [ -z "${http_proxy:-}" ] || echo "Acquire::http::Proxy \"$http_proxy\";" > "$1/etc/apt/apt.conf.d/90proxy"
  printf 'APT::Get::Assume-Yes "true";\nAPT::Install-Recommends "false";\n' > "$1/etc/apt/apt.conf.d/91try"
  printf '#!/bin/sh\nexit 101\n' > "$1/usr/sbin/policy-rc.d"
  chmod 0755 "$1/usr/sbin/policy-rc.d"
  # Nothing of it may touch the kernel's settings.
  for unit in systemd-sysctl systemd-modules-load systemd-remount-fs console-getty kmod-static-nodes; do
    ln -sf /dev/null "$1/etc/systemd/system/$unit.service"
  done
  mkdir -m 0755 "$1/var/tmp/try"
}

# in_debian ROOT COMMAND…: with this machine's network; what the command leaves running ends with it.
in_debian() {
  debian=$1
  shift
  unshare --mount --pid --fork --kill-child --mount-proc="$debian/proc" \
    chroot "$debian" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive "$@"
}

# boot_debian ROOT COMMAND…: boots it with its own systemd, as a system of its own: processes, network, mounts and
# control groups go with it. The command runs in /var/tmp/try as a unit, and its status is this one's.
boot_debian() {
  debian=$1
  shift
  rm -f "$debian/usr/sbin/policy-rc.d"
  cat > "$debian/etc/systemd/system/try.service" <<UNIT
[Unit]
SuccessAction=exit
FailureAction=exit
FailureActionExitStatus=1
[Service]
Type=oneshot
Environment=DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
WorkingDirectory=/var/tmp/try
ExecStart=/usr/bin/env $*
StandardOutput=truncate:/var/tmp/try/told
StandardError=append:/var/tmp/try/told
TimeoutStartSec=900
UNIT
  booted=0
  DEBIAN=$debian unshare --mount --pid --net --cgroup --ipc --uts --fork --kill-child sh -euc '
    mount --bind "$DEBIAN" "$DEBIAN"
    mount -t proc proc "$DEBIAN/proc"
    mount -o bind,ro "$DEBIAN/proc/sys" "$DEBIAN/proc/sys"
    mount -t sysfs -o ro sysfs "$DEBIAN/sys"
    mount -t tmpfs -o mode=755 tmpfs "$DEBIAN/sys/fs/cgroup"
    if grep -qw "$(printf "\tcgroup2")" /proc/filesystems && [ -f /sys/fs/cgroup/cgroup.controllers ]; then
      mount -t cgroup2 cgroup2 "$DEBIAN/sys/fs/cgroup"
    else
      mkdir "$DEBIAN/sys/fs/cgroup/unified" "$DEBIAN/sys/fs/cgroup/systemd"
      mount -t cgroup2 cgroup2 "$DEBIAN/sys/fs/cgroup/unified"
      mount -t cgroup -o none,name=systemd cgroup "$DEBIAN/sys/fs/cgroup/systemd"
    fi
    mount -t tmpfs tmpfs "$DEBIAN/run"
    mount -t tmpfs -o mode=755 tmpfs "$DEBIAN/dev"
    mkdir "$DEBIAN/dev/shm" "$DEBIAN/dev/pts"
    # PrivateDevices fails without it.
    ln -s pts/ptmx "$DEBIAN/dev/ptmx"
    for node in null zero full random urandom fuse; do
      [ -e "/dev/$node" ] || continue
      touch "$DEBIAN/dev/$node"
      mount --bind "/dev/$node" "$DEBIAN/dev/$node"
    done
    # No user namespace can be made in a chroot, and PrivateUsers needs one.
    cd "$DEBIAN"
    mkdir -p old
    pivot_root . old
    exec chroot . /bin/sh -euc "umount -l /old; rmdir /old; exec /usr/bin/env -i container=deb-test \
      PATH=/usr/sbin:/usr/bin:/sbin:/bin \
      /lib/systemd/systemd --unit=try.service --log-target=null --show-status=no"
  ' > "$debian.boot" 2>&1 < /dev/null || booted=$?
  cat "$debian/var/tmp/try/told" 2>/dev/null || cat "$debian.boot" >&2
  return "$booted"
}
