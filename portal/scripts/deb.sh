#!/bin/sh
# Makes a Debian package of a built vigia-portal; prints its name.
# usage: portal/scripts/deb.sh PROGRAM OUTPUT    DEBFULLNAME= and DEBEMAIL= of who maintains this package
set -eu

if [ $# -ne 2 ] || [ ! -x "$1" ]; then
  echo "usage: portal/scripts/deb.sh PROGRAM OUTPUT; PROGRAM is a built vigia-portal" >&2
  exit 2
fi
program=$(realpath "$1")
output=$(realpath "$2")
cd "$(dirname "$0")/../.."
folder=packaging/debian-portal
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
umask 022

# The last release that CHANGELOG.md tells of, and the commit: one commit makes one package, byte for byte.
version=$(sed -n 's/^## \([0-9][0-9.]*\).*/\1/p' CHANGELOG.md | head -n 1)
: "${version:=0}"
if commit=$(git log -1 --format='%h %ct' 2>/dev/null) && [ -n "$commit" ]; then
  SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-${commit#* }}
  version=$version+git$(date -u -d "@${commit#* }" +%Y%m%d%H%M%S).${commit% *}
  [ -z "$(git status --porcelain)" ] || version=$version+changed
fi
: "${SOURCE_DATE_EPOCH:=$(stat -c %Y CHANGELOG.md)}"
export SOURCE_DATE_EPOCH
version=$version-1
maintainer="${DEBFULLNAME:-Vigía project} <${DEBEMAIL:-vigia@vigia.invalid}>"
architecture=$(dpkg --print-architecture)

documents=$stage/usr/share/doc/vigia-portal
install -D -s -m 0755 "$program" "$stage/usr/bin/vigia-portal"
install -D -m 0644 packaging/vigia-portal.service "$stage/lib/systemd/system/vigia-portal.service"
install -D -m 0644 packaging/vigia-portal.sysusers "$stage/usr/lib/sysusers.d/vigia-portal.conf"
install -d "$documents" "$stage/usr/share/man/man1" "$stage/usr/share/lintian/overrides"
for document in docs/portal.md docs/portal-protocol.md; do
  if [ -f "$document" ]; then install -m 0644 "$document" "$documents"; fi
done
install -m 0644 packaging/debian-portal/copyright "$documents/copyright"
gzip -9nc CHANGELOG.md > "$documents/changelog.gz"
{
  printf 'vigia-portal (%s) unstable; urgency=medium\n\n  * What has changed is in changelog.gz.\n\n' "$version"
  printf ' -- %s ' "$maintainer"
  date -u -d "@$SOURCE_DATE_EPOCH" '+ %a, %d %b %Y %H:%M:%S +0000'
} | gzip -9n > "$documents/changelog.Debian.gz"
gzip -9nc packaging/vigia-portal.1 > "$stage/usr/share/man/man1/vigia-portal.1.gz"
install -m 0644 "$folder/lintian-overrides" "$stage/usr/share/lintian/overrides/vigia-portal"

install -d "$stage/work/debian" "$stage/DEBIAN"
printf 'Source: vigia-portal\n\nPackage: vigia-portal\nArchitecture: any\n' > "$stage/work/debian/control"
libraries=$(cd "$stage/work" && dpkg-shlibdeps -O "$stage/usr/bin/vigia-portal" | sed -n 's/^shlibs:Depends=//p')
rm -rf "$stage/work"
if [ -z "$libraries" ]; then
  echo "portal/scripts/deb.sh: dpkg-shlibdeps found no libraries of $program; expected libc6 and others" >&2
  exit 1
fi
size=$(find "$stage" -type f -printf '%s\n' | awk '{ k += int(($1 + 1023) / 1024) } END { print k }')
sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@SIZE@/$size/" \
  -e "s/@LIBRARIES@/$libraries/" -e "s/@MAINTAINER@/$(printf '%s' "$maintainer" | sed 's/[\\&/]/\\&/g')/" \
  "$folder/control" > "$stage/DEBIAN/control"
install -m 0755 "$folder/postinst" "$folder/prerm" "$folder/postrm" "$stage/DEBIAN"
(cd "$stage" && find usr lib -type f -print | LC_ALL=C sort | xargs -d '\n' md5sum) > "$stage/DEBIAN/md5sums"
chmod 0644 "$stage/DEBIAN/control" "$stage/DEBIAN/md5sums"
chmod 0755 "$stage"
find "$stage" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
package=$output/vigia-portal_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz --build "$stage" "$package" >&2
echo "$package"
