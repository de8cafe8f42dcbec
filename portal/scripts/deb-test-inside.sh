#!/bin/sh
# What portal/scripts/deb-test.sh does inside its new Debian.
# usage: deb-test-inside.sh installed|runs    installed: with the network, and before it boots; runs: under systemd
set -eu

state=/var/lib/vigia-portal
own=/etc/vigia-portal
say() { echo "portal-deb-test: $*"; }
fail() {
  echo "portal-deb-test: FAILED: $*"
  [ ! -d /run/systemd/system ] || journalctl -u vigia-portal --no-pager -n 60
  exit 1
}
quietly() { "$@" > /tmp/log 2>&1 || { cat /tmp/log; fail "$*"; }; }
property() { systemctl show --property="$1" --value vigia-portal.service; }
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
fetch() { curl --silent --show-error --fail --cacert $own/fullchain.pem "https://localhost:8443$1"; }
shows() { openssl s_client -connect 127.0.0.1:8443 < /dev/null 2>/dev/null | grep -q "CN = $1"; }
certificate() { # NAME
  quietly openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj "/CN=$1" \
    -addext subjectAltName=DNS:localhost -keyout /tmp/key -out /tmp/chain
  install -m 0644 /tmp/chain $own/fullchain.pem
  install -m 0640 -g vigia-portal /tmp/key $own/privkey.pem
}

installed() {
  quietly apt-get update
  quietly apt-get install curl openssl
  before=$(dpkg-query -f '.\n' -W | wc -l)
  quietly apt-get install /var/tmp/try/vigia-portal.deb
  say "installed $(dpkg-query -W -f '${Version}' vigia-portal)," \
    "$(dpkg-query -W -f '${Installed-Size}' vigia-portal) KiB, with" \
    "$(($(dpkg-query -f '.\n' -W | wc -l) - before - 1)) packages that it needs"
  [ "$(id -un vigia-portal)" = vigia-portal ] || fail "there is no user vigia-portal"
  enabled=$(systemctl is-enabled vigia-portal.service || true)
  [ "$enabled" = disabled ] || fail "the service is $enabled before anybody wants it"
  [ ! -e $state ] || fail "there is a state before the first start"
  quietly systemd-analyze verify vigia-portal.service
  # In tenths: at most 3.0.
  quietly systemd-analyze security --offline=true --threshold=30 vigia-portal.service
  say "$(grep -o 'Overall exposure level.*: [0-9.]*' /tmp/log), expected 3.0 at most"
  quietly vigia-portal --help
}

runs() {
  mkdir -p $own
  certificate first
  echo "PORTAL_OPTIONS=\"--url https://localhost:8443 --listen 127.0.0.1:8443 --tls-certificate $own/fullchain.pem\
 --tls-key $own/privkey.pem\"" > /etc/default/vigia-portal
  quietly systemctl enable --now vigia-portal
  until_true "its first page" fetch /login
  first=$(property MainPID)
  [ "$(stat -c %U "/proc/$first")" = vigia-portal ] || fail "it runs as $(stat -c %U "/proc/$first")"
  [ "$(stat -c '%U %a' $state $state/portal.sqlite | tr '\n' ' ')" = 'vigia-portal 700 vigia-portal 600 ' ] ||
    fail "the state is not its own: $(stat -c '%U %a' $state $state/portal.sqlite | tr '\n' ' ')"
  say "runs under systemd with TLS of its own, in $(($(property MemoryCurrent) / 1048576)) MiB"

  # The unit's own bounds hold for what is started before it: a picture must be read within them.
  mkdir -p /run/systemd/system/vigia-portal.service.d
  printf '[Service]\nEnvironment=VIPS_NOVECTOR=1 VIPS_BLOCK_UNTRUSTED=1\nExecStartPre=/usr/bin/vips black /var/lib/vigia-portal/in.png 900 700 --bands 3\n%s\n' \
    "ExecStartPre=/usr/bin/vigia-portal confined /var/lib/vigia-portal /usr/bin/vips thumbnail in.png out.jpg 160" \
    > /run/systemd/system/vigia-portal.service.d/try.conf
  quietly systemctl daemon-reload
  quietly systemctl restart vigia-portal
  until_true "its first page" fetch /login
  [ -s $state/out.jpg ] || fail "no picture can be read in its sandbox"
  rm -r /run/systemd/system/vigia-portal.service.d $state/in.png $state/out.jpg $state/said
  quietly systemctl daemon-reload
  quietly systemctl restart vigia-portal
  until_true "its first page" fetch /login
  first=$(property MainPID)
  say "pictures are read in its sandbox"

  link=$(runuser -u vigia-portal -- vigia-portal invite --data $state --url https://localhost:8443 \
    --wearer Rosa ana@example.org) || fail "its user cannot invite"
  fetch "${link#https://localhost:8443}" | grep -q ana@example.org || fail "the invitation $link has no page"
  cookie=$(curl --silent --cacert $own/fullchain.pem --dump-header - --output /dev/null --data-urlencode name=Ana \
    --data-urlencode "password=una tarde en Cuenca" --data language=es "$link" | sed -n 's/^[Ss]et-[Cc]ookie: //p')
  case $cookie in __Host-vigia=*) ;; *) fail "the invitation signs nobody in: $cookie" ;; esac
  say "invite runs as its user, and the invitation signs somebody in"

  certificate second
  quietly systemctl reload vigia-portal
  until_true "the renewed certificate" shows second
  [ "$(property MainPID)" = "$first" ] || fail "a renewal started it anew"
  say "a reload takes the renewed certificate"

  quietly dpkg --install vigia-portal.deb
  until_true "its first page" fetch /login
  [ "$(property MainPID)" != "$first" ] || fail "an upgrade does not start the new program"
  curl --silent --fail --cacert $own/fullchain.pem --cookie "${cookie%%;*}" --location https://localhost:8443/ |
    grep -q Rosa || fail "an upgrade lost the session"
  say "an upgrade starts it anew, and nobody is signed out"

  quietly systemctl kill --signal=KILL vigia-portal
  until_true "its first page" fetch /login
  say "comes back after SIGKILL"

  quietly apt-get remove vigia-portal
  [ ! -e /usr/bin/vigia-portal ] || fail "removed, and the program is still there"
  if fetch /login > /dev/null 2>&1; then fail "removed, and it still serves"; fi
  [ -s $state/portal.sqlite ] || fail "removed, and the accounts are gone with it"
  say "removed: the accounts stay"

  quietly apt-get purge vigia-portal
  left=$(find / -xdev -path /proc -prune -o -path /var/tmp -prune -o -name '*vigia*' -print | sort | tr '\n' ' ')
  [ "$left" = "/etc/default/vigia-portal $own " ] || fail "purged, and these are left: $left"
  if dpkg-query -W vigia-portal > /dev/null 2>&1; then fail "purged, and dpkg still knows it"; fi
  say "purged: nothing is left but its user, and the files of whoever set it up"
}

"$1"
