import Foundation
import HAL
import Linux
import TestSupport
import Testing

@Suite("The battery as the kernel tells of it")
struct BatteryTests {
  /// A folder like /sys/class/power_supply.
  final class Supplies {
    private let folder = TemporaryFolder()
    var root: URL { folder.url }
    var path: String { folder.path }

    func write(_ supply: String, _ files: [String: String]) throws {
      let folder = root.appendingPathComponent(supply)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in files {
        try (text + "\n").write(
          to: folder.appendingPathComponent(name), atomically: false, encoding: .utf8)
      }
    }

    func remove(_ supply: String) throws {
      try FileManager.default.removeItem(at: root.appendingPathComponent(supply))
    }
  }

  @Test("The level and the charger, each change once; the mains and a mouse are passed over")
  func changes() throws {
    let supplies = Supplies()
    try supplies.write("ac", ["type": "Mains", "online": "1"])
    try supplies.write(
      "a-mouse", ["type": "Battery", "scope": "Device", "capacity": "3", "status": "Discharging"])
    try supplies.write("bay", ["type": "Battery", "present": "0"])
    try supplies.write("main", ["type": "Battery", "capacity": "57", "status": "Discharging"])
    let reactor = try Reactor()
    let battery = LinuxBattery(reactor, root: supplies.path) { Issue.record("\($0)") }
    #expect(try battery.read() == BatteryLevel(percent: 57, isCharging: false))
    #expect(try battery.read() == nil)
    let after: [([String: String], BatteryLevel?)] = [
      (["status": "Charging"], BatteryLevel(percent: 57, isCharging: true)),
      (["capacity": "57"], nil),
      (["capacity": "100", "status": "Full"], BatteryLevel(percent: 100, isCharging: true)),
      (["capacity": "104"], nil),
      (["status": "Not charging"], BatteryLevel(percent: 100, isCharging: false)),
    ]
    for (files, level) in after {
      try supplies.write("main", files)
      battery.look()
      #expect(try battery.read() == level)
    }
  }

  @Test("A gauge that tells amounts only; one that tells rubbish is no level")
  func amounts() throws {
    let supplies = Supplies()
    try supplies.write(
      "main", ["type": "Battery", "energy_now": "1500000", "energy_full": "2000000"])
    let reactor = try Reactor()
    var lines: [String] = []
    let battery = LinuxBattery(reactor, root: supplies.path) { lines.append($0) }
    #expect(try battery.read() == BatteryLevel(percent: 75, isCharging: false))
    #expect(lines.isEmpty)
    try supplies.write("main", ["energy_now": "?", "capacity": "many"])
    battery.look()
    #expect(throws: BatteryError.unavailable) { try battery.read() }
  }

  @Test("Without a battery there is no level, no error and no line")
  func none() throws {
    let supplies = Supplies()
    try supplies.write("ac", ["type": "Mains", "online": "1"])
    let reactor = try Reactor()
    for root in [supplies.path, supplies.path + "/none"] {
      let battery = LinuxBattery(reactor, root: root) { Issue.record("\($0)") }
      for _ in 0..<3 {
        #expect(try battery.read() == nil)
        battery.look()
      }
    }
  }

  @Test("A battery that is put in, or whose driver is loaded, after the start is read from then on")
  func late() throws {
    let supplies = Supplies()
    try supplies.write("main", ["type": "Battery", "present": "0"])
    let reactor = try Reactor()
    var lines: [String] = []
    let battery = LinuxBattery(reactor, root: supplies.path) { lines.append($0) }
    battery.look()
    #expect(try battery.read() == nil && lines.isEmpty)
    try supplies.write("main", ["present": "1", "capacity": "9", "status": "Discharging"])
    battery.look()
    #expect(try battery.read() == BatteryLevel(percent: 9, isCharging: false))
    try supplies.write("main", ["present": "0"])
    battery.look()
    #expect(throws: BatteryError.unavailable) { try battery.read() }
    #expect(lines == ["battery: found in \(supplies.path)", "battery: gone from \(supplies.path)"])
  }

  @Test("A battery that vanishes is an error for as long as it is gone, and one line of the log")
  func vanishes() throws {
    let supplies = Supplies()
    let files = ["type": "Battery", "capacity": "40", "status": "Discharging"]
    try supplies.write("main", files)
    let reactor = try Reactor()
    var lines: [String] = []
    let battery = LinuxBattery(reactor, root: supplies.path) { lines.append($0) }
    #expect(try battery.read()?.percent == 40)
    try supplies.remove("main")
    for _ in 0..<3 {
      battery.look()
      #expect(throws: BatteryError.unavailable) { try battery.read() }
    }
    try supplies.write("other", files.merging(["capacity": "39"]) { $1 })
    battery.look()
    #expect(try battery.read()?.percent == 39)
    #expect(lines == ["battery: gone from \(supplies.path)", "battery: back in \(supplies.path)"])
  }
}
