#!/bin/sh
# What scripts/deb-test.sh does inside its booted Debian: the commands of docs/appliance.md under "Update" and "Way
# back", as they stand there, on a device that systemd runs and that sounds an alarm.
set -eu

say() { echo "deb-test: $*"; }
fail() {
  echo "deb-test: FAILED: $*"
  journalctl -u vigia --no-pager -n 60
  exit 1
}
quietly() { "$@" > /tmp/log 2>&1 || { cat /tmp/log; fail "$*"; }; }
vigia_says() { runuser -u vigia -- env --chdir=/ vigia "$@"; }
property() { systemctl show --property="$1" --value vigia.service; }
journal() { journalctl -u vigia --no-pager -o cat; }
# until_true WHAT COMMAND...: a long bound, and no claim about speed.
until_true() {
  what=$1
  shift
  tries=0
  until "$@" > /dev/null 2>&1; do
    tries=$((tries + 1))
    [ "$tries" -lt 600 ] || fail "$what did not come"
    sleep 0.2
  done
}
journal_has() { journal | grep -qF "$1"; }
# documented HEADING: the commands of that section, without their comments.
documented() {
  awk -v heading="## $1" '$0 == heading { on = 1; next } /^## / { on = 0 } on && /^    /' appliance.md |
    sed 's/^    //; s/  *# .*//'
}
follow() { # HEADING
  documented "$1" > /tmp/commands
  [ -s /tmp/commands ] || fail "docs/appliance.md has no commands under $1"
  while read -r command; do
    sh -euc "$command" > /tmp/log 2>&1 < /dev/null || { cat /tmp/log; fail "$command"; }
    say "  $command"
  done < /tmp/commands
}

quietly apt-get install ./vigia_OLD.deb
old=$(dpkg-query -W -f '${Version}' vigia)
install -m 0640 -g vigia /etc/vigia/profile.yaml.example /etc/vigia/profile.yaml
install -m 0600 -o vigia /dev/null /etc/vigia/mail.secret
quietly systemctl enable --now vigia
diary="--state /var/lib/vigia --profile /etc/vigia/profile.yaml"
quietly vigia_says diary add $diary --glucose 104mg/dL
quietly vigia_says diary add $diary --glucose 50mg/dL
until_true "the alarm" journal_has "50 mg/dL"
low=$(vigia_says diary list $diary --format json | sed -n 's/.*"id":"\([^"]*\)","amount":50,.*/\1/p')
[ -n "$low" ] || fail "the low reading is not in the diary"
first=$(property MainPID)
say "$old runs under systemd, and a low glucose reading of 50 mg/dL alarms"

begin=$(date +%s)
follow Update
say "updated to $(dpkg-query -W -f '${Version}' vigia) in $(($(date +%s) - begin)) s, while the alarm goes on"
until_true "the device's reason" journal_has "waits before it starts again: a low glucose reading stands"
[ "$(property MainPID)" = "$first" ] || fail "the device was ended in the middle of an alarm"
[ ! -e /var/lib/vigia/vigia.sqlite.before-5 ] || fail "the state was changed under a running device"
vigia_says diary list $diary | grep -q 104 || fail "the new program cannot read the diary of the old device"
say "the old program goes on, and the new one reads its diary"

quietly vigia_says diary delete $diary "$low" --yes
until_true "the new program" journal_has "brought from step 4 to step 5"
until_true "its being ready" systemctl is-active vigia
[ "$(property NRestarts)" = 1 ] || fail "it was started again $(property NRestarts) times, not once"
[ "$(property MainPID)" != "$first" ] || fail "the old program still runs"
[ "$(stat -c '%U %a' /var/lib/vigia/vigia.sqlite.before-5)" = 'vigia 600' ] || fail "the copy is not the device's own"
journal | grep -F 'starts again' | sed 's/^/    /'
journal | grep -F 'brought from' | sed 's/^/    /'
if grep -q SHUTTING /var/lib/vigia/blackbox-2-0.jsonl; then fail "the caregivers were told that it is switched off"; fi
vigia_says diary list $diary | grep -q 104 || fail "the diary is not as it was"
lived=$(journal | sed -n 's/^digest //p' | tail -n 1)
replayed=$(vigia_says replay /var/lib/vigia/blackbox-2-0.jsonl --format json | sed -n 's/.*"digest":"\([0-9a-f]*\)".*/\1/p')
[ -n "$lived" ] && [ "$lived" = "$replayed" ] || fail "the old device's life replays to $replayed, not $lived"
say "started again once when the alarm was over; its state is of step 5 now; the new program replays its old life"
quietly systemctl restart vigia
until_true "its being ready" systemctl is-active vigia
[ "$(journal | grep -cF 'brought from')" = 1 ] || fail "the state was changed twice"

# An entry of today, which the copy does not have.
quietly vigia_says diary add $diary --glucose 131mg/dL
begin=$(date +%s)
follow "Way back"
[ "$(dpkg-query -W -f '${Version}' vigia)" = "$old" ] || fail "the earlier package is not installed"
until_true "its being ready" systemctl is-active vigia
until_true "a life above all those of the newer program" \
  grep -qE '"class":"BOOT","at_ms":[0-9]*,"number":1000002,' /var/lib/vigia/blackbox.jsonl
if journal | tail -n 20 | grep -F 'cannot be used'; then fail "the earlier program does not open the copy"; fi
vigia_says diary list $diary > /tmp/list || fail "the earlier program cannot read the diary"
grep -q 104 /tmp/list || fail "the diary of before the update is gone"
if grep -q 131 /tmp/list; then fail "the copy holds what came after it"; fi
quietly vigia_says diary add $diary --glucose 131mg/dL
quietly systemctl stop vigia
lived=$(journal | sed -n 's/^digest //p' | tail -n 1)
replayed=$(vigia_says replay /var/lib/vigia/blackbox.jsonl --format json | sed -n 's/.*"digest":"\([0-9a-f]*\)".*/\1/p')
[ -n "$lived" ] && [ "$lived" = "$replayed" ] || fail "the life after the way back replays to $replayed, not $lived"
say "back at $old in $(($(date +%s) - begin)) s: it opens the copy, and its life replays"

# Without the copy the earlier program refuses the newer state, in a line.
mkdir -m 0700 /tmp/newer
cp /var/lib/vigia/newer/vigia.sqlite /tmp/newer
chown -R vigia /tmp/newer
status=0
vigia_says diary list --state /tmp/newer > /tmp/list 2>&1 || status=$?
[ "$status" = 2 ] && grep -q 'was written by a newer vigia' /tmp/list || fail "status $status: $(cat /tmp/list)"
say "and refuses the newer state: $(cat /tmp/list)"
