import Foundation
import TestSupport
import Testing

/// The house rules that a compiler does not know.
@Suite("Tidy")
struct TidyTests {
  static let root = Places.root
  /// The folders of code, whose build folders are not among them.
  static let folders = [
    "Sources", "hal", "Lab", "Tests", "bench", "portal/Sources", "portal/Tests",
  ]

  /// Names forbidden in the core, and their substitutes.
  private static let banned: [(pattern: String, instead: String)] = [
    (
      #"import\s+(Foundation|FoundationEssentials|Glibc|Musl|Darwin|Dispatch|Synchronization)\b"#,
      "the core runs where these are not: take what you need as an event"
    ),
    (
      #"\b(Date|DispatchTime|ContinuousClock|SuspendingClock|ProcessInfo)\b"#
        + #"|(?<!case )(?<![.\w])(clock_gettime|gettimeofday|time|localtime|gmtime|clock)\s*\("#,
      "time comes with each event: use event.at"
    ),
    (#"\b(Calendar|TimeZone|Locale)\b"#, "zone and language are data from outside"),
    (
      #"\.random\b|\brandom\s*\(|\brand\s*\(|\bdrand48\b|\barc4random|\bgetrandom\b|\bUUID\b"#
        + #"|\bSystemRandomNumberGenerator\b|\.shuffled?\s*\(|\.randomElement\b"#,
      "nothing in the core is random: draw outside and send an event"
    ),
    (
      #"\bTask\b|\basync\b|\bawait\b|\bactor\b|\bMutex\b|\bThread\b|\bpthread_|\bDispatchQueue\b"#,
      "one loop, one thread: return an action and wait for the event"
    ),
    (
      #"(?<![A-Za-z_])any\s+[A-Z(]|\bAny\b|\bAnyObject\b"#,
      "Embedded Swift has no existentials: use a generic or an enum"
    ),
    (
      #"\bDictionary\b|\bSet\s*[<(]|:\s*Set\b|\[\s*[A-Z][A-Za-z.]*\s*:\s*[A-Z\[(]|\[:\]"#
        + #"|\bhashValue\b|\bHasher\b"#,
      "their order changes from run to run: use a fixed-capacity array"
    ),
    (
      #"(?<![A-Za-z_])(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|expm1|log|log2"#
        + #"|log10|log1p|pow|hypot|cbrt|fmod|remainder|fma|erf|tgamma)f?\s*\("#,
      "libm differs between platforms: use sineCosine, arcsine, exponential or a series of our own"
    ),
    (
      #"\.(rounded|round|truncatingRemainder|formRemainder|remainder)\s*\("#,
      "libm in disguise, which a browser has not: use Int64(nearest:)"
    ),
    (
      #"^(?!.*\bisNaN\b).*\.bitPattern\b"#,
      "machines differ in the bits of a NaN: use .word"
    ),
    (
      #"\bprint\s*\(|\bfatalError\s*\(|\btry!|\bas!"#,
      "the core is silent, and only a precondition may stop it"
    ),
  ]

  static func swiftFiles(_ folder: String) throws -> [URL] {
    let folder = root.appendingPathComponent(folder)
    let files =
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
    return files.sorted { $0.path < $1.path }
  }

  /// Code without comments and without the text of string literals.
  static func code(_ line: String) -> String {
    let withoutStrings = line.replacingOccurrences(
      of: #""(\\.|[^"\\])*""#, with: "\"\"", options: .regularExpression)
    guard let comment = withoutStrings.range(of: "//") else { return withoutStrings }
    return String(withoutStrings[..<comment.lowerBound])
  }

  static func complaints(in text: String, file: String) -> [String] {
    var complaints: [String] = []
    for (number, line) in text.components(separatedBy: "\n").enumerated() {
      let code = code(line)
      for (pattern, instead) in banned
      where code.range(of: pattern, options: .regularExpression) != nil {
        complaints.append(
          "\(file):\(number + 1): \(line.trimmingCharacters(in: .whitespaces)) -- \(instead)")
      }
    }
    return complaints
  }

  @Test("The core names no clock, chance, thread, existential, hash order or libm")
  func core() throws {
    for folder in ["hal/HAL", "Sources/Device", "Sources/Findings", "Sources/WhatIf"] {
      let files = try TidyTests.swiftFiles(folder)
      #expect(!files.isEmpty)
      for file in files {
        let text = try String(contentsOf: file, encoding: .utf8)
        for complaint in TidyTests.complaints(in: text, file: file.lastPathComponent) {
          Issue.record("\(complaint)")
        }
      }
    }
  }

  @Test(
    "The rule finds what it forbids, and says what to use instead",
    arguments: [
      "import Foundation", "let now = Date()", "let t = clock_gettime(CLOCK_REALTIME, &ts)",
      "let x = Int.random(in: 0..<6)", "Task { }", "func f() async {}", "let p: any GPS = gps",
      "var d: Dictionary<Int, Int>", "for x in Set<Int>() {}", "let d = [Int: String]()",
      "let s = sin(x)", "let h = hypot(a, b)", "let y = pow(2, 3)", "print(1)",
      "let now = Date.now", "let now = ContinuousClock.now", "var d: [String: Int] = [:]",
      "let d = [Key: [Int]]()", "for x in Set(names) {}", "let names: Set = [1]",
      "let s = Foundation.sin(x)", "let e = expf(x)", "let r = rand()", "let p: any (GPS & Clock)",
      "var g = SystemRandomNumberGenerator()", "let id = UUID()", "actor Device {}",
      "await device.handle(event)", "time(nil)", "let k = (x * 100).rounded()",
      "x.rounded(.down)", "angle.truncatingRemainder(dividingBy: 360)",
      "digest.fold(pace.bitPattern)",
    ])
  func finds(_ line: String) {
    let complaints = TidyTests.complaints(in: line, file: "x")
    #expect(!complaints.isEmpty)
    #expect(complaints.allSatisfy { $0.contains(" -- ") })
  }

  @Test(
    "It leaves words in comments, strings and longer names alone",
    arguments: [
      "// the Date() of any Task", "let text = \"any Task\"", "let cosine = sineCosine(x)",
      "let timeBase = TimeBase()", "mutating func assign(_ x: Int)", "let many = company",
      "let time = fix.time", "case .left(let place, initial: true): break", "let epochs: [Epoch]",
      "let clock: Clock", "func settle(at step: Step)", "exponential(-t / tau)",
      "let grams = Int64(nearest: x)", "UInt64(bitPattern: count)", "mutating func round() {",
    ])
  func spares(_ line: String) {
    #expect(TidyTests.complaints(in: line, file: "x").isEmpty)
  }

  @Test("Imports go down only, as ARCHITECTURE draws them")
  func imports() throws {
    let allowed: [String: Set<String>] = [
      "hal/HAL": [],
      "Sources/Device": ["HAL"],
      "Sources/Names": ["HAL", "Device"],
      "Sources/Findings": ["HAL", "Device"],
      "Sources/Packed": ["HAL", "Device"],
      "Sources/WhatIf": ["HAL", "Device", "Findings", "Packed"],
      "hal/Wasm": ["HAL", "Device", "Findings", "WhatIf"],
      "hal/Simulated": ["HAL", "Device", "DequeModule", "HeapModule"],
      "hal/Linux": ["HAL", "Device", "Names", "Words", "Mail", "Diary", "CLinux", "Glibc"],
      "Sources/Traces": ["HAL", "Device", "Names", "Words", "CCrypto", "CExpat", "Glibc"],
      "Sources/Words": ["HAL", "Device", "Names", "Findings"],
      "Sources/Mail": ["HAL", "Words", "Glibc"],
      "Sources/Sync": ["HAL", "Words", "Foundation"],
      "Sources/Forms": ["Foundation"],
      "Sources/Link": ["HAL", "Device", "Sync", "Entries"],
      "Sources/Scores": ["Words"],
      "Sources/Agenda": ["HAL", "Device", "Words"],
      "Sources/Quit": ["HAL", "Device", "Names", "Words", "Agenda"],
      "Sources/Profile": [
        "HAL", "Device", "Names", "Words", "Agenda", "Quit", "Foundation", "Yams",
      ],
      "Sources/Entries": ["HAL", "Device"],
      "Sources/Diary": [
        "HAL", "Device", "Names", "Words", "Entries", "Foundation", "Glibc", "GRDB",
      ],
      "Sources/Live": [
        "HAL", "Device", "Linux", "Names", "Words", "Mail", "Agenda", "Quit", "Profile",
        "Entries", "Diary", "Traces", "Trial", "Sync", "Link", "CLinux", "Foundation", "Glibc",
      ],
      "Sources/Trial": [
        "HAL", "Device", "Findings", "Packed", "Simulated", "Traces", "Names", "Words", "Profile",
        "CZlib", "Foundation", "Glibc", "Mustache",
      ],
      "Sources/Checkers": ["HAL", "Device"],
      "Sources/Simulator": [
        "HAL", "Device", "Simulated", "Names", "Words", "Mail", "Agenda", "Sync", "Link",
        "Entries", "Checkers",
      ],
      "Sources/Advice": ["HAL", "Device", "Traces", "Simulator", "Sync"],
      "Lab/PerimeterStudy": [
        "HAL", "Device", "Names", "Traces", "Checkers", "Simulator", "Advice",
      ],
      "Sources/Console": [
        "Words", "Trial", "Profile", "Traces", "Diary", "ArgumentParser", "Foundation", "Glibc",
      ],
      "Lab/vigia-lab": [
        "Console", "PerimeterStudy", "Advice", "Checkers", "Simulator", "Trial", "Profile",
        "ArgumentParser", "Foundation",
      ],
      "Sources/Scenarios": [
        "HAL", "Device", "Simulated", "Agenda", "Checkers", "Simulator", "Traces", "Profile",
        "Trial", "Names", "Words",
      ],
      "Sources/vigia": [
        "HAL", "Device", "Traces", "Names", "Words", "Profile", "Entries", "Diary", "Trial",
        "Checkers", "Simulator", "Scenarios", "Advice", "Live", "Console", "Scores", "Agenda",
        "Quit",
        "ArgumentParser", "Foundation", "Glibc",
      ],
      // The portal, a package of its own: store and pages know neither each other nor HTTP.
      "portal/Sources/PortalStore": [
        "HAL", "Device", "Names", "Words", "Profile", "Sync", "Agenda", "Quit", "Entries", "Diary",
        "CSodium", "Dispatch", "Foundation", "GRDB",
      ],
      "portal/Sources/PortalPages": [
        "HAL", "Device", "Names", "Words", "Quit", "Entries", "Diary", "Mustache",
        "Foundation",
      ],
      "portal/Sources/PortalServer": [
        "HAL", "Device", "Names", "Words", "Profile", "Sync", "Quit", "Entries", "Diary",
        "Forms", "PortalStore", "PortalPages", "CCurl", "Dispatch",
        "Foundation", "GRDB", "HTTPTypes", "Hummingbird", "HummingbirdCore", "HummingbirdTLS",
        "Logging", "NIOCore", "NIOSSL", "ServiceLifecycle", "Synchronization", "UnixSignals",
      ],
      "portal/Sources/PortalFamily": [
        "HAL", "Device", "Names", "Agenda", "Checkers", "Entries", "Diary", "Link", "Profile",
        "Simulator",
        "Sync", "Advice", "Traces", "PortalServer", "PortalStore", "Foundation", "Synchronization",
      ],
      "portal/Sources/vigia-portal": [
        "CConfine", "PortalFamily", "PortalServer", "PortalStore", "ArgumentParser", "Foundation",
        "Logging",
      ],
    ]
    for (folder, names) in allowed {
      for file in try TidyTests.swiftFiles(folder) {
        let text = try String(contentsOf: file, encoding: .utf8)
        for line in text.components(separatedBy: "\n") where line.hasPrefix("import ") {
          let name = String(line.dropFirst("import ".count))
          #expect(names.contains(name), "\(folder)/\(file.lastPathComponent) imports \(name)")
        }
      }
    }
  }

  @Test("Each purpose in a simulated life has a generator to itself")
  func purposes() throws {
    var users: [String: [String]] = [:]
    for file in try TidyTests.swiftFiles("Sources/Simulator") {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /(?:Generator\(seed: [^,)]+, for: |derive\([^,)]+, )\.(\w+)\)/)
      {
        users[String(match.1), default: []].append(file.lastPathComponent)
      }
    }
    #expect(users.count > 10, "nothing was read")
    for (purpose, files) in users {
      #expect(files.count == 1, "\(purpose) is drawn for in \(files.joined(separator: ", "))")
    }
  }

