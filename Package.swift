// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "vigia",
  products: [
    // Another board can live in another package: it needs the ports, the core and, to replay, the
    // traces.
    .library(name: "HAL", targets: ["HAL"]),
    .library(name: "Device", targets: ["Device"]),
  ],
  dependencies: [
  ],
  targets: [
    // Ground floor. HAL and Device also compile as Embedded Swift: see embedded.sh.
    .target(name: "HAL", path: "hal/HAL"),
    .target(name: "Device", dependencies: ["HAL"]),

    .testTarget(name: "DeviceTests", dependencies: ["HAL", "Device"]),
  ]
)
