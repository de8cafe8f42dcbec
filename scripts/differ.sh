#!/usr/bin/env bash
# Lets two builds live the same traces, black boxes and days, and names the first thing that they do differently.
# usage: scripts/differ.sh OLD NEW [FILE...]
#   OLD, NEW  commits, which are built in build/differ, or files: a vigia that is there
#   FILE      traces, directories of black boxes, scenarios; without any: all of traces/ and simulations/, and
#             SEEDS=0:200 as NEW draws them
# Where all events are alike and the digest is not, a sound, a page, a record or an attempt differs, or the
# digest is made in another way.
# Exit status: 0 the events are alike, 1 some differ, 2 bad usage.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -lt 2 ]; then
  echo "differ: $# arguments; expected OLD NEW [FILE...]" >&2
  exit 2
fi
work=build/differ
mkdir -p "$work"

# The vigia of a commit, or the file itself.
program() {
  if [ -f "$1" ] && [ -x "$1" ]; then
    realpath "$1"
    return
  fi
  local commit tree
  commit=$(git rev-parse --verify --quiet "$1^{commit}") || {
    echo "differ: $1 is neither a commit nor a program; expected one of them" >&2
    exit 2
  }
  tree=$work/${commit:0:12}
  [ -d "$tree" ] || git worktree add --quiet --detach "$tree" "$commit"
  (cd "$tree" && swift build -c release --product vigia >&2)
  echo "$(cd "$tree" && swift build -c release --show-bin-path)/vigia"
}

old=$(program "$1")
new=$(program "$2")
shift 2
if [ $# -eq 0 ]; then
  rm -rf "$work/days"
  mkdir -p "$work/days"
  "$new" explore --seeds "${SEEDS:-0:200}" --write "$work/days"
  set -- traces/*.jsonl simulations/*.yaml "$work"/days/*.yaml
fi

# All that a build does with a file. Some old ones do not come to an end.
live() {
  local status=0
  case $2 in
  *.yaml) timeout 60 "$1" simulate "$2" --format json 2>&1 || status=$? ;;
  *) timeout 60 "$1" replay "$2" --format json 2>&1 || status=$? ;;
  esac
  [ "$status" -lt 2 ] || echo "exit status $status"
}

same=0 digests=0 different=0 refused=0
for file in "$@"; do
  live "$old" "$file" > "$work/old"
  live "$new" "$file" > "$work/new"
  if grep -q '^exit status 2$' "$work/old"; then
    refused=$((refused + 1))
  elif cmp -s "$work/old" "$work/new"; then
    same=$((same + 1))
  elif first=$(diff <(grep -v '"event":"summary"' "$work/old") <(grep -v '"event":"summary"' "$work/new")); then
    digests=$((digests + 1))
  else
    different=$((different + 1))
    echo "$file:"
    grep -m1 '^<' <<< "$first" | cut -c1-300 | sed 's/^</  old:/' || true
    grep -m1 '^>' <<< "$first" | cut -c1-300 | sed 's/^>/  new:/' || true
  fi
done
echo "differ: $same alike, $digests with the same events and another digest, $different different," \
  "$refused that the old one cannot read"
[ "$different" -eq 0 ]
