import Device
import HAL

/// One rule's result on one trace.
public struct Score: Sendable {
  public var hoursInside = 0.0
  /// Exits while the wearer was truly inside.
  public var falseExits = 0
  /// Hours of these in which the rule held the wearer to be out: one that never takes an exit back
  /// cries wolf once only.
  public var hoursWronglyOut = 0.0
  public var hoursOutside = 0.0
  /// Hours of all in which the rule did not know.
  public var hoursUnknown = 0.0
  public var falseReturns = 0
  public var excursions = 0
  public var exits = 0
  /// Excursions that are left out because the truth is not clear.
  public var unclear = 0
  /// Excursions that were announced before they began.
  public var early = 0
  /// Excursions that were not announced before they were over.
  public var missed = 0
  /// Seconds from the true crossing to the exit, and true metres beyond the edge then. They count
  /// excursions that were not early only.
  public var delays: [Double] = []
  public var metres: [Double] = []
  /// Excursions that were announced and clearly ended at home.
  public var homecomings = 0
  /// Seconds from being truly home to the return; 0 when it came on the last metres before.
  public var returnDelays: [Double] = []

  init() {}

  /// A judge's turns on a trace, and when they came.
  init(_ turns: [(index: Int, turn: Turn)], on trace: BenchTrace) {
    let glimpses = trace.glimpses
    measureHours(trace, turns)
    excursions = trace.excursions.count
    unclear = trace.unclear
    for (index, turn) in turns {
      let beyond = glimpses[index].trueDistance - trace.radius
      switch turn {
      case .out:
        exits += 1
        if beyond <= -trace.doubt { falseExits += 1 }
      case .back: if beyond > trace.doubt { falseReturns += 1 }
      }
    }
    for excursion in trace.excursions { judge(excursion, turns, trace) }
  }

  private mutating func measureHours(
    _ trace: BenchTrace, _ turns: [(index: Int, turn: Turn)]
  ) {
    let glimpses = trace.glimpses
    var next = 0
    var isOut = false
    for index in glimpses.indices.dropFirst() {
      while next < turns.count, turns[next].index < index {
        isOut = turns[next].turn == .out
        next += 1
      }
      let hours = (glimpses[index].at - glimpses[index - 1].at).seconds / 3600
      if glimpses[index].trueDistance <= trace.radius {
        hoursInside += hours
        if isOut { hoursWronglyOut += hours }
      } else {
        hoursOutside += hours
      }
    }
  }

  private mutating func judge(
    _ excursion: TrueExcursion, _ turns: [(index: Int, turn: Turn)], _ trace: BenchTrace
  ) {
    func moment(_ turn: (index: Int, turn: Turn)) -> Int64 {
      trace.glimpses[turn.index].at.milliseconds
    }
    let end = excursion.home ?? .max
    if let last = turns.last(where: { moment($0) < excursion.left }), last.turn == .out {
      early += 1
    } else if let exit = turns.first(where: {
      $0.turn == .out && moment($0) >= excursion.left && moment($0) < end
    }) {
      delays.append(Double(moment(exit) - excursion.left) / 1000)
      metres.append(max(trace.glimpses[exit.index].trueDistance - trace.radius, 0))
    } else {
      missed += 1
      return
    }
    guard let home = excursion.home else { return }
    guard excursion.isHomeClear else { return }
    homecomings += 1
    if let last = turns.last(where: { moment($0) <= home }), last.turn == .back {
      returnDelays.append(0)
    } else if let back = turns.first(where: { moment($0) > home }), back.turn == .back {
      returnDelays.append(Double(moment(back) - home) / 1000)
    }
  }

  func fold(into digest: inout Digest) {
    digest.fold(UInt64(falseExits), UInt64(falseReturns))
    digest.fold(UInt64(exits), UInt64(early) << 32 | UInt64(missed))
    for delay in delays + metres + returnDelays { digest.fold(delay.bitPattern) }
  }
}

extension BenchTrace {
  /// The results of every rule, in the order of `RuleName`.
  func scores() -> [Score] {
    RuleName.allCases.map { name in
      switch name {
      case .b0: score(Naive())
      case .b1: score(Filtered())
      case .b2: score(Widened())
      case .b3a: score(Dwelling.apple)
      case .b3b: score(Dwelling.thingsBoard)
      case .b3c: score(Overlap())
      case .b4: score(Repeated())
      case .b5a: score(Kalman(hasGate: false))
      case .b5b: score(Kalman(hasGate: true))
      case .b6: score(Confident())
      case .ours: score(Ours(center: center, radius: radius, .normal))
      case .calm: score(Ours(center: center, radius: radius, .calm))
      case .quick: score(Ours(center: center, radius: radius, .quick))
      }
    }
  }

  private func score<J: Judge>(_ judge: J) -> Score {
    var judge = judge
    var turns: [(index: Int, turn: Turn)] = []
    var unknown = Milliseconds(0)
    for index in glimpses.indices {
      if judge.isUnknown, index > 0 {
        unknown = Milliseconds(
          unknown.count + (glimpses[index].at - glimpses[index - 1].at).count)
      }
      if let turn = judge.see(glimpses[index], radius: radius) { turns.append((index, turn)) }
    }
    var score = Score(turns, on: self)
    score.hoursUnknown = unknown.seconds / 3600
    return score
  }
}
