#!/bin/sh
# Builds and tests a clean clone of HEAD in a new Debian 12 that has git, make and the Swift toolchain, and nothing
# else: what `make` needs beside them it has to install itself. Prints the time of each step.
# usage: scripts/bare-test.sh [LOG [TARGET...]]    TARGETs of make: run test; LOG: build/bare-test.log; as root
#   VIGIA_MIRROR   another archive of Debian
#   VIGIA_SHARED   the folder that stands beside the clone as ../shared; default: the one beside this checkout
set -eu
cd "$(dirname "$0")/.."

log=${1:-build/bare-test.log}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- run test
if [ "$(id -u)" -ne 0 ]; then
  echo "scripts/bare-test.sh: is run by user $(id -u); expected root, who may make a new root" >&2
  exit 2
fi
if ! swift=$(command -v swift); then
  echo "scripts/bare-test.sh: there is no swift in PATH; expected the toolchain that is to be tried" >&2
  exit 2
fi
# .../usr/bin/swift: all of the toolchain stands beside it.
toolchain=$(cd "$(dirname "$swift")/../.." && pwd -P)
if [ "$toolchain" = / ]; then
  echo "scripts/bare-test.sh: $swift is a part of this system; expected a toolchain in a folder of its own" >&2
  exit 2
fi
mkdir -p "$(dirname "$log")"
: > "$log"

mirror=${VIGIA_MIRROR:-$(apt-get indextargets --format '$(SITE)' 'Codename: bookworm' \
  'Origin: Debian' 'Created-By: Packages' 2>/dev/null | head -n 1)}
eval "$(apt-config shell proxy Acquire::http::Proxy)"
[ -z "${proxy:-}" ] || export http_proxy="$proxy"

work=$(mktemp -d)
chmod 0755 "$work"
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 1' INT TERM
begin=$(date +%s)
lap() { # WHAT: says how long it took since the one before
  now=$(date +%s)
  echo "bare-test: $1: $((now - begin)) s" | tee -a "$log"
  begin=$now
}
debootstrap --variant=minbase bookworm "$root" "${mirror:-http://deb.debian.org/debian}" \
  >> "$log" 2>&1 || { tail -n 20 "$log" >&2; exit 1; }
lap "a new Debian 12"

# This machine's own way to packages: copies to which its git goes instead of the network, and what its
# pip and TLS are told. Each folder or file is there under the name that it has here, for reading only.
binds=$work/binds
echo "$toolchain" > "$binds"
settings=$work/settings
git config --get-regexp '^url\..*\.insteadof$' > "$work/instead" || true
while read -r key value; do
  copy=${key#url.}
  copy=${copy%.insteadof}
  git config --file "$root/etc/gitconfig" --add "url.$copy.insteadOf" "$value"
  case "${copy#file://}" in /*) echo "${copy#file://}" >> "$binds" ;; esac
done < "$work/instead"
: > "$settings"
for name in http_proxy https_proxy no_proxy PIP_INDEX_URL PIP_FIND_LINKS PIP_CERT SSL_CERT_FILE; do
  eval "value=\${$name:-}"
  case "$name:$value" in
    # Debian's package writes its own list of certificates: a copy of this machine's has another name.
    PIP_CERT:/*|SSL_CERT_FILE:/*)
      cp "$value" "$root/etc/machine-certificates.pem"
      value=/etc/machine-certificates.pem ;;
  esac
  [ -z "$value" ] || echo "$name=$value" >> "$settings"
  case "$value" in /*) if [ -e "$value" ]; then echo "$value" >> "$binds"; fi ;; esac
done
[ -z "${proxy:-}" ] || echo "Acquire::http::Proxy \"$proxy\";" > "$root/etc/apt/apt.conf.d/90proxy"
printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
chmod 0755 "$root/usr/sbin/policy-rc.d"

# The installer of Debian writes it; debootstrap does not.
[ -s "$root/etc/hosts" ] || printf '127.0.0.1 localhost\n::1 localhost\n' > "$root/etc/hosts"

mkdir -p "$root/home/vigia"
git clone -q . "$root/home/vigia/main"
echo "bare-test: $(git -C "$root/home/vigia/main" log -1 --format='%h %s')" | tee -a "$log"
shared=${VIGIA_SHARED:-$PWD/../shared}
if [ -d "$shared" ]; then cp -a "$(readlink -f "$shared")" "$root/home/vigia/shared"; fi

# The namespace takes the mounts with it, and everything that was left running.
cat > "$root/tmp/inside.sh" <<'INSIDE'
set -eu
target=$1
cd /home/vigia/main
if [ "$target" = begin ]; then
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends git make
  exit 0
fi
exec make "$target"
INSIDE
inside() { # TARGET
  BINDS=$binds ROOT=$root TOOLCHAIN=$toolchain SETTINGS=$settings \
    unshare --mount --pid --fork --kill-child sh -euc '
      sort -u "$BINDS" | while read -r path; do
        if [ -d "$path" ]; then mkdir -p "$ROOT$path"; else mkdir -p "$ROOT${path%/*}"; touch "$ROOT$path"; fi
        mount --bind "$path" "$ROOT$path"
        mount -o remount,bind,ro "$ROOT$path"
      done
      mount -t proc proc "$ROOT/proc"
      mount -t sysfs -o ro sysfs "$ROOT/sys"
      mount -t tmpfs -o mode=1777 tmpfs "$ROOT/dev/shm"
      mount -t devpts -o newinstance,ptmxmode=0666 devpts "$ROOT/dev/pts"
      ln -sf pts/ptmx "$ROOT/dev/ptmx"
      exec chroot "$ROOT" /usr/bin/env -i "PATH=$TOOLCHAIN/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
        HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive $(cat "$SETTINGS") sh /tmp/inside.sh "$1"
    ' sh "$1" >> "$log" 2>&1 < /dev/null
}
inside begin || { tail -n 20 "$log" >&2; exit 1; }
lap "git and make"
for target in "$@"; do
  inside "$target" || {
    tail -n 40 "$log" >&2
    lap "make $target FAILED"
    exit 1
  }
  lap "make $target"
done
echo "bare-test: all of it is in $log"
