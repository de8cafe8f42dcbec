import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips the test where a need is not met, and says what to install. With `VIGIA_STRICT=1` the test fails.
  public static func needs(
    _ needs: Need..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .needs(needs, sourceLocation: sourceLocation)
  }

  public static func needs(
    _ needs: [Need], isStrict: Bool = Strictness.isOn,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    Strictness.trait(
      missing: needs.filter { !$0.isMet }.map(\.remedy), isStrict: isStrict, at: sourceLocation)
  }

  /// Skips the test where the folder beside the checkout lacks a file or folder, however strict the run is.
  public static func needsShared(
    _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    .enabled(
      if: Shared.has(path), "\(Shared.path(path)) is absent", sourceLocation: sourceLocation)
  }
}

/// A missing tool is a failure in CI, where everything is installed, and a skip at home.
public enum Strictness {
  public static let isOn = isOn(ProcessInfo.processInfo.environment)

  /// Whether `VIGIA_STRICT` is set, to anything but nothing and 0.
  public static func isOn(_ environment: [String: String]) -> Bool {
    !["", "0"].contains(environment["VIGIA_STRICT"] ?? "")
  }

  public struct Missing: Error, CustomStringConvertible {
    public let description: String
  }

  /// - Parameter missing: a remedy for each need that is not met.
  public static func trait(
    missing: [String], isStrict: Bool, at sourceLocation: SourceLocation = #_sourceLocation
  ) -> ConditionTrait {
    let remedies = missing.joined(separator: "; ")
    return .enabled("\(remedies)", sourceLocation: sourceLocation) {
      guard isStrict, !missing.isEmpty else { return missing.isEmpty }
      throw Missing(description: "\(remedies) (VIGIA_STRICT allows no skip)")
    }
  }
}
