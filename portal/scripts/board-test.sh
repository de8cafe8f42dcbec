#!/bin/sh
# A board from the box and its portal, both from their packages, in one fresh Debian 12 with NetworkManager. It boots
# three times with its own systemd: the family writes a card; the board is set up from it; it comes back by itself.
# usage: portal/scripts/board-test.sh DEVICE.deb PORTAL.deb    VIGIA_MIRROR= of another archive; as root
set -eu

here=$(dirname "$0")
. "$here/../../scripts/debian.sh"
if [ $# -ne 2 ] || [ ! -f "$1" ] || [ ! -f "$2" ]; then
  echo "usage: portal/scripts/board-test.sh DEVICE.deb PORTAL.deb (make deb and make portal-deb make them)" >&2
  exit 2
fi
as_root portal/scripts/board-test.sh

work=$(mktemp -d)
chmod 0755 "$work"
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 1' INT TERM
echo "board-test: a new Debian 12" >&2
new_debian "$root"
cp "$1" "$root/var/tmp/try/vigia.deb"
cp "$2" "$root/var/tmp/try/vigia-portal.deb"
cp "$here/board.py" "$root/var/tmp/try"
in_debian "$root" sh -euc '
  cd /var/tmp/try
  { apt-get update && apt-get install ./vigia.deb ./vigia-portal.deb dosfstools fusefat network-manager openssl python3
  } > log 2>&1 || { tail -n 20 log; exit 1; }'
for boot in card first second; do
  boot_debian "$root" python3 -B board.py "$boot" || { echo "board-test: FAILED with status $?" >&2; exit 1; }
done
