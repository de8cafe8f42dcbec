/// A seeded generator of whole numbers (SplitMix64): the same seed means the same on every machine.
public struct Generator: Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  /// Parts of a life that are drawn. Each has a generator of its own: one more draw for one moves no other.
  enum Purpose: UInt64 {
    case plan = 0
    case receiver = 1
    case wearer = 2
    case network = 3
    case secret = 4
    case reminders = 5
    case meals = 6
    case diary = 20
    case clocks = 21
    case people = 30
    case mail = 31
    case profile = 32
    case post = 34
    case extremes = 35
    case questions = 36
    case postOffice = 41
    case portal = 42
    case portalWay = 43
    case agenda = 44
    case coincidences = 45
    case fates = 53
    case offers = 58
    case mealEdges = 61
    case settings = 62
    case positions = 59
    case receivers = 60
    case ownClocks = 63
    case hours = 64
    case presses = 66
    case mealTurns = 68
    case losses = 65
    case waiting = 67
    case hurry = 69
    case moments = 70
    case edges = 71
    case readers = 72
    case reminderTurns = 74
    case sequels = 73
    case doses = 75
    case pills = 80
    case wrongTimes = 81
    case remnants = 79
    case doseHarms = 84
    case changedDoses = 85
    case otherAnswers = 86
    case olderLows = 88
    case secondThoughts = 89
    case datedDoses = 90
    case afterHours = 87
    case doorsteps = 91
    case lateAnswers = 92
    case updates = 93
    case cuts = 94
    case changes = 95
    case lowTurns = 96
    case doseTurns = 97
  }

  init(seed: UInt64, for purpose: Purpose) {
    self.init(seed: seed, mixedWith: purpose.rawValue)
  }

  public init(seed: UInt64, mixedWith number: UInt64) {
    state = seed
    state = next() ^ (number &* 0x9FB2_1C65_1E98_DF25)
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Normal with mean 0 and standard deviation 1, as the sum of eight bytes: whole numbers only, so
  /// that no libm decides the noise. Never beyond ±4.9; in steps of a two-hundredth.
  public mutating func normal() -> Double {
    let draw = next()
    let lanes: UInt64 = 0x00FF_00FF_00FF_00FF
    let pairs = (draw & lanes) &+ (draw >> 8 & lanes)
    let sum = (pairs &* 0x0001_0001_0001_0001) >> 48
    // Eight bytes have mean 1020 and variance 8 (256² - 1) / 12.
    return (Double(sum) - 1020) * (1 / 209.020_732_621_695_07)
  }

  /// 0 up to, but not including, `limit`, which is above 0.
  public mutating func below(_ limit: Int64) -> Int64 {
    Int64(next().multipliedFullWidth(by: UInt64(limit)).high)
  }

  public mutating func draw(_ range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// True in `part` of `whole` draws.
  public mutating func chance(_ part: Int64, in whole: Int64) -> Bool { below(whole) < part }

  /// One of a list that is not empty.
  public mutating func pick<T>(_ list: [T]) -> T { list[Int(below(Int64(list.count)))] }
}
