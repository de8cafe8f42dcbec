import Diary
import Foundation
import HAL
import Profile
import TestSupport
import Testing

@testable import Live

@Suite("The date of the kept settings while nobody knows the time (SAFE-5)", .serialized)
struct KeptDateTests {
  private static let text = "perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 150}\n"
  private static let before = WallTime(milliseconds: 1_700_000_000_000)
  private let folder = TemporaryFolder()

  /// A short life without a receiver, on settings that were kept by an earlier one.
  /// - Returns: the date of what is kept after it.
  private func since(afterLifeOn text: String) throws -> WallTime {
    let path = try folder.write("profile.yaml", KeptDateTests.text)
    let state = StateFolder(path: folder.path("state"))
    do { _ = try RecordStore(state, as: .editor) }
    try KeptProfile(try Profile(file: path), text: KeptDateTests.text, since: KeptDateTests.before)
      .store(in: state.path)
    try folder.write("profile.yaml", text)
    var options = LiveOptions(profile: path, state: state)
    options.sound = "null"
    options.gpsd = ("127.0.0.1", 1)
    options.clock = .receiver
    options.timeScale = 60
    // The first two seconds pass in waiting for keys.
    options.duration = .seconds(300)
    let chosen = options
    let isOver = DispatchSemaphore(value: 0)
    // A device takes the signals of its thread.
    Thread {
      _ = try? LiveDevice(chosen, { _ in }, log: { _ in }).run()
      isOver.signal()
    }.start()
    isOver.wait()
    return try #require(KeptProfile(in: state.path)).since
  }

  @Test("An unchanged file keeps the date that it had")
  func unchanged() throws {
    #expect(try since(afterLifeOn: KeptDateTests.text) == KeptDateTests.before)
  }

  @Test("A changed one gets a newer date")
  func changed() throws {
    #expect(try since(afterLifeOn: KeptDateTests.text + "language: en\n") > KeptDateTests.before)
  }
}
