#!/bin/sh
# Writes the Swift file OUTPUT with the module of scripts/module.sh: the build asks for it. Without a module, or
# with one of other sources, pages come without their tools.
# usage: scripts/embed.sh ROOT OUTPUT
set -eu
module="$1/build/module/vigia.wasm"
built=nil
if [ -s "$module.gz" ] && [ "$(cat "$1/build/module/sources" 2>/dev/null)" = "$("$1/scripts/module.sh" --stamp)" ]; then
  built="LivingModule(
    sha256: \"$(sha256sum "$module" | cut -c1-64)\", bytes: $(stat -c %s "$module"),
    gzipBase64: \"$(base64 -w0 "$module.gz")\")"
fi
text="extension LivingModule {
  static let built: LivingModule? = $built
}"
# The same module leaves the file as it is, and nothing is built again.
[ "$(cat "$2" 2>/dev/null)" = "$text" ] || printf '%s\n' "$text" > "$2"
