#!/usr/bin/env bash
# Prints the price of a feature from git: the existing source files that its commits changed.
# Usage: scripts/price.sh FROM..TO NAME…   NAME: a word in the names of the feature's own files.
set -euo pipefail
cd "$(dirname "$0")/.."
range=$1
shift
own=$(IFS='|'; echo "${*:-^$}")
changed=$(git diff --name-status --no-renames "$range" -- Sources hal Lab | awk '$1 == "M" { print $2 }')
added=$(git diff --name-status --no-renames "$range" -- Sources hal Lab | awk '$1 == "A"' | wc -l)
touched=$(grep -vE "/[^/]*($own)[^/]*$" <<< "$changed" || true)
echo "$touched"
echo "$(grep -c . <<< "$touched" || true) existing source files changed beyond $* ($added new ones)"