  @Test("README's commands are the Makefile's, and what CI runs is one of them")
  func commands() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: TidyTests.root.appendingPathComponent(path), encoding: .utf8)
    }
    let readme = try text("README.md")
    let makefile = try text("Makefile")
    for target in ["run", "test", "bench"] {
      #expect(readme.contains("make \(target)"))
      #expect(makefile.contains("\n\(target):"))
    }
    #expect(try text(".ci/run").contains("make test"))
  }

  @Test("The page's script has files of 400 lines at most, and each of its parts is a file")
  func script() throws {
    let folder = TidyTests.root.appendingPathComponent("Sources/Trial/Report/Living")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".js") }
    #expect(files.count > 3)
    for file in files {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      #expect(text.components(separatedBy: "\n").count <= 400, "\(file)")
      #expect(text.components(separatedBy: "\n").allSatisfy { $0.count <= 120 }, "\(file)")
      // Each of these could end the script's element, or begin a comment of HTML in it.
      for end in ["</", "<!--", "]]>"] { #expect(!text.contains(end), "\(file): \(end)") }
    }
  }

  @Test("No source file is longer than 400 lines")
  func length() throws {
    for folder in TidyTests.folders {
      for file in try TidyTests.swiftFiles(folder) {
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
          .count
        #expect(lines <= 400, "\(file.lastPathComponent) has \(lines) lines: is it still one idea?")
      }
    }
  }
}
