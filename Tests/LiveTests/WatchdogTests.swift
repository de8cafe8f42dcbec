import Diary
import Foundation
import Glibc
import HAL
import Linux
import Profile
import TestSupport
import Testing

@testable import Live

/// A socket in the place of systemd's.
final class NotifySocket {
  let path: String
  private let descriptor: Int32

  init(in folder: URL) throws {
    path = folder.appendingPathComponent("notify").path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
  }

  deinit { close(descriptor) }

  /// Messages since the last time.
  func heard() -> [String] {
    var all: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return all }
      all.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
  }

  /// Waits until that message has come; a long bound, and no claim about speed.
  func hears(_ message: String) -> Bool {
    for _ in 0..<6000 {
      if heard().contains(message) { return true }
      usleep(10_000)
    }
    return false
  }
}

@Suite("No sign of life from a device that is stuck", .serialized)
struct WatchdogTests {
  private final class Place {
    private let temporary = TemporaryFolder()
    var folder: URL { temporary.url }
    init() throws {
      try temporary.write(
        "profile.yaml", "perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 150}\n")
    }

    var options: LiveOptions {
      var options = LiveOptions(
        profile: folder.appendingPathComponent("profile.yaml").path,
        state: StateFolder(path: folder.appendingPathComponent("state").path))
      options.sound = "null"
      options.gpsd = ("127.0.0.1", 1)
      return options
    }
  }

  private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var state = false
    var isSet: Bool { lock.withLock { state } }
    func set() { lock.withLock { state = true } }
  }

  @Test(
    "While an action of the core does not come to its end nothing is said; after it, it is again")
  func stuck() throws {
    let place = try Place()
    let notify = try NotifySocket(in: place.folder)
    var options = place.options
    options.environment = ["NOTIFY_SOCKET": notify.path, "WATCHDOG_USEC": "100000"]
    // A device without a position says so after fifteen minutes.
    options.timeScale = 900
    options.duration = .seconds(9_000)
    let (isStuck, goesOn, isOver) = (Flag(), Flag(), Flag())
    let chosen = options
    Thread {
      let device = try? LiveDevice(chosen) { entry in
        guard entry.name.rawValue == "alarm.started", !isStuck.isSet else { return }
        isStuck.set()
        while !goesOn.isSet { usleep(1000) }
      } log: { _ in
      }
      _ = device?.run()
      isOver.set()
    }.start()
    #expect(notify.hears("READY=1"))
    #expect(notify.hears("WATCHDOG=1"))
    for _ in 0..<6000 where !isStuck.isSet { usleep(10_000) }
    try #require(isStuck.isSet)
    _ = notify.heard()
    // Twenty times what lies between two signs. A slow machine only makes it say less.
    usleep(1_000_000)
    #expect(notify.heard() == [])
    goesOn.set()
    #expect(notify.hears("WATCHDOG=1"))
    for _ in 0..<12000 where !isOver.isSet { usleep(10_000) }
    #expect(isOver.isSet)
  }

  @Test("A loop that turns and does not hand out what is due does not live")
  func overdue() throws {
    let place = try Place()
    let reactor = try Reactor()
    var board = try LiveBoard.make(
      place.options, Profile(file: place.options.profile), identity: 1,
      LastSecrets(beside: place.options.profile) { _ in }, reactor
    ) { _ in }
    board.post(.shuttingDown)
    let due = board.clock.now + Milliseconds(50)
    _ = board.nextEvent(before: due)
    #expect(board.isAlive(within: 20))
    let late = board.clock.bootTime(of: due).after(milliseconds: 20)
    while reactor.now < late { try reactor.turn(until: late) }
    #expect(!board.isAlive(within: 20))
    #expect(board.isAlive(within: 3_600_000))
    #expect(board.nextEvent(before: due)?.at == due)
    board.post(.shuttingDown)
    _ = board.nextEvent(before: nil)
    #expect(board.isAlive(within: 20))
  }
}
