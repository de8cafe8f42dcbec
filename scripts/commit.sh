#!/bin/sh
# Writes the Swift file OUTPUT with the commit of the checkout ROOT: the build asks for it.
# "unknown commit" outside a checkout; with "-dirty" when what is built has changes that are not committed.
# usage: scripts/commit.sh ROOT OUTPUT
set -eu
commit='unknown commit'
# A folder of sources inside another project's checkout has not that project's commit.
if [ -e "$1/.git" ]; then
  commit=$(git -C "$1" rev-parse --short=12 HEAD 2>/dev/null) || commit='unknown commit'
  if [ -n "$(git -C "$1" status --porcelain -- Package.swift Plugins Sources hal Lab 2>/dev/null)" ]; then
    commit=$commit-dirty
  fi
fi
text="extension ThisProgram {
  /// \"unknown commit\" without git; with \"-dirty\" when what was built had changes.
  package static let commit = \"$commit\"
}"
# The same commit leaves the file as it is, and nothing is built again.
[ "$(cat "$2" 2>/dev/null)" = "$text" ] || printf '%s\n' "$text" > "$2"
