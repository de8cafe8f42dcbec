#!/usr/bin/env bash
# Looks at the portal's pages in Chromium, and uses a portal with its family as caregivers do. The tests must be built.
# With PORTAL_PROOF=1, in both languages, both themes and three widths. Pictures stay in build/portal.
# usage: portal/scripts/browse.sh [--pictures]      --pictures only makes those of docs/portal.md
set -euo pipefail
cd "$(dirname "$0")/../.."
scripts/page_test.sh --venv
python=build/page-venv/bin/python
bin=$(cd portal && swift build --scratch-path ../.build --show-bin-path)
pages=build/portal/pages
rm -rf build/portal
mkdir -p "$pages"
VIGIA_PAGE_SAMPLES=$PWD/$pages "$bin/vigia-portalPackageTests.xctest" --testing-library swift-testing \
  --filter 'PagesTests/every' >build/portal/words 2>&1 || { cat build/portal/words; exit 1; }
if [ "${1:-}" = --pictures ]; then
  $python portal/scripts/pages_look.py "$pages" --into build/portal/looked --pictures docs/portal
  exit 0
fi
$python portal/scripts/tls_use.py "$bin/vigia-portal"
if [ "${PORTAL_PROOF:-}" = 1 ]; then
  $python portal/scripts/pages_look.py "$pages" --into build/portal/looked
  $python portal/scripts/portal_use.py "$bin/vigia-portal" --into build/portal/used --proof
else
  $python portal/scripts/pages_look.py "$pages" --into build/portal/looked --one
  $python portal/scripts/portal_use.py "$bin/vigia-portal" --into build/portal/used
fi
