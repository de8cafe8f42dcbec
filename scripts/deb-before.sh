#!/bin/sh
# Builds the package of an earlier version, for scripts/deb-test.sh, and prints its name. It stays in
# build/before, so that only the first call takes the time of a whole release build.
# usage: scripts/deb-before.sh [COMMIT]    default: the last commit before the newest step of the state's tables
set -eu
cd "$(dirname "$0")/.."

schema=Sources/Diary/Storage/StateSchema.swift
if [ $# -gt 0 ]; then
  commit=$1
else
  step=$(git log -1 --format=%H -S'registerMigration("' -- "$schema")
  [ -z "$step" ] || commit=$step^
fi
if ! commit=$(git rev-parse --verify --quiet --short=12 "${commit:-none}^{commit}"); then
  echo "scripts/deb-before.sh: ${1:-the newest step of $schema} is no commit here; expected the whole history (git fetch --unshallow)" >&2
  exit 2
fi
folder=build/before/$commit
package=$(find "$folder" -maxdepth 1 -name 'vigia_*.deb' 2>/dev/null | head -n 1)
if [ -z "$package" ]; then
  echo "deb-before: builds the package of $(git log -1 --format='%h %s' "$commit")" >&2
  mkdir -p "$folder"
  source=$PWD/$folder/source
  git worktree remove --force "$source" 2>/dev/null || true
  git worktree prune
  git worktree add -q --detach "$source" "$commit"
  trap 'git worktree remove --force "$source"' EXIT
  trap 'exit 1' INT TERM
  make -C "$source" deb > "$folder/log" 2>&1 || { tail -n 20 "$folder/log" >&2; exit 1; }
  mv "$source"/build/vigia_*.deb "$folder"
  package=$(find "$folder" -maxdepth 1 -name 'vigia_*.deb')
fi
echo "$package"
