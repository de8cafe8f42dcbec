import Device
import Foundation
import HAL
import Sync
import Testing

@testable import PortalPages
@testable import PortalServer
@testable import PortalStore

/// Conclusions about battery and wrist from a device's calls, at times of the test's own.
@Suite("The device's state, as the page reads it")
struct SceneHealthTests {
  @Test("A device is said to lie still only for hours in which it could count movement (SAFE-5)")
  func still() async throws {
    let calls = try SceneTests.Calls()
    func wear(at hour: Double) async throws -> String {
      switch try await calls.scene(at: hour).wear() {
      case .unknown: "unknown"
      case .moving: "moving"
      case .onCharger: "on the charger"
      case .still(let since):
        "still since \(since.map { Double(SceneTests.midnight.distance(to: $0).count) / 3_600_000 } ?? 0)"
      }
    }
    for hour in stride(from: -1, through: 11, by: 0.25) { try await calls.call(at: hour) }
    #expect(try await wear(at: 11.1) == "still since 0.0")
    // It begins its count anew.
    for hour in stride(from: 11.25, through: 14.25, by: 0.25) {
      try await calls.call(at: hour, boot: 2)
    }
    #expect(try await wear(at: 11.3) == "unknown", "it may have moved before")
    #expect(try await wear(at: 14.3) == "still since 11.25")
    try await calls.call(at: 14.5, boot: 2, gps: .none)
    #expect(try await wear(at: 14.6) == "unknown", "indoors it has no speeds")
    try await calls.call(at: 14.75, boot: 2, moved: 2)
    #expect(try await wear(at: 14.8) == "moving")
    for hour in stride(from: 15, through: 17.75, by: 0.25) {
      try await calls.call(at: hour, boot: 2, moved: 2)
    }
    #expect(try await wear(at: 17.8) == "still since 14.5")
    try await calls.call(at: 18.5, boot: 2, moved: 2)
    #expect(try await wear(at: 18.6) == "still since 14.5")
    try await calls.call(at: 19.5, boot: 2, moved: 2)
    #expect(try await wear(at: 19.6) == "unknown", "nobody knows of the hour without contact")
  }

  @Test("A device that calls for the first time in a day may have moved before (SAFE-5)")
  func firstCall() async throws {
    let calls = try SceneTests.Calls()
    try await calls.call(at: -15)
    try await calls.call(at: 11)
    #expect("\(try await calls.scene(at: 11.1).wear())" == "unknown")
  }

  // MARK: Last night

  @Test("On its first morning nothing is known of the night")
  func firstMorning() async throws {
    let calls = try SceneTests.Calls()
    // Unpacked at six in the morning, and looked at every few minutes.
    for minute in 0..<60 { try await calls.call(at: 6 + Double(minute) / 60) }
    #expect(try await calls.night(at: 7) == "unknown")
    #expect(try await calls.night(at: 12) == "unknown")
  }

  @Test("A night without a charge is told once it is over, if the device called all night long")
  func withoutCharge() async throws {
    let calls = try SceneTests.Calls()
    try await calls.calls(20...34, charging: false)
    #expect(try await calls.night(at: 34) == "not charged")
    // The next evening, too, and while the next night goes on.
    try await calls.calls(34.25...50, charging: false)
    #expect(try await calls.night(at: 44) == "not charged")
    #expect(try await calls.night(at: 50) == "not charged")
  }

  @Test("A night with a gap of an hour, or of a board that does not say, is not known")
  func gap() async throws {
    let calls = try SceneTests.Calls()
    try await calls.calls(20...26, charging: false)
    try await calls.calls(27.5...34, charging: false)
    #expect(try await calls.night(at: 34) == "unknown")
    let silent = try SceneTests.Calls()
    try await silent.calls(20...34, charging: nil)
    #expect(try await silent.night(at: 34) == "unknown")
  }

  @Test("A charge is told as soon as it was seen, and until the next night's")
  func charge() async throws {
    let calls = try SceneTests.Calls()
    try await calls.calls(20...22, charging: false)
    try await calls.calls(22.25...23, charging: true)
    #expect(try await calls.night(at: 23) == "charged 22.25 to ?")
    try await calls.calls(23.25...46, charging: false)
    #expect(try await calls.night(at: 34) == "charged 22.25 to 23.0")
    #expect(try await calls.night(at: 46) == "charged 22.25 to 23.0")
    try await calls.calls(46.25...47, charging: true)
    #expect(try await calls.night(at: 47) == "charged 46.25 to ?")
  }
}
