#!/bin/sh
# Installs the portal's package in a fresh Debian 12 that boots with its own systemd: the unit runs as it will for a
# family, with TLS of its own; an invitation, a renewal, an upgrade, removal and purge.
# usage: portal/scripts/deb-test.sh PACKAGE.deb    VIGIA_MIRROR= of another archive; as root
set -eu

here=$(dirname "$0")
. "$here/../../scripts/debian.sh"
if [ $# -ne 1 ] || [ ! -f "$1" ]; then
  echo "usage: portal/scripts/deb-test.sh PACKAGE.deb (make portal-deb makes one)" >&2
  exit 2
fi
as_root portal/scripts/deb-test.sh

work=$(mktemp -d)
chmod 0755 "$work"
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 1' INT TERM
echo "portal-deb-test: a new Debian 12" >&2
new_debian "$root"
cp "$1" "$root/var/tmp/try/vigia-portal.deb"
cp "$here/deb-test-inside.sh" "$root/var/tmp/try"
in_debian "$root" sh /var/tmp/try/deb-test-inside.sh installed
boot_debian "$root" sh deb-test-inside.sh runs || { echo "portal-deb-test: FAILED with status $?" >&2; exit 1; }
