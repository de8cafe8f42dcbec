#!/bin/sh
# Installs the package in a fresh Debian 12, lives in it for 5 s, removes and purges it. Then the Debian boots with
# its own systemd: the earlier package is updated to this one while an alarm sounds, and the way back is gone.
# usage: scripts/deb-test.sh PACKAGE.deb EARLIER.deb    VIGIA_MIRROR= of another archive; as root
set -eu

here=$(dirname "$0")
. "$here/debian.sh"
if [ $# -ne 2 ] || [ ! -f "$1" ] || [ ! -f "$2" ]; then
  echo "usage: scripts/deb-test.sh PACKAGE.deb EARLIER.deb (make deb makes one, scripts/deb-before.sh the other)" >&2
  exit 2
fi
as_root scripts/deb-test.sh

work=$(mktemp -d)
chmod 0755 "$work"
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 1' INT TERM
echo "deb-test: a new Debian 12" >&2
new_debian "$root"
cp "$1" "$root/tmp/vigia.deb"
cp "$here/deb-test-inside.sh" "$root/tmp/inside.sh"
"$here/setup.sh" test --list > "$root/tmp/test-packages"
in_debian "$root" sh /tmp/inside.sh

try=$root/var/tmp/try
cp "$1" "$try/vigia_NEW.deb"
cp "$2" "$try/vigia_OLD.deb"
cp "$here/deb-test-update.sh" "$here/../docs/appliance.md" "$try"
boot_debian "$root" sh deb-test-update.sh || {
  echo "deb-test: FAILED: the update or the way back ended with status $?" >&2
  exit 1
}
