#!/bin/sh
# Compiles the ground floor (hal/HAL), the core (Sources/Device) and its events as bytes (Sources/Packed) as
# Embedded Swift: for a bare Cortex-M, and once more where the compiler can refuse every heap allocation (on 32-bit
# targets its -no-allocations trips over the standard library's own integer conversions). For a browser it builds the
# page's module a second time, which must give the same bytes.
set -eu
cd "$(dirname "$0")/.."

compile() { # target, further flags
  dir="build/embedded/$1"
  mkdir -p "$dir"
  flags="-target $1 -enable-experimental-feature Embedded -wmo -parse-as-library -swift-version 6
    -O -warnings-as-errors ${2:-}"
  # shellcheck disable=SC2086
  swiftc $flags -module-name HAL -emit-module -emit-module-path "$dir/HAL.swiftmodule" \
    -c hal/HAL/*.swift -o "$dir/HAL.o"
  # shellcheck disable=SC2046,SC2086
  swiftc $flags -module-name Device -I "$dir" \
    -emit-module -emit-module-path "$dir/Device.swiftmodule" \
    -c $(find Sources/Device -name '*.swift' | sort) -o "$dir/Device.o"
  # shellcheck disable=SC2086
  swiftc $flags -module-name Packed -I "$dir" -c Sources/Packed/*.swift -o "$dir/Packed.o"
  echo "embedded: $1: HAL, Device and Packed compile${2:+ with }${2:-}"
}

status=0
compile armv7em-none-none-eabi &
arm=$!
again=build/module-again
rm -rf "$again"
scripts/module.sh "$again" &
wasm=$!
compile aarch64-none-none-elf -no-allocations || status=1
wait "$arm" || status=1
wait "$wasm" || status=1
cmp build/module/vigia.wasm "$again/vigia.wasm" || {
  echo "embedded: a second build of the module gives other bytes" >&2
  status=1
}
exit "$status"
