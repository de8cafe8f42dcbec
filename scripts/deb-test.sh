#!/bin/sh
# Installs the package in a fresh Debian 12, lives in it for 5 s, removes and purges it.
# usage: scripts/deb-test.sh PACKAGE.deb    VIGIA_MIRROR= of another archive; as root
set -eu

here=$(dirname "$0")
if [ $# -ne 1 ] || [ ! -f "$1" ]; then
  echo "usage: scripts/deb-test.sh PACKAGE.deb (make deb makes one)" >&2
  exit 2
fi
if [ "$(id -u)" -ne 0 ]; then
  echo "scripts/deb-test.sh: is run by user $(id -u); expected root, who may make a new root" >&2
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
echo "deb-test: a new Debian 12" >&2
debootstrap --variant=minbase bookworm "$root" "${mirror:-http://deb.debian.org/debian}" \
  > "$work/debootstrap.log" 2>&1 || { tail -n 20 "$work/debootstrap.log" >&2; exit 1; }

# Nothing is started in there, and what the device leaves running ends with its namespace.
printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
chmod 0755 "$root/usr/sbin/policy-rc.d"
[ -z "${http_proxy:-}" ] || echo "Acquire::http::Proxy \"$http_proxy\";" > "$root/etc/apt/apt.conf.d/90proxy"
cp "$1" "$root/tmp/vigia.deb"
cp "$here/deb-test-inside.sh" "$root/tmp/inside.sh"
"$here/setup.sh" test --list > "$root/tmp/test-packages"
unshare --mount --pid --fork --kill-child --mount-proc="$root/proc" \
  chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
  DEBIAN_FRONTEND=noninteractive sh /tmp/inside.sh
