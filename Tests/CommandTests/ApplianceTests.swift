import Foundation
import TestSupport
import Testing

/// The service that systemd keeps alive on the wearer's board.
@Suite("Appliance")
struct ApplianceTests {
  static let root = Places.root
  static let unit = root.appendingPathComponent("packaging/vigia.service")

  /// The values of a key, in the order of the unit.
  static func values(_ key: String) throws -> [String] {
    try String(contentsOf: unit, encoding: .utf8).components(separatedBy: "\n")
      .filter { $0.hasPrefix("\(key)=") }.map { String($0.dropFirst(key.count + 1)) }
  }

  @Test(
    "An attacker who comes in by mail or radio finds nothing else to take over",
    .needs(.systemdAnalyze))
  func exposure() throws {
    let result = try Command.shell(
      "systemd-analyze security --offline=true --no-pager '\(Self.unit.path)'")
    let verdict = try #require(
      result.output.components(separatedBy: "\n").first { $0.contains("Overall exposure level") },
      "\(result.errors)")
    let words = verdict.components(separatedBy: " ")
    let number = try #require(words.compactMap(Double.init).first)
    #expect(number <= 3.0, "\(verdict)")
  }

  @Test("The sandbox leaves the device its alarms, its buttons and the time")
  func usable() throws {
    let devices = try Self.values("DeviceAllow")
    #expect(devices.contains("char-alsa rw"))
    #expect(devices.contains("char-input rw"))
    #expect(try Self.values("SupplementaryGroups") == ["audio input"])
    #expect(try Self.values("PrivateDevices").isEmpty)
    // The device asks the kernel whether NTP keeps the clock. These settings would forbid that call.
    #expect(try Self.values("ProtectClock").isEmpty)
    let calls = try Self.values("SystemCallFilter")
    for call in ["adjtimex", "clock_adjtime"] {
      #expect(calls.contains { !$0.hasPrefix("~") && $0.split(separator: " ").contains("\(call)") })
    }
  }

  @Test("No dump of its memory is left, and whatever fills the memory, the device goes last")
  func memory() throws {
    #expect(try Self.values("LimitCORE") == ["0"])
    #expect(try Self.values("MemoryMax") == ["128M"])
    #expect(try Self.values("OOMScoreAdjust").compactMap(Int.init).contains { $0 < 0 })
  }

  @Test("A vibrator in sysfs can be driven: the sandbox lets it, and a rule gives its files to us")
  func vibrator() throws {
    #expect(try Self.values("ProtectKernelTunables") == ["yes"])
    let writable = try Self.values("ReadWritePaths").joined(separator: " ")
    let rules = try String(
      contentsOf: Self.root.appendingPathComponent("packaging/vigia.udev"), encoding: .utf8)
    for (path, subsystem) in [
      ("/sys/class/leds/vibrator", "leds"), ("/sys/class/timed_output/vibrator", "timed_output"),
    ] {
      #expect(writable.contains("-\(path)"))
      #expect(rules.contains("SUBSYSTEM==\"\(subsystem)\", KERNEL==\"vibrator\""))
    }
  }

  @Test("A device that is stuck or ends is started again, however often")
  func restarted() throws {
    #expect(try Self.values("Type") == ["notify"])
    #expect(try Self.values("WatchdogSec") == ["60"])
    #expect(try Self.values("Restart") == ["always"])
    #expect(try Self.values("StartLimitIntervalSec") == ["0"])
  }

  @Test("The set-up looks the family's file up by name, as the file system and the device do")
  func setup() throws {
    let lines = try String(
      contentsOf: Self.root.appendingPathComponent("packaging/vigia-setup.service"),
      encoding: .utf8
    ).components(separatedBy: "\n").filter { $0.hasPrefix("Condition") }
    let waits = try #require(try Self.values("ExecCondition").first)
    let names = waits.matches(of: /\/boot\/\S+/).map(\.output)
    #expect(names.count == 2 && lines == names.map { "ConditionPathExists=|\($0)" })
  }

  @Test(
    "The set-up has time for the longest log of a lost device, and the device waits for none of it")
  func setupTime() throws {
    let lines = try String(
      contentsOf: Self.root.appendingPathComponent("packaging/vigia-setup.service"),
      encoding: .utf8
    ).components(separatedBy: "\n")
    let limit = try #require(
      lines.first { $0.hasPrefix("TimeoutStartSec=") }?.split(separator: "=").last)
    // A page of 2000 records takes a connection of its own: 250 of them, at some seconds each.
    #expect(try #require(Int(limit)) >= 250 * 5)
    for key in ["After", "Requires", "Wants", "BindsTo"] {
      #expect(try !Self.values(key).joined().contains("vigia-setup"), "\(key)")
    }
  }

  @Test("At a power-off the network goes behind the device, and no start waits for a connection")
  func network() throws {
    let after = try Self.values("After").joined(separator: " ").split(separator: " ")
    #expect(after.contains("network.target"))
    for key in ["After", "Requires", "Wants", "BindsTo"] {
      #expect(try !Self.values(key).joined().contains("network-online"), "\(key)")
    }
  }

  @Test("The service starts the device with options that it has")
  func options() throws {
    let command = try #require(try Self.values("ExecStart").first).split(separator: " ")
    #expect(command.prefix(2) == ["/usr/bin/vigia", "run"])
    let options = command.filter { $0.hasPrefix("--") }
    #expect(!options.isEmpty)
    let help = try Command.vigia("run", "--help").output.split { $0 == " " || $0 == "\n" }
    for option in options { #expect(help.contains(option), "vigia run has no \(option)") }
  }

  @Test("The page that the service names is there")
  func page() throws {
    let page = try #require(try Self.values("Documentation").first).split(separator: "/").last
    let path = Self.root.appendingPathComponent("docs/\(page ?? "")").path
    #expect(FileManager.default.fileExists(atPath: path))
  }
}
