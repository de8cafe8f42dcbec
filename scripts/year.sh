#!/bin/sh
# Lives a year with a companion: 365 days, 40 reboots, up to 32 reminders of the family, both clock changes.
# usage: scripts/year.sh RELEASE_YEAR [SEED]
set -eu
"$1" "${2:-1}"
