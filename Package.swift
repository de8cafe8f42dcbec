// swift-tools-version: 6.2
import PackageDescription

/// The script of the report's page, in the order in which the page has its parts.
let livingScript = ["words", "firmware", "plan", "chart", "player", "perimeter", "living"]

let package = Package(
  name: "vigia",
  products: [
    // Another board can live in another package: it needs the ports, the core and, to replay, the
    // traces.
    .library(name: "HAL", targets: ["HAL"]),
    .library(name: "Device", targets: ["Device"]),
    .library(name: "Traces", targets: ["Traces"]),
    // A portal needs what the device says and how, its settings, its log, and simulated lives.
    .library(name: "Names", targets: ["Names"]),
    .library(name: "Words", targets: ["Words"]),
    .library(name: "Sync", targets: ["Sync"]),
    .library(name: "Forms", targets: ["Forms"]),
    .library(name: "Link", targets: ["Link"]),
    .library(name: "Mail", targets: ["Mail"]),
    .library(name: "Profile", targets: ["Profile"]),
    .library(name: "Agenda", targets: ["Agenda"]),
    .library(name: "Quit", targets: ["Quit"]),
    .library(name: "Entries", targets: ["Entries"]),
    .library(name: "Diary", targets: ["Diary"]),
    .library(name: "Findings", targets: ["Findings"]),
    .library(name: "Checkers", targets: ["Checkers"]),
    .library(name: "Simulated", targets: ["Simulated"]),
    .library(name: "Simulator", targets: ["Simulator"]),
    .library(name: "Scenarios", targets: ["Scenarios"]),
    .library(name: "Trial", targets: ["Trial"]),
    .library(name: "Advice", targets: ["Advice"]),
    .executable(name: "vigia", targets: ["vigia"]),
    .executable(name: "vigia-lab", targets: ["vigia-lab"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.0.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // Ground floor. HAL and Device also compile as Embedded Swift: see embedded.sh.
    .target(name: "HAL", path: "hal/HAL"),
    .target(name: "Device", dependencies: ["HAL"]),
    // The one calendar, and how values and settings are spelled in files.
    .target(name: "Names", dependencies: ["HAL", "Device"]),

    .systemLibrary(
      name: "CExpat", path: "hal/C/expat", pkgConfig: "expat",
      providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(
      name: "CCrypto", path: "hal/C/crypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CZlib", path: "hal/C/zlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "Simulated",
      dependencies: [
        "HAL", "Device", .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      path: "hal/Simulated"),
    .target(
      name: "CLinux", path: "hal/C/linux",
      linkerSettings: [
        .linkedLibrary("gps"), .linkedLibrary("asound"), .linkedLibrary("curl"),
      ]),
    .target(
      name: "Linux", dependencies: ["HAL", "Device", "CLinux", "Names", "Words", "Mail", "Diary"],
      path: "hal/Linux"),
    // What a replay finds, events as bytes, and a walk under another circle: Embedded Swift, too.
    .target(name: "Findings", dependencies: ["HAL", "Device"]),
    .target(name: "Packed", dependencies: ["HAL", "Device"]),
    .target(name: "WhatIf", dependencies: ["HAL", "Device", "Findings", "Packed"]),
    .target(name: "Words", dependencies: ["HAL", "Device", "Names", "Findings"]),
    .target(name: "Mail", dependencies: ["HAL", "Words"]),
    // How device and portal talk, for both sides.
    .target(name: "Sync", dependencies: ["HAL", "Words"]),
    // What browsers send to a portal: here, where `make fuzz` reaches it. No device links it.
    .target(name: "Forms"),
    // The device's side of it, without sockets, files and clocks.
    .target(name: "Link", dependencies: ["HAL", "Device", "Sync", "Entries"]),
    // Companions speak by entries of an agenda; the planner makes ordinary reminders of these.
    .target(name: "Agenda", dependencies: ["HAL", "Device", "Words"]),
    .target(name: "Quit", dependencies: ["HAL", "Device", "Names", "Words", "Agenda"]),
    // Published liver scores. Nothing of the device knows them.
    .target(name: "Scores", dependencies: ["Words"]),
    .target(
      name: "Traces", dependencies: ["HAL", "Device", "Names", "Words", "CCrypto", "CExpat"]),
    .target(
      name: "Profile",
      dependencies: ["HAL", "Device", "Names", "Words", "Agenda", "Quit", "Yams"]),
    // The entries of the diary, and what may change them: on a wrist, in a portal, in a simulated world.
    .target(name: "Entries", dependencies: ["HAL", "Device"]),
    .target(
      name: "Diary",
      dependencies: [
        "HAL", "Device", "Names", "Words", "Entries", .product(name: "GRDB", package: "GRDB.swift"),
      ]),

    .target(
      name: "Trial",
      dependencies: [
        "HAL", "Device", "Findings", "Packed", "Simulated", "Traces", "Names", "Words", "Profile",
        "CZlib", .product(name: "Mustache", package: "swift-mustache"),
      ],
      resources: livingScript.map { .embedInCode("Report/Living/\($0).js") },
      plugins: ["EmbedModule"]),
    // Writes build/module/vigia.wasm into Trial.
    .plugin(name: "EmbedModule", capability: .buildTool()),
    // What must hold, by itself: it may name what the core says and does, and nothing that computes.
    .target(name: "Checkers", dependencies: ["HAL", "Device"]),
    .target(
      name: "Simulator",
      dependencies: [
        "HAL", "Device", "Simulated", "Names", "Words", "Mail", "Agenda", "Sync", "Link",
        "Entries", "Checkers",
      ]),
    .target(name: "Advice", dependencies: ["HAL", "Device", "Traces", "Simulator", "Sync"]),
    // Our perimeter rule beside those of others: a study, which no wearer carries.
    .target(
      name: "PerimeterStudy",
      dependencies: ["HAL", "Device", "Names", "Traces", "Checkers", "Simulator", "Advice"],
      path: "Lab/PerimeterStudy"),
    .target(
      name: "Scenarios",
      dependencies: [
        "HAL", "Device", "Agenda", "Checkers", "Simulator", "Traces", "Trial", "Profile", "Names",
        "Words",
      ]),
    .target(
      name: "Live",
      dependencies: [
        "HAL", "Device", "Linux", "Names", "Words", "Mail", "Agenda", "Quit", "Profile",
        "Entries", "Diary", "Traces", "Trial", "Sync", "Link", "CLinux",
      ]),
    .plugin(name: "BuildCommit", capability: .buildTool()),
    .target(
      name: "Console",
      dependencies: [
        "Words", "Trial", "Profile", "Traces", "Diary",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      plugins: ["BuildCommit"]),
    .executableTarget(
      name: "vigia-lab",
      dependencies: [
        "Console", "PerimeterStudy", "Advice", "Checkers", "Simulator", "Trial", "Profile",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Lab/vigia-lab"),
    .executableTarget(
      name: "vigia",
      dependencies: [
        "Console", "Trial", "Checkers", "Simulator", "Scenarios", "Advice", "Traces", "Profile",
        "Names", "Words", "Agenda", "Quit", "Entries", "Diary", "Live", "Scores",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "bench",
      dependencies: ["HAL", "Device", "Simulated", "Checkers", "Simulator", "Traces"],
      path: "bench",
      exclude: ["peer.py", "requirements.txt"]),

    // Lives busy days for scripts/allocations.sh.
    .executableTarget(
      name: "steady", dependencies: ["HAL", "Device"], path: "Tests/Steady", exclude: ["count.c"],
      linkerSettings: [.linkedLibrary("m")]),

    // Looks for the first seed that finds a device wrong, for scripts/mutants.py.
    .executableTarget(
      name: "hunt", dependencies: ["Device", "Checkers", "Simulator"], path: "Tests/Hunt",
      linkerSettings: [.linkedLibrary("m")]),

    // Changes drawn days and keeps those that reach what is new, for scripts/search.sh.
    .executableTarget(
      name: "search", dependencies: ["CReach", "Device", "Checkers", "Simulator", "Scenarios"],
      path: "Tests/Search", linkerSettings: [.linkedLibrary("m")]),
    .target(name: "CReach", path: "Tests/Reach"),

    // Says what came of the lives in Tests/Kept/lives, for scripts/lives.sh and scripts/mutants.py.
    .executableTarget(
      name: "lives", dependencies: ["Simulator", "Scenarios", "Trial"], path: "Tests/Lives",
      linkerSettings: [.linkedLibrary("m")]),

    // Lives a year with a companion, for scripts/year.sh.
    .executableTarget(
      name: "year",
      dependencies: ["HAL", "Device", "Words", "Agenda", "Quit", "Checkers", "Simulator"],
      path: "Tests/Year"),

    // Tells of its keys on standard output, for tests that run it under umockdev.
    .executableTarget(
      name: "KeysProbe", dependencies: ["HAL", "CLinux", "Linux"], path: "Tests/KeysProbe"),

    // Hands bytes of strangers to the parsers that meet them, for libFuzzer and for the tests.
    .target(
      name: "FuzzEntries",
      dependencies: [
        "HAL", "Device", "Names", "Words", "Mail", "Packed", "Traces", "Profile", "Entries",
        "Diary", "CLinux", "Linux", "Scenarios", "WhatIf", "Sync", "Link", "Forms",
      ],
      path: "Tests/FuzzEntries"),
    .executableTarget(name: "fuzz", dependencies: ["FuzzEntries"], path: "Tests/FuzzDriver"),

    // What every backend of a port must do, from one source for all boards.
    .target(name: "PortContracts", dependencies: ["HAL"], path: "Tests/PortContracts"),

    // Needs of tools, oracles, temporary folders and programs, for the tests of every module.
    .target(name: "TestSupport", path: "Tests/TestSupport"),

    .testTarget(name: "DeviceTests", dependencies: ["HAL", "Device"]),
    .testTarget(
      name: "TracesTests", dependencies: ["HAL", "Device", "Names", "Words", "Traces", "Checkers"]),
    .testTarget(
      name: "PackedTests",
      dependencies: [
        "HAL", "Device", "Findings", "Packed", "WhatIf", "Names", "Traces", "Trial", "Simulator",
        "Scenarios",
      ]),
    .testTarget(name: "SyncTests", dependencies: ["HAL", "Sync"]),
    .testTarget(
      name: "LinkTests",
      dependencies: ["HAL", "Device", "Sync", "Link", "Checkers", "Simulator"]),
    .testTarget(name: "ScoresTests", dependencies: ["Words", "Scores"]),
    .testTarget(name: "AgendaTests", dependencies: ["HAL", "Device", "Words", "Agenda"]),
    .testTarget(
      name: "QuitTests",
      dependencies: ["HAL", "Device", "Names", "Words", "Agenda", "Quit", "Profile"],
      exclude: ["judge.py"]),
    .testTarget(
      name: "WordsTests", dependencies: ["HAL", "Device", "Names", "Findings", "Words"]),
    .testTarget(
      name: "SimulatedTests", dependencies: ["HAL", "Device", "Simulated", "PortContracts"]),
    .testTarget(
      name: "ProfileTests", dependencies: ["HAL", "Device", "Names", "Words", "Profile"]),
    .testTarget(
      name: "DiaryTests",
      dependencies: [
        "HAL", "Device", "Names", "Entries", "Diary",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "TrialTests",
      dependencies: [
        "HAL", "Device", "Findings", "Simulated", "Traces", "Names", "Words", "Profile", "Trial",
      ]),
    .testTarget(
      name: "ScenariosTests",
      dependencies: [
        "HAL", "Device", "Findings", "Simulated", "Checkers", "Simulator", "Scenarios", "Traces",
        "Trial", "Names", "Words", "Profile",
      ]),
    .testTarget(
      name: "AdviceTests",
      dependencies: ["HAL", "Device", "Traces", "Checkers", "Simulator", "Advice"]),
    .testTarget(
      name: "PerimeterStudyTests",
      dependencies: [
        "HAL", "Device", "Traces", "Checkers", "Simulator", "Advice", "PerimeterStudy",
      ]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "vigia", "vigia-lab", "Console", "HAL", "Device", "Checkers", "Simulator", "Scenarios",
        "Profile", "Traces",
        "Trial", "Scores", "Words", "Diary",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "LinuxTests",
      dependencies: [
        "HAL", "Device", "Names", "Words", "Mail", "Traces", "Diary", "CLinux", "Linux",
        "KeysProbe", "vigia", "PortContracts", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "LiveTests",
      dependencies: ["HAL", "Device", "Traces", "Trial", "Profile", "Diary", "Linux", "Live"]),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzEntries"]),
    .testTarget(name: "TidyTests"),
  ]
)

for target in package.targets where target.type == .test {
  target.dependencies.append("TestSupport")
}

// Debug builds, too, are optimised where days are lived and traces are replayed: one build serves tests and simulated
// years. With VIGIA_DEBUGGER=1 nothing is, so that a debugger can follow.
if Context.environment["VIGIA_DEBUGGER"] == nil && Context.environment["VIGIA_PART"] == nil {
  let quick: Set = [
    "HAL", "Device", "Names", "Simulated", "Findings", "Packed", "WhatIf", "Words", "Mail", "Sync",
    "Link", "Entries", "Agenda", "Traces", "Trial", "Checkers", "Simulator", "PerimeterStudy",
    "steady",
  ]
  let optimising = ["-O", "-whole-module-optimization", "-num-threads", "2"]
  for target in package.targets where quick.contains(target.name) {
    target.swiftSettings = [.unsafeFlags(optimising, .when(configuration: .debug))]
  }
}

// `make check` builds the core, what judges it, and their tests, so that a change of the core is soon judged.
if Context.environment["VIGIA_PART"] == "core" {
  var core: Set = ["hunt", "TestSupport", "DeviceTests", "TidyTests"]
  var known = 0
  // These, and all that they need.
  while core.count > known {
    known = core.count
    for target in package.targets where core.contains(target.name) {
      for case .byNameItem(let name, _) in target.dependencies { core.insert(name) }
    }
  }
  package.targets.removeAll { !core.contains($0.name) }
  package.products.removeAll { $0.name != "HAL" && $0.name != "Device" }
  package.dependencies.removeAll {
    guard case .sourceControl(_, let location, _) = $0.kind else { return true }
    return !location.hasSuffix("swift-collections")
  }
}
