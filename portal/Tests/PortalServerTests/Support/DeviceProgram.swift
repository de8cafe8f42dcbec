import Foundation

/// The device's own program, beside the tests: `make portal-test` builds it.
enum DeviceProgram {
  static let path = URL(fileURLWithPath: PortalProcess.program)
    .deletingLastPathComponent().appendingPathComponent("vigia").path

  /// Whether its tests run. Where every test must run, they do, and fail without it.
  static let isUsed =
    ProcessInfo.processInfo.environment["VIGIA_STRICT"] == "1"
    || FileManager.default.isExecutableFile(atPath: path)
}
