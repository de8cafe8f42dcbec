// swift-tools-version: 6.2
import PackageDescription

/// A package of its own: the device links no server, and `make run` builds none.
let package = Package(
  name: "vigia-portal",
  products: [.executable(name: "vigia-portal", targets: ["vigia-portal"])],
  dependencies: [
    // Named, because a clone may lie in a folder of any name but `portal`, which is this package's own.
    .package(name: "vigia", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0",
      traits: ["FullFoundation"]),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.0.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    // TLS: its BoringSSL is the dearest part of a first build.
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    // Calls of libcurl that take any number of arguments, which Swift cannot call.
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
    // Bounds of a program that reads strangers' pictures.
    .target(name: "CConfine"),
    // Accounts, rights and audit; per wearer a replica of the device's log.
    .target(
      name: "PortalStore",
      dependencies: [
        "CSodium", .product(name: "HAL", package: "vigia"),
        .product(name: "Device", package: "vigia"), .product(name: "Words", package: "vigia"),
        .product(name: "Profile", package: "vigia"), .product(name: "Sync", package: "vigia"),
        .product(name: "Agenda", package: "vigia"), .product(name: "Quit", package: "vigia"),
        .product(name: "Names", package: "vigia"), .product(name: "Entries", package: "vigia"),
        .product(name: "Diary", package: "vigia"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    // The pages: values in, HTML out. It knows neither database nor server.
    .target(
      name: "PortalPages",
      dependencies: [
        .product(name: "HAL", package: "vigia"), .product(name: "Device", package: "vigia"),
        .product(name: "Names", package: "vigia"), .product(name: "Words", package: "vigia"),
        .product(name: "Quit", package: "vigia"), .product(name: "Entries", package: "vigia"),
        .product(name: "Diary", package: "vigia"),
        .product(name: "Mustache", package: "swift-mustache"),
      ]),
    .target(
      name: "PortalServer",
      dependencies: [
        "CCurl", "PortalStore", "PortalPages", .product(name: "HAL", package: "vigia"),
        .product(name: "Forms", package: "vigia"),
        .product(name: "Device", package: "vigia"), .product(name: "Names", package: "vigia"),
        .product(name: "Words", package: "vigia"), .product(name: "Sync", package: "vigia"),
        .product(name: "Quit", package: "vigia"), .product(name: "Entries", package: "vigia"),
        .product(name: "Diary", package: "vigia"), .product(name: "Profile", package: "vigia"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    // Devices that are real cores in simulated lives, at a quickened pace.
    .target(
      name: "PortalFamily",
      dependencies: [
        .product(name: "Advice", package: "vigia"), .product(name: "Traces", package: "vigia"),
        "PortalServer", "PortalStore", .product(name: "HAL", package: "vigia"),
        .product(name: "Device", package: "vigia"), .product(name: "Names", package: "vigia"),
        .product(name: "Agenda", package: "vigia"), .product(name: "Link", package: "vigia"),
        .product(name: "Entries", package: "vigia"), .product(name: "Diary", package: "vigia"),
        .product(name: "Profile", package: "vigia"), .product(name: "Sync", package: "vigia"),
        .product(name: "Checkers", package: "vigia"),
        .product(name: "Simulator", package: "vigia"),
      ]),
    .executableTarget(
      name: "vigia-portal",
      dependencies: [
        "CConfine", "PortalFamily", "PortalServer", "PortalStore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),

    .testTarget(
      name: "PortalStoreTests",
      dependencies: [
        "PortalStore", .product(name: "HAL", package: "vigia"),
        .product(name: "Device", package: "vigia"), .product(name: "Sync", package: "vigia"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "PortalServerTests",
      dependencies: [
        "PortalStore", "PortalServer", "PortalPages", "vigia-portal",
        .product(name: "HAL", package: "vigia"), .product(name: "Entries", package: "vigia"),
        .product(name: "Diary", package: "vigia"),
        .product(name: "Profile", package: "vigia"), .product(name: "Forms", package: "vigia"),
        .product(name: "Device", package: "vigia"), .product(name: "Sync", package: "vigia"),
        .product(name: "Link", package: "vigia"), .product(name: "Checkers", package: "vigia"),
        .product(name: "Simulator", package: "vigia"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "PortalPagesTests",
      dependencies: ["PortalPages", .product(name: "Entries", package: "vigia")]),
  ]
)
