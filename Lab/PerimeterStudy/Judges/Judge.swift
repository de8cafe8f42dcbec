import Device
import HAL

/// A change in a rule's opinion.
enum Turn: UInt8, Sendable {
  case out
  case back
}

/// A rule under test: it sees one fix after the other and says when somebody left or came back.
protocol Judge {
  /// Neither in nor out, or where is not known.
  var isUnknown: Bool { get }
  mutating func see(_ glimpse: Glimpse, radius: Double) -> Turn?
}

extension Judge {
  /// Most systems always know better.
  var isUnknown: Bool { false }
}

/// The last decision, in or out. A wearer who is out at the first decision has left; one who is in has
/// not returned.
struct Decision: Sendable {
  private(set) var isOut: Bool?

  mutating func settle(_ now: Bool) -> Turn? {
    guard isOut != now else { return nil }
    defer { isOut = now }
    if now { return .out }
    return isOut == nil ? nil : .back
  }
}

/// The rules, in the order of the tables. B0 to B6 as the study names them.
public enum RuleName: UInt8, CaseIterable, Sendable {
  case b0, b1, b2, b3a, b3b, b3c, b4, b5a, b5b, b6, ours, calm, quick

  /// Other systems' rules.
  public static let baselines = allCases.filter { $0.rawValue < RuleName.ours.rawValue }

  public var short: String {
    switch self {
    case .b0: "B0"
    case .b1: "B1"
    case .b2: "B2"
    case .b3a: "B3a"
    case .b3b: "B3b"
    case .b3c: "B3c"
    case .b4: "B4"
    case .b5a: "B5a"
    case .b5b: "B5b"
    case .b6: "B6"
    case .ours: "OURS"
    case .calm: "calm"
    case .quick: "quick"
    }
  }

  public var title: String {
    switch self {
    case .b0: "B0 naive"
    case .b1: "B1 Traccar style"
    case .b2: "B2 d > R + acc"
    case .b3a: "B3a cushion 50 m, 20 s"
    case .b3b: "B3b dwell 60 s"
    case .b3c: "B3c overlap"
    case .b4: "B4 Tracelet"
    case .b5a: "B5a Kalman"
    case .b5b: "B5b Kalman + gate"
    case .b6: "B6 P >= 0.95"
    case .ours: "OURS"
    case .calm: "OURS, calm"
    case .quick: "OURS, quick"
    }
  }
}

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
