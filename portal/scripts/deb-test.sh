#!/bin/sh
# Installs the portal's package in a fresh Debian 12 that boots with its own systemd: the unit runs as it will for a
# family, with TLS of its own; an invitation, a renewal, an upgrade, removal and purge.
# usage: portal/scripts/deb-test.sh PACKAGE.deb    VIGIA_MIRROR= of another archive; as root
set -eu

here=$(dirname "$0")
if [ $# -ne 1 ] || [ ! -f "$1" ]; then
  echo "usage: portal/scripts/deb-test.sh PACKAGE.deb (make portal-deb makes one)" >&2
  exit 2
fi
if [ "$(id -u)" -ne 0 ]; then
  echo "portal/scripts/deb-test.sh: is run by user $(id -u); expected root, who may make a new root" >&2
  exit 2
fi

# The archive and the proxy that this machine uses itself.
mirror=${VIGIA_MIRROR:-$(apt-get indextargets --format '$(SITE)' 'Codename: bookworm' \
  'Origin: Debian' 'Created-By: Packages' 2>/dev/null | head -n 1)}
eval "$(apt-config shell http_proxy Acquire::http::Proxy)"
[ -z "${http_proxy:-}" ] || export http_proxy

work=$(mktemp -d)
chmod 0755 "$work"
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 1' INT TERM
echo "portal-deb-test: a new Debian 12" >&2
debootstrap --variant=minbase bookworm "$root" "${mirror:-http://deb.debian.org/debian}" \
  > "$work/debootstrap.log" 2>&1 || { tail -n 20 "$work/debootstrap.log" >&2; exit 1; }
[ -z "${http_proxy:-}" ] || echo "Acquire::http::Proxy \"$http_proxy\";" > "$root/etc/apt/apt.conf.d/90proxy"
printf 'APT::Get::Assume-Yes "true";\nAPT::Install-Recommends "false";\n' > "$root/etc/apt/apt.conf.d/91try"
try=$root/var/tmp/try
mkdir -m 0755 "$try"
cp "$1" "$try/vigia-portal.deb"
cp "$here/deb-test-inside.sh" "$try"

# Nothing is started while it only lies there.
printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
chmod 0755 "$root/usr/sbin/policy-rc.d"
unshare --mount --pid --fork --kill-child --mount-proc="$root/proc" \
  chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
  DEBIAN_FRONTEND=noninteractive sh /var/tmp/try/deb-test-inside.sh installed
rm "$root/usr/sbin/policy-rc.d"

# A system of its own: processes, network, mounts and control groups go with it. Nothing of it may touch
# the kernel's settings.
for unit in systemd-sysctl systemd-modules-load systemd-remount-fs console-getty kmod-static-nodes; do
  ln -sf /dev/null "$root/etc/systemd/system/$unit.service"
done
cat > "$root/etc/systemd/system/try.service" <<'UNIT'
[Unit]
SuccessAction=exit
FailureAction=exit
FailureActionExitStatus=1
[Service]
Type=oneshot
Environment=DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
WorkingDirectory=/var/tmp/try
ExecStart=/bin/sh deb-test-inside.sh runs
StandardOutput=append:/var/tmp/try/told
StandardError=append:/var/tmp/try/told
TimeoutStartSec=900
UNIT
status=0
ROOT=$root unshare --mount --pid --net --cgroup --ipc --uts --fork --kill-child sh -euc '
  mount --bind "$ROOT" "$ROOT"
  mount -t proc proc "$ROOT/proc"
  mount -o bind,ro "$ROOT/proc/sys" "$ROOT/proc/sys"
  mount -t sysfs -o ro sysfs "$ROOT/sys"
  mount -t tmpfs -o mode=755 tmpfs "$ROOT/sys/fs/cgroup"
  if grep -qw "$(printf "\tcgroup2")" /proc/filesystems && [ -f /sys/fs/cgroup/cgroup.controllers ]; then
    mount -t cgroup2 cgroup2 "$ROOT/sys/fs/cgroup"
  else
    mkdir "$ROOT/sys/fs/cgroup/unified" "$ROOT/sys/fs/cgroup/systemd"
    mount -t cgroup2 cgroup2 "$ROOT/sys/fs/cgroup/unified"
    mount -t cgroup -o none,name=systemd cgroup "$ROOT/sys/fs/cgroup/systemd"
  fi
  mount -t tmpfs tmpfs "$ROOT/run"
  mount -t tmpfs -o mode=755 tmpfs "$ROOT/dev"
  mkdir "$ROOT/dev/shm" "$ROOT/dev/pts"
  # PrivateDevices fails without it.
  ln -s pts/ptmx "$ROOT/dev/ptmx"
  for node in null zero full random urandom; do
    touch "$ROOT/dev/$node"
    mount --bind "/dev/$node" "$ROOT/dev/$node"
  done
  # No user namespace can be made in a chroot, and PrivateUsers needs one.
  cd "$ROOT"
  mkdir old
  pivot_root . old
  exec chroot . /bin/sh -euc "umount -l /old; rmdir /old; exec /usr/bin/env -i container=deb-test \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    /lib/systemd/systemd --unit=try.service --log-target=null --show-status=no"
' > "$work/boot" 2>&1 < /dev/null || status=$?
cat "$try/told" 2>/dev/null || cat "$work/boot" >&2
[ "$status" -eq 0 ] || { echo "portal-deb-test: FAILED with status $status" >&2; exit 1; }
