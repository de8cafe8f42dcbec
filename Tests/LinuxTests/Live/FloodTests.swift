import Foundation
import Glibc
import Testing

@Suite("A gpsd that floods holds up nothing", .serialized)
struct FloodTests {
  private static let home = "{lat: -2.9005, lon: -79.0045, radius_m: 150}"

  /// Says one thing as fast as it is taken, to whoever calls, until it ends.
  final class Flood: @unchecked Sendable {
    let port: UInt16
    private let listener: Int32
    private let lock = NSLock()
    private var isOver = false
    private var left = 0
    /// The number of times that a caller has hung up.
    var hangUps: Int { lock.withLock { left } }

    init(_ head: String, _ text: String) throws {
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let descriptor = listener
      let status = withUnsafeMutablePointer(to: &place) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
        }
      }
      try #require(status == 0 && listen(listener, 8) == 0)
      port = UInt16(bigEndian: place.sin_port)
      let block = Array(String(repeating: text, count: max(200_000 / text.utf8.count, 1)).utf8)
      Thread { [self] in
        while true {
          let client = accept(descriptor, nil, nil)
          if lock.withLock({ isOver }) || client < 0 { return }
          _ = send(client, head, head.utf8.count, Int32(MSG_NOSIGNAL))
          while !lock.withLock({ isOver }),
            send(client, block, block.count, Int32(MSG_NOSIGNAL)) > 0
          {}
          close(client)
          lock.withLock { left += 1 }
        }
      }.start()
    }

    func end() {
      lock.withLock { isOver = true }
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
    }
  }

  private static let banner =
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"
  private static let fix =
    #"{"class":"TPV","device":"/dev/ttyS0","mode":3,"lat":-2.9005,"lon":-79.0045,"eph":4.0}"#
    + "\r\n"

  private func until(_ what: String, _ condition: () throws -> Bool) throws {
    let end = Date(timeIntervalSinceNow: 120)
    while try !condition() {
      if Date() > end { throw LiveWalkTests.TookTooLong(what: what) }
      usleep(20_000)
    }
  }

  @Test(
    "Valid fixes, other reports, garbage, and a line without end",
    arguments: [
      (FloodTests.banner, FloodTests.fix), (FloodTests.banner, FloodTests.banner),
      (FloodTests.banner, "\u{1}garbage}{\"class\":\n"), ("", "x"),
      (FloodTests.banner, FloodTests.fix + "garbage\n"),
    ])
  func floods(_ head: String, _ text: String) throws {
    let flood = try Flood(head, text)
    defer { flood.end() }
    let run = try LiveRun(perimeter: FloodTests.home)
    let notify = run.file("notify").path
    let ear = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    defer { close(ear) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(notify.utf8)) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(ear, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    try run.start(
      ["--gpsd", "127.0.0.1:\(flood.port)"],
      environment: ["NOTIFY_SOCKET=\(notify)", "WATCHDOG_USEC=400000"])
    var beats = 0
    func listen() {
      var buffer = [UInt8](repeating: 0, count: 256)
      while true {
        let count = recv(ear, &buffer, buffer.count, 0)
        guard count > 0 else { return }
        if String(decoding: buffer[..<count], as: UTF8.self) == "WATCHDOG=1" { beats += 1 }
      }
    }
    // It is left alone, and everything else goes on meanwhile.
    try until("signs of life and the end of the connection") {
      listen()
      return beats > 20 && flood.hangUps > 0
    }
    let add = try Daemon([
      LiveRun.binary, "diary", "add", "--state", run.file("state").path, "--glucose", "182mg/dL",
    ])
    add.wait()
    #expect(add.status == 0)
    run.stop()
    #expect(run.daemon?.status == 0)
    let box = try Data(contentsOf: URL(fileURLWithPath: run.blackBox))
    #expect(box.count < 1 << 20, "\(box.count)")
    let replayed = try LiveRun.replay([run.blackBox])
    #expect(replayed.last?["digest"] as? String == (try run.events().last?["digest"] as? String))
  }
}
