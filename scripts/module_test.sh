#!/usr/bin/env bash
# The page's module replays our walks, harms, kept black boxes and, where the folder is there, twelve walks of strangers
# as `vigia replay` does, in wasmtime and in Chromium.
# usage: scripts/module_test.sh VIGIA [STEPS]   (any STEPS: also measures steps of a slider on an hour's walk)
set -euo pipefail
cd "$(dirname "$0")/.."
vigia=$1
real=${REAL:-../shared/traces/real}
module=build/module/vigia.wasm
if [ ! -x build/page-venv/bin/python ]; then python3 -m venv build/page-venv; fi
build/page-venv/bin/pip install --quiet --disable-pip-version-check -r scripts/page-requirements.txt
arguments=()
if [ -d "$real" ]; then
  arguments+=(--real "$real")
  if [ -n "${2:-}" ]; then arguments+=(--steps "$real/walk_stuttgart_strava_20240219.gpx"); fi
else
  echo "module_test: SKIPPED the walks of strangers: $real is absent"
fi
build/page-venv/bin/python scripts/module_test.py "$vigia" "$module" traces/*.jsonl "${arguments[@]}"
