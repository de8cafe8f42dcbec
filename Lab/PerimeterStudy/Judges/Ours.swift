import Device
import HAL

/// OURS: the whole device, with its filter in front of its rule, as it goes out of the door.
struct Ours: Judge {
  private var device = Device()

  init(center: Position, radius: Double, _ temper: PerimeterTemper) {
    guard let circle = try? Perimeter(center: center, radius: Metres(radius), temper: temper)
    else {
      preconditionFailure("a bench's circle is one that a device takes")
    }
    for setting in [Setting.begin, .perimeter(circle), .end] {
      device.handle(Event(at: .start, .setting(setting))) { _ in }
    }
  }

  var isUnknown: Bool { device.place == .unknown || device.isPositionLost }

  mutating func see(_ glimpse: Glimpse, radius: Double) -> Turn? {
    var turn: Turn?
    device.handle(Event(at: glimpse.at, .fix(glimpse.fix))) { action in
      switch action {
      case .perimeter(.left): turn = .out
      case .perimeter(.returned): turn = .back
      default: break
      }
    }
    return turn
  }
}
