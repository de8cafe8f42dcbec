#!/bin/sh
# Builds the report page's own device: core, packed events and findings as Embedded Swift for a browser, one file
# without imports. Nothing is done while build/module/vigia.wasm is that of the sources.
# usage: scripts/module.sh            into build/module
#        scripts/module.sh DIR        builds anew, into DIR
#        scripts/module.sh --stamp    prints the fingerprint of the sources
set -eu
cd "$(dirname "$0")/.."
rooms="hal/HAL Sources/Device Sources/Findings Sources/Packed Sources/WhatIf"

stamp() {
  # shellcheck disable=SC2086
  find $rooms hal/Wasm -name '*.swift' -o -name '*.c' | LC_ALL=C sort | xargs cat scripts/module.sh |
    sha256sum | cut -c1-64
}
if [ "${1:-}" = --stamp ]; then
  stamp
  exit 0
fi
dir=${1:-build/module}
sources=$(stamp)
if [ $# -eq 0 ] && [ -s "$dir/vigia.wasm.gz" ] && [ "$(cat "$dir/sources" 2>/dev/null)" = "$sources" ]; then exit 0; fi

# Swift writes a hash of each object's name into the module: they have one place, wherever the module goes.
made=build/module/objects
rm -rf "$made"
mkdir -p "$dir" "$made"
rm -f "$dir/sources"
# memory.copy and memory.fill take the place of a C library; closures that are specialized make it a fifth larger.
# Functions that LLVM inlines make it larger, too: binaryen inlines those with one caller.
flags="-target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -wmo -parse-as-library
  -swift-version 6 -Osize -warnings-as-errors -package-name vigia -Xcc -mbulk-memory
  -Xfrontend -disable-stack-protector -Xllvm -sil-disable-pass=closure-specialize
  -Xllvm -inline-threshold=-100 -Xllvm -inlinehint-threshold=-100"
objects=""
for room in $rooms; do
  name=$(basename "$room")
  # shellcheck disable=SC2046,SC2086
  swiftc $flags -module-name "$name" -I "$made" -emit-module -emit-module-path "$made/$name.swiftmodule" \
    -c $(find "$room" -name '*.swift' | LC_ALL=C sort) -o "$made/$name.o"
  objects="$objects $made/$name.o"
done
# shellcheck disable=SC2086
swiftc $flags -enable-experimental-feature Extern -module-name Wasm -I "$made" -c hal/Wasm/Exports.swift -o "$made/Wasm.o"
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
"$tools/clang" --target=wasm32-unknown-none-wasm -O2 -mbulk-memory -ffreestanding -nostdlib -Wall -Wextra -Werror \
  -c hal/Wasm/runtime.c -o "$made/runtime.o"
# What is called and nowhere defined is an error here: the module imports nothing.
# shellcheck disable=SC2086
"$tools/wasm-ld" --no-entry --gc-sections --strip-all -z stack-size=1048576 --stack-first \
  $objects "$made/Wasm.o" "$made/runtime.o" -o "$made/whole.wasm"
# Not --all-features: binaryen would write types that engines no longer read. The first kilobyte of memory is the end
# of the stack, which nothing reaches. Flat code folds better, and a second round finds what the first has freed.
wasm-opt --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
  --low-memory-unused --one-caller-inline-max-function-size 60 --flatten --rereloop -Oz -Oz \
  "$made/whole.wasm" -o "$dir/vigia.wasm"
# zopfli packs tighter than gzip, and writes no time: a page holds these bytes.
zopfli --i15 "$dir/vigia.wasm"
rm -rf "$made"
echo "$sources" > "$dir/sources"
echo "module: $(stat -c %s "$dir/vigia.wasm") bytes, $(stat -c %s "$dir/vigia.wasm.gz") packed"
