import Checkers
import Device
import HAL

/// Lows that stand in no sure order with what somebody writes down. A value of the same minutes ends nothing, also one
/// that the meter took before a restart, or one that was moved there. Of two lows of the same minutes the one outlives
/// the other. A low is written down, corrected, or never measured away. The power goes as it is told, or once its
/// end was told as not confirmed.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmLowTurns: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmLowTurns(draws: Generator(seed: plan.seed, for: .lowTurns), busy: busy)
    switch part.draws.below(24) {
    case 0: part.drawSameMinutes(&plan)
    case 1: part.drawBeforeRestart(&plan)
    case 2: part.drawMovedEnd(&plan)
    case 3: part.drawOutlived(&plan)
    case 4: part.drawTwoWritten(&plan)
    case 5: part.drawCopy(&plan)
    case 6: part.drawCorrected(&plan)
    case 7: part.drawUnmeasured(&plan)
    case 8: part.drawUnconfirmed(&plan)
    case 9: part.drawCutOff(&plan)
    case 10: part.drawLostAnswer(&plan)
    case 11: part.drawSecondAudience(&plan)
    case 12: part.drawDeletedEnd(&plan)
    default: break
    }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  /// The wearer leaves all pages alone, and nobody measures but as drawn here.
  private mutating func leave(_ plan: inout Plan, from start: Int64, to end: Int64) {
    leaveAlone(&plan, from: start - 8 * Self.minute, to: end)
    add(.temper(Self.idle), at: start - 8 * Self.minute)
    add(.temper(Self.usual), at: end + 1)
  }

  private mutating func write(_ milligrams: Int64, dated: Int64, at moment: Int64) {
    let edit = DiaryEdit(
      .addReading(result(milligrams), .other), dated: Milliseconds(dated - moment))
    add(.diary(edit), at: moment)
  }

  private mutating func low() -> Int64 { draws.pick([38, 47, 52, 57, 64, 69]) }
  private mutating func well() -> Int64 { draws.pick([78, 95, 120, 160, 240]) }

  // MARK: Order

  /// A value that somebody writes down as of the minutes after the low.
  private mutating func drawSameMinutes(_ plan: inout Plan) {
    let at = draws.draw(Self.hour...busy - 4 * Self.hour)
    let dated = at + draws.draw(20...200) * Self.second
    let written = dated + draws.draw(2...90) * Self.second
    leave(&plan, from: at, to: written + 20 * Self.minute)
    measure(low(), at: at)
    write(well(), dated: dated, at: written)
  }

  /// The meter sends after a restart what it measured between the low and the restart.
  private mutating func drawBeforeRestart(_ plan: inout Plan) {
    let at = draws.draw(Self.hour...busy - 4 * Self.hour)
    let cut = at + draws.draw(8...30) * Self.second
    let off = draws.draw(150...240)
    let measured = at + draws.draw(40...120) * Self.second
    let sent = cut + (off + draws.draw(40...200)) * Self.second
    leave(&plan, from: at, to: sent + 20 * Self.minute)
    measure(low(), at: at)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, off)
    measure(well(), at: sent, age: sent - measured)
  }

  /// The value that ended a low is moved to the minutes after it, and the power goes.
  private mutating func drawMovedEnd(_ plan: inout Plan) {
    let at = draws.draw(Self.hour...busy - 4 * Self.hour)
    let end = at + draws.draw(8...13) * Self.minute
    let moved = end + draws.draw(70...300) * Self.second
    let cut = moved + draws.draw(10...300) * Self.second
    leave(&plan, from: at, to: cut + 30 * Self.minute)
    measure(low(), at: at)
    write(well(), dated: end, at: end)
    let date = at + draws.draw(20...200) * Self.second
    add(.diary(DiaryEdit(.changeReading(nil, nil), dated: Milliseconds(date - moved))), at: moved)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, draws.draw(5...200))
  }

  // MARK: Two lows

  /// A very low one, and a milder one of the minutes after it, which nobody can put in order, until both are old.
  private mutating func drawOutlived(_ plan: inout Plan) {
    let at = draws.draw(Self.hour...max(Self.hour, busy - 6 * Self.hour))
    let dated = at + draws.draw(150...270) * Self.second
    let written = dated + draws.draw(2...90) * Self.second
    leave(&plan, from: at, to: at + 205 * Self.minute)
    measure(draws.pick([38, 47, 52]), at: at)
    write(draws.pick([56, 61, 68]), dated: dated, at: written)
  }

  /// Two that are as bad are written down with times of the same minutes, in any order.
  private mutating func drawTwoWritten(_ plan: inout Plan) {
    let at = draws.draw(Self.hour...busy - 4 * Self.hour)
    let older = at - draws.draw(200...900) * Self.second
    let newer = older + draws.draw(40...190) * Self.second
    let isVery = draws.chance(1, in: 2)
    let values: [Int64] = isVery ? [33, 41, 50] : [56, 61, 67]
    let first = draws.pick(values)
    let second = draws.pick(values.filter { $0 != first })
    let isReversed = draws.chance(1, in: 2)
    leave(&plan, from: older, to: at + 40 * Self.minute)
    write(first, dated: isReversed ? newer : older, at: at)
    write(second, dated: isReversed ? older : newer, at: at + draws.draw(20...200) * Self.second)
  }

  /// Somebody writes down the low that is open.
  private mutating func drawCopy(_ plan: inout Plan) {
    let at = draws.draw(Self.hour...busy - 4 * Self.hour)
    let written = at + draws.draw(60...1500) * Self.second
    leave(&plan, from: at, to: at + 200 * Self.minute)
    let value = low()
    measure(value, at: at)
    write(value, dated: at + draws.draw(-40...45) * Self.second, at: written)
  }

  // MARK: Its end

  /// One reading has ended a low, and the low was none: somebody corrects it before the second measurement is due.
  private mutating func drawCorrected(_ plan: inout Plan) {
    let at = draws.draw(Self.hour...busy - 4 * Self.hour)
    let end = at + draws.draw(30...400) * Self.second
    let corrected = end + draws.draw(10...900) * Self.second
    leave(&plan, from: at, to: at + 40 * Self.minute)
    measure(low(), at: at)
    measure(well(), at: end)
    add(.diary(DiaryEdit(.changeReading(result(well()), nil), back: 1)), at: corrected)
  }

  /// The reading that ended a low is deleted, and the low stands again.
  private mutating func drawDeletedEnd(_ plan: inout Plan) {
    let at = draws.draw(Self.hour...busy - 4 * Self.hour)
    let end = at + draws.draw(30...900) * Self.second
    leave(&plan, from: at, to: end + 40 * Self.minute)
    measure(low(), at: at)
    measure(well(), at: end)
    add(.diary(DiaryEdit(.deleteReading)), at: end + draws.draw(70...1200) * Self.second)
  }

  /// Nobody measures after a low, and hours later the daily mail is due.
  private mutating func drawUnmeasured(_ plan: inout Plan) {
    let mail = draws.draw(6 * Self.hour...max(6 * Self.hour, busy - Self.hour))
    let at = mail - draws.draw(190...300) * Self.minute
    let minute = Int16((plan.minute(at: mail).count % 1440 + 1440) % 1440)
    plan.changeProfiles { $0.limits.allIsWellAt = minute }
    leave(&plan, from: at, to: mail + 2 * Self.minute)
    measure(low(), at: at)
  }

  /// Nobody confirms the end of a low. Caregivers hear that, and then the power goes.
  private mutating func drawUnconfirmed(_ plan: inout Plan) {
    let at = draws.draw(Self.hour...busy - 5 * Self.hour)
    let cut = at + draws.draw(32...150) * Self.minute
    leave(&plan, from: at, to: cut + 30 * Self.minute)
    measure(low(), at: at)
    measure(well(), at: at + draws.draw(30...600) * Self.second)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, draws.draw(5...900))
  }

  /// The power goes while a low is being told and stored.
  private mutating func drawCutOff(_ plan: inout Plan) {
    let at = draws.draw(Self.hour...busy - 4 * Self.hour)
    leave(&plan, from: at, to: at + 30 * Self.minute)
    fault(.powerCut(afterActions: draws.draw(2...9), tornWords: 0), at: at, draws.draw(5...200))
    measure(low(), at: at)
  }

  // MARK: Who hears of it

  private mutating func answer(_ plan: Plan, _ after: Milliseconds?, at moment: Int64) {
    for caregiver in plan.household.caregivers.indices {
      add(.answers(caregiver: UInt8(caregiver), after: after), at: moment)
    }
  }

  /// A server takes the notice, and its answer is lost. Nothing else gets through before the end.
  private mutating func drawLostAnswer(_ plan: inout Plan) {
    let at = draws.draw(Self.hour...busy - 4 * Self.hour)
    let end = at + draws.draw(90...400) * Self.second
    leave(&plan, from: at, to: end + 15 * Self.minute)
    answer(plan, nil, at: at - Self.second)
    fault(.lostAnswer, at: at - 5000, draws.draw(6...18))
    fault(.outage, at: at + draws.draw(15...18) * 1000, (end - at) / 1000 + draws.draw(10...300))
    measure(low(), at: at)
    measure(well(), at: end)
    answer(plan, .seconds(60), at: end + 15 * Self.minute)
  }

  /// Many hear of a low, and only the first of the next one.
  private mutating func drawSecondAudience(_ plan: inout Plan) {
    let at = draws.draw(Self.hour...busy - 5 * Self.hour)
    let end = at + draws.draw(20...70) * Self.minute
    let again = end + draws.draw(31...60) * Self.minute
    leave(&plan, from: at, to: again + 20 * Self.minute)
    answer(plan, nil, at: at - Self.second)
    measure(low(), at: at)
    measure(well(), at: end)
    measure(well(), at: end + draws.draw(5...14) * Self.minute)
    measure(low(), at: again)
    measure(well(), at: again + draws.draw(10...50) * Self.second)
    answer(plan, .seconds(60), at: again + 20 * Self.minute)
  }
}
