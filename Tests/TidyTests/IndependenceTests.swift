import Foundation
import TestSupport
import Testing

/// A checker that asks the core what is right finds nothing wrong with it (docs/simulation.md).
@Suite("The checkers are independent of the core", .needs(.nm), .serialized)
struct IndependenceTests {
  /// Symbols of core and ports that the checkers' objects need beside types and their equality.
  ///
  /// They are numbers with their units, ids, parts of an event or an action, and the figures that
  /// `FiguresChecker` itself compares with the documents. The digest is there because `DigestChecker`
  /// judges it.
  private static let vocabulary: Set<String> = [
    "Device.Action.fold(into: inout Device.Digest)", "Device.BriefResult.result.getter",
    "Device.Digest.init()",
    "Device.Digest.value.getter",
    "Device.CivilMinute.init(Swift.Int32)", "Device.CompassPoint.rawValue.getter",
    "Device.InsulinUnits.init(milliunits: Swift.Int64)",
    "Device.InsulinUnits.zero.unsafeMutableAddressor", "Device.Grams.init(Swift.Double)",
    "Device.MilligramsPerDecilitre.init(Swift.Double)",
    "Device.MillimolesPerLitre.init(Swift.Double)", "Device.DeletedDose.units.getter",
    "Device.LowGlucoseOver.low.getter", "Device.LowGlucoseOver.ended.getter",
    "Device.LowGlucoseOver.lowAge.getter", "Device.LowGlucoseOver.endAge.getter",
    "Device.EntryAhead.isDose.getter", "Device.EntryAhead.ahead.getter",
    "Device.Limits.init()", "Device.Limits.longestCompany.unsafeMutableAddressor",
    "Device.Notice.answered.getter", "Device.Aside.outing.getter", "Device.Outing.lasted.getter",
    "Device.Notice.isPast.getter",
    "Device.Notice.isTimeUnsure.getter", "Device.Notice.isUnanswerable.getter",
    "Device.UnsureReminder.announced.getter",
    "Device.Outing.farthest.getter",
    "Device.OpenMatters.rawValue.getter", "Device.OpenMatters.battery.unsafeMutableAddressor",
    "Device.OpenMatters.clock.unsafeMutableAddressor",
    "Device.OpenMatters.dose.unsafeMutableAddressor",
    "Device.OpenMatters.exit.unsafeMutableAddressor",
    "Device.OpenMatters.help.unsafeMutableAddressor",
    "Device.OpenMatters.lowGlucose.unsafeMutableAddressor",
    "Device.OpenMatters.notice.unsafeMutableAddressor",
    "Device.OpenMatters.position.unsafeMutableAddressor",
    "Device.OpenMatters.receiver.unsafeMutableAddressor",
    "Device.OpenMatters.reminder.unsafeMutableAddressor",
    "Device.OpenMatters.storage.unsafeMutableAddressor",
    "Device.Occurrence.init(reminder: Swift.UInt16, due: Device.CivilMinute)",
    "Device.Reminder.isOnDemand.getter", "Device.Reminder.kind.getter",
    "Device.Reminder.question.getter",
    "Device.Reminder.tellsCaregiver.getter", "Device.Reminder.until.getter",
    "Device.Whereabouts.distance.getter",
    "Device.Whereabouts.radius.getter", "Device.Whereabouts.motion.getter",
    "Device.Motion.speed.getter", "Device.Motion.towards.getter",
    "Device.FixedArray.subscript.getter", "Device.FixedArray.subscript.setter",
    "Device.DeletedDose.init(units: Device.InsulinUnits, taken: HAL.WallTime)",
    "Device.Motion.init(speed: HAL.MetresPerSecond?, course: HAL.Degrees?)",
    "Device.ZoneTransition.init(at: Swift.Int64, offset: Swift.Int16)",
    "HAL.Burst.length.getter", "HAL.Burst.pause.getter",
    "HAL.Instant.init(milliseconds: Swift.Int64)", "HAL.Instant.start.unsafeMutableAddressor",
    "HAL.KeySet.all.unsafeMutableAddressor", "HAL.KeySet.contains(HAL.Key)",
    "HAL.Metres.init(Swift.Double)", "HAL.Milliseconds.init(Swift.Int64)",
    "HAL.NoticeID.boot.getter", "HAL.NoticeID.number.getter",
    "HAL.Recipient.init(caregiver: Swift.UInt8, route: HAL.Route)",
    "HAL.WallTime.init(milliseconds: Swift.Int64)",
    "static HAL.Milliseconds.seconds(Swift.Int64)",
  ]

  @Test("Checkers name events, actions, settings and units, and nothing of the core that computes")
  func symbols() throws {
    let objects = try IndependenceTests.objects()
    let needed = try IndependenceTests.undefinedSymbols(of: objects)
    try #require(needed.contains { $0.contains("HAL.Milliseconds") }, "nothing was read")
    let foreign = needed.filter { !IndependenceTests.isOfTypes($0) }.map {
      $0.components(separatedBy: " -> ")[0].components(separatedBy: " : ")[0]
    }
    let wrong = Set(foreign).subtracting(IndependenceTests.vocabulary).sorted()
    #expect(wrong == [], "reckon it again in Sources/Checkers, from the documents")
  }

  /// Types and their equality, arithmetic of units, and what the checkers add to the vocabulary themselves.
  private static func isOfTypes(_ symbol: String) -> Bool {
    let parts = [
      "metadata", "witness", "descriptor", "outlined", "enum case", "(extension in Checkers)",
    ]
    return parts.contains { symbol.contains($0) } || symbol.contains("_equals(")
      || symbol.contains(" infix(")
  }

  private static func objects() throws -> [String] {
    // The tests are a program beside the objects: .build/debug/vigiaPackageTests.xctest.
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    var places = [program, URL(fileURLWithPath: CommandLine.arguments[0])]
    places.append(TidyTests.root.appendingPathComponent(".build/debug/x"))
    for place in places {
      let folder = place.deletingLastPathComponent().appendingPathComponent("Checkers.build")
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      let objects = names.filter { $0.hasSuffix(".o") }.map {
        folder.appendingPathComponent($0).path
      }
      if objects.count > 40 { return objects.sorted() }
    }
    throw CocoaError(.fileNoSuchFile)
  }

  /// Symbols of core and ports that no object of these has itself, for people.
  private static func undefinedSymbols(of objects: [String]) throws -> [String] {
    func symbols(_ kind: String) throws -> Set<String> {
      let raw = try Program.answer(["nm", kind] + objects)
      return Set(
        raw.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
          .filter { $0.hasPrefix("$s") })
    }
    let mangled = try symbols("-u").subtracting(symbols("--defined-only"))
    let text = try Program.answer(["swift-demangle", "--compact"] + mangled.sorted())
    return text.split(separator: "\n").map(String.init).filter {
      $0.contains("Device.") || $0.contains("HAL.")
    }.filter { !$0.contains("Checkers.") || $0.contains("(extension in Checkers)") }
  }
}
