#!/bin/sh
# Installs what is missing for `make run`, `make test` and others on Debian.
# Swift is the one thing that it does not bring; what Swift needs of Debian it does.
# usage: scripts/setup.sh run|test|page|portal|portal-test|portal-proof|relay-test|bench|deb|deb-test|bare-test|measure [--list]    --list only prints the packages
set -eu

# Swift's own needs first: a linker, libc, libstdc++, and the libraries that its programs link.
packages="binutils g++ git libc6-dev libncurses6 libuuid1 libxml2 tzdata"
packages="$packages binaryen libasound2-dev libcurl4-openssl-dev libexpat1-dev libgps-dev libsqlite3-dev libssl-dev pkg-config zlib1g-dev zopfli"
case "${1:-}" in
  run) ;;
  test) packages="$packages bsdextrautils bsdutils chromium dovecot-imapd dpkg-dev exim4-daemon-heavy fish gcc geographiclib-tools gpsd gpsd-clients gpsd-tools libasound2-plugins libc-bin libxml2-utils man-db mandoc openssl poppler-utils pulseaudio pulseaudio-utils python3 python3-geographiclib python3-gps python3-gpxpy python3-numpy python3-venv systemd umockdev weasyprint zsh" ;;
  page) packages="$packages chromium python3 python3-venv" ;;
  portal) packages="$packages libjs-leaflet libsodium-dev libvips-tools" ;;
  portal-test) packages="$packages chromium curl libimage-exiftool-perl libjs-leaflet libsodium-dev libvips-tools openssl python3 python3-numpy python3-venv" ;;
  portal-proof) packages="$packages chromium curl dosfstools faketime fusefat gpsd gpsd-clients gpsd-tools libimage-exiftool-perl libjs-leaflet libsodium-dev libvips-tools openssl python3 python3-gps python3-numpy python3-venv" ;;
  relay-test) packages="$packages gammu gammu-smsd openssl python3 python3-venv" ;;
  bench) packages="$packages gpsbabel gpsd gpsd-clients gpsd-tools python3 python3-gps python3-venv" ;;
  deb) packages="$packages dpkg-dev" ;;
  deb-test) packages="$packages debootstrap dpkg-dev lintian" ;;
  bare-test) packages="$packages debootstrap" ;;
  measure) packages="$packages binutils gcc gpsd libc6-dev openssl python3" ;;
  *) echo "usage: scripts/setup.sh run|test|page|portal|portal-test|portal-proof|relay-test|bench|deb|deb-test|bare-test|measure [--list]" >&2; exit 2 ;;
esac
if [ "${2:-}" = --list ]; then
  echo "$packages"
  exit 0
fi

if ! command -v swift >/dev/null 2>&1; then
  echo "vigia: Swift is missing; install Swift 6.2 or later from https://www.swift.org/install/linux/" >&2
  exit 2
fi
# Refuses a Swift that does not run here, or is too old.
check_version() {
  if ! said=$(swift --version 2>&1); then
    echo "vigia: swift --version does not run; expected Swift 6.2 or later. It says: $said" >&2
    exit 2
  fi
  version=$(echo "$said" | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
  set -- ${version:-0 0}
  if [ "$1" -lt 6 ] || { [ "$1" -eq 6 ] && [ "$2" -lt 2 ]; }; then
    echo "vigia: Swift $1.$2 is too old; expected 6.2 or later" >&2
    exit 2
  fi
}

# Two packages whose folders have one name are one for Swift.
case "$1 $(basename "$PWD")" in
  portal*" portal")
    echo "vigia: the portal cannot be built in $PWD, whose name is that of its own folder; expected a clone of another name, such as vigia" >&2
    exit 2
    ;;
esac
missing=""
for package in $packages; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
    missing="$missing $package"
done
# A toolchain whose libraries are missing cannot even say its version: they come first.
if [ -z "$missing" ]; then
  check_version
  exit 0
fi

if ! command -v apt-get >/dev/null 2>&1; then
  echo "vigia: these packages are missing and apt-get is not there to install them:$missing" >&2
  exit 2
fi
root=""
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "vigia: these packages are missing; as root: apt-get install$missing" >&2
    exit 2
  fi
  root=sudo
fi
echo "vigia: installing$missing" >&2
export DEBIAN_FRONTEND=noninteractive
$root apt-get update -qq >&2
$root env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends $missing >&2
check_version
