import HAL
import Linux
import PortContracts
import TestSupport
import Testing

@Suite("Port contracts on the Linux backends: battery")
struct BatteryConformanceTests {
  @Test("A folder like the kernel's")
  func power() throws {
    let supplies = BatteryTests.Supplies()
    try supplies.write("main", ["type": "Battery", "capacity": "1", "status": "Discharging"])
    let reactor = try Reactor()
    var battery = LinuxBattery(reactor, root: supplies.path) { _ in }
    try PortContract.battery(&battery) { battery, level in
      try supplies.write(
        "main",
        [
          "type": "Battery", "capacity": "\(level.percent)",
          "status": level.isCharging ? "Charging" : "Discharging",
        ])
      battery.look()
    } unplug: { battery in
      try supplies.remove("main")
      battery.look()
    }
  }
}
