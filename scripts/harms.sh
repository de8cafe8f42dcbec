#!/bin/sh
# Replays every harm trace with two programs: the older must miss an expectation in each, the newer in
# none. A trace that the older program passes, or cannot read, shows nothing; one whose expectations begin
# with "# Guards" only keeps what both do.
# usage: scripts/harms.sh OLDER_VIGIA NEWER_VIGIA
set -eu
cd "$(dirname "$0")/.."
older=$1
newer=$2
wrong=0
for trace in simulations/harms/*.jsonl; do
  status=0
  timeout 60 "$older" replay "$trace" --format json > /dev/null 2>&1 || status=$?
  if grep -q '^# Guards' "${trace%.jsonl}.expect.yaml"; then status=1; fi
  # 124: it never comes to an end, which is what that trace shows.
  if [ "$status" -ne 1 ] && [ "$status" -ne 124 ]; then
    echo "harms: $trace ends with $status in the older program; expected 1" >&2
    wrong=1
  fi
  status=0
  "$newer" replay "$trace" --format json > /dev/null 2>&1 || status=$?
  if [ "$status" -ne 0 ]; then
    echo "harms: $trace ends with $status in the newer program; expected 0" >&2
    wrong=1
  fi
done
echo "harms: $(ls simulations/harms/*.jsonl | wc -l) traces looked at"
exit $wrong
