#!/bin/sh
# Makes a Debian package of what `make install` has put below a folder; prints its name.
# usage: scripts/deb.sh STAGE OUTPUT    DEBFULLNAME= and DEBEMAIL= of who maintains this package
set -eu

if [ $# -ne 2 ] || [ ! -x "$1/usr/bin/vigia" ]; then
  echo "usage: scripts/deb.sh STAGE OUTPUT; STAGE is what make install DESTDIR=STAGE filled" >&2
  exit 2
fi
stage=$1
output=$2
folder=packaging/debian
documents=$stage/usr/share/doc/vigia

# The last release that CHANGELOG.md tells of, and how far the source has gone from there. The moment
# of the commit is that of every file, so that one commit makes one package, byte for byte.
release=$(sed -n 's/^## \([0-9][0-9.]*\).*/\1/p' CHANGELOG.md | head -n 1)
: "${release:=0}"
version=$release
if commit=$(git log -1 --format='%h %ct' 2>/dev/null) && [ -n "$commit" ]; then
  SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-${commit#* }}
  if ! git describe --tags --exact-match --match "v$release" >/dev/null 2>&1; then
    version=$version+git$(date -u -d "@${commit#* }" +%Y%m%d%H%M%S).${commit% *}
  fi
  # An unfinished change is no version: it has no commit to come back to.
  [ -z "$(git status --porcelain)" ] || version=$version+changed
fi
: "${SOURCE_DATE_EPOCH:=$(stat -c %Y CHANGELOG.md)}"
export SOURCE_DATE_EPOCH
version=$version-1
# Both names are Debian's own, as dch has them; DEBEMAIL may hold the name as well.
case "${DEBEMAIL:-}" in
  *'<'*'>') maintainer=$DEBEMAIL ;;
  *) maintainer="${DEBFULLNAME:-Vigía project} <${DEBEMAIL:-vigia@vigia.invalid}>" ;;
esac
if ! printf '%s' "$maintainer" | LC_ALL=C.UTF-8 grep -Eqx '[^<>@,]+ <[^<>@ ]+@[^<>@ ]+>' ||
  [ "$(printf '%s' "$maintainer" | wc -l)" -ne 0 ]; then
  echo "scripts/deb.sh: DEBFULLNAME and DEBEMAIL make \"$maintainer\"; expected Name <name@host>" >&2
  exit 2
fi
architecture=$(dpkg --print-architecture)

umask 022
rm -f "$documents/LICENSE"
install -m 0644 "$folder/copyright" "$documents/copyright"
{
  echo "vigia ($version) unstable; urgency=medium"
  echo
  echo "  * What has changed is in changelog.gz."
  echo
  printf ' -- %s ' "$maintainer"
  date -u -d "@$SOURCE_DATE_EPOCH" '+ %a, %d %b %Y %H:%M:%S +0000'
} | gzip -9n > "$documents/changelog.Debian.gz"
gzip -9nc CHANGELOG.md > "$documents/changelog.gz"
if [ -d "$stage/usr/share/man" ]; then find "$stage/usr/share/man" -type f -exec gzip -9nf {} +; fi
install -d "$stage/usr/share/lintian/overrides"
install -m 0644 "$folder/lintian-overrides" "$stage/usr/share/lintian/overrides/vigia"

rm -rf "$stage/DEBIAN"
install -d "$stage/DEBIAN"
# What the program links is asked of the program; dpkg-shlibdeps wants a source package round it.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
install -d "$work/debian"
printf 'Source: vigia\n\nPackage: vigia\nArchitecture: any\n' > "$work/debian/control"
program=$(cd "$stage/usr/bin" && pwd)/vigia
libraries=$(cd "$work" && dpkg-shlibdeps -O "$program" | sed -n 's/^shlibs:Depends=//p')
if [ -z "$libraries" ]; then
  echo "scripts/deb.sh: dpkg-shlibdeps found no libraries of $program; expected libc6 and others" >&2
  exit 1
fi

size=$(find "$stage/usr" "$stage/etc" -type f -printf '%s\n' | awk '{ k += int(($1 + 1023) / 1024) } END { print k }')
sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@SIZE@/$size/" \
  -e "s/@LIBRARIES@/$libraries/" -e "s/@MAINTAINER@/$(printf '%s' "$maintainer" | sed 's/[\\&/]/\\&/g')/" \
  "$folder/control" > "$stage/DEBIAN/control"
install -m 0644 "$folder/conffiles" "$stage/DEBIAN/conffiles"
install -m 0755 "$folder/postinst" "$folder/prerm" "$folder/postrm" "$stage/DEBIAN"
(cd "$stage" && find usr -type f -print | LC_ALL=C sort | xargs -d '\n' md5sum) \
  > "$stage/DEBIAN/md5sums"
chmod 0644 "$stage/DEBIAN/control" "$stage/DEBIAN/md5sums"
find "$stage" -type d -exec chmod 0755 {} +

# Moments later than SOURCE_DATE_EPOCH are taken back to it, earlier ones are not.
find "$stage" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
package=$output/vigia_${version}_$architecture.deb
dpkg-deb --root-owner-group -Zxz --build "$stage" "$package" >&2
echo "$package"
