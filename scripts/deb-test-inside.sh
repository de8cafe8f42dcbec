#!/bin/sh
# What scripts/deb-test.sh does inside its new Debian.
set -eu

say() { echo "deb-test: $*"; }
fail() { echo "deb-test: FAILED: $*" >&2; exit 1; }
quietly() { "$@" > /tmp/log 2>&1 || { cat /tmp/log >&2; fail "$*"; }; }

quietly apt-get update
before=$(dpkg-query -f '.\n' -W | wc -l)

quietly apt-get install -s --no-install-recommends $(cat /tmp/test-packages)
say "what make test installs is all there: $(wc -w < /tmp/test-packages) packages," \
  "$(grep -c ^Inst /tmp/log) with what they need"

quietly apt-get install -y --no-install-recommends /tmp/vigia.deb
say "installed $(dpkg-query -W -f '${Version}' vigia), with" \
  "$(($(dpkg-query -f '.\n' -W | wc -l) - before - 1)) packages that it needs"
[ "$(id -un vigia)" = vigia ] || fail "there is no user vigia"
for group in audio input; do
  id -nG vigia | tr ' ' '\n' | grep -qx $group || fail "the user vigia is not in $group"
done
state=$(systemctl is-enabled vigia.service || true)
[ "$state" = disabled ] || fail "the service is $state before the family has written a profile"
quietly systemd-analyze verify vigia.service vigia-setup.service vigia-setup.timer
[ ! -e /var/lib/vigia ] || fail "there is a state before the first start"
quietly vigia --help

# As docs/appliance.md has it; systemd would make the state's directory.
install -m 0640 -g vigia /etc/vigia/profile.yaml.example /etc/vigia/profile.yaml
install -m 0600 -o vigia /dev/null /etc/vigia/mail.secret
install -d -m 0700 -o vigia -g vigia /var/lib/vigia
as_vigia="runuser -u vigia -- env --chdir=/etc/vigia"
quietly $as_vigia vigia profile check /etc/vigia/profile.yaml
begin=$(date +%s)
$as_vigia vigia run --profile /etc/vigia/profile.yaml --state /var/lib/vigia --duration 5 \
  > /tmp/told 2> /tmp/errors || { cat /tmp/errors >&2; fail "vigia run ended with status $?"; }
say "ran $(($(date +%s) - begin)) s as $(stat -c %U /var/lib/vigia/vigia.sqlite) and ended with status 0; it said:"
sed 's/^/    /' /tmp/errors /tmp/told
[ "$(stat -c '%U %a' /var/lib/vigia/vigia.sqlite)" = 'vigia 600' ] || fail "the state is not its own"
lived=$(sed -n 's/^digest //p' /tmp/told)
replayed=$($as_vigia vigia replay /var/lib/vigia/blackbox.jsonl --format json |
  sed -n 's/.*"digest":"\([0-9a-f]*\)".*/\1/p')
[ -n "$lived" ] && [ "$lived" = "$replayed" ] || fail "the black box replays to $replayed, not $lived"
say "the black box replays to the same digest"

echo '# written by the family' >> /etc/vigia/profile.yaml
quietly apt-get install -y --reinstall --no-install-recommends /tmp/vigia.deb
grep -q 'by the family' /etc/vigia/profile.yaml || fail "an upgrade took the family's settings"

quietly apt-get remove -y vigia
[ ! -e /usr/bin/vigia ] || fail "removed, and the program is still there"
[ -s /var/lib/vigia/vigia.sqlite ] || fail "removed, and the wearer's state is gone with it"
[ -s /etc/vigia/profile.yaml ] || fail "removed, and the family's settings are gone with it"
say "removed: state and settings stay"

quietly apt-get purge -y vigia
left=$(find / -xdev -path /proc -prune -o -path /tmp -prune -o -name '*vigia*' -print)
[ -z "$left" ] || fail "purged, and these are left: $left"
if dpkg-query -W vigia >/dev/null 2>&1; then fail "purged, and dpkg still knows it"; fi
say "purged: nothing is left but the user vigia"
