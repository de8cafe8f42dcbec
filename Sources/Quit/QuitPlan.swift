import Agenda
import Device
import Names
import Words

/// The content of the section `quit:`. QUIT-1.
public struct QuitPlan: Equatable, Sendable {
  /// Cigarettes a day that may be given.
  public static let perDayRange: ClosedRange<Int> = 1...100
  /// Tips a day that may be asked for.
  public static let tipsRange: ClosedRange<Int> = 0...6
  /// Prices that the section may hold.
  public static let mostPrices = 64
  /// Slips that the profile may hold.
  public static let mostSlips = 1000

  /// A price from a minute on. The first one counts before its minute, too.
  public struct Price: Equatable, Sendable {
    public var from: CivilMinute
    public var each: UnitPrice
    public init(from: CivilMinute, each: UnitPrice) {
      self.from = from
      self.each = each
    }
  }

  /// A cigarette, or some, after the quit date. It takes nothing away that came before.
  public struct Slip: Equatable, Sendable {
    public var at: CivilMinute
    public var cigarettes: Int
    public var note: String?
    public init(at: CivilMinute, cigarettes: Int, note: String? = nil) {
      self.at = at
      self.cigarettes = cigarettes
      self.note = note
    }
  }

  public enum Motive: String, CaseIterable, Sendable, Spelled {
    case health
    case money
    case lovedOnes = "loved_ones"
    case looks
    case other

    public var name: Phrase {
      switch self {
      case .health: Phrase(es: "la salud", en: "health")
      case .money: Phrase(es: "el dinero", en: "money")
      case .lovedOnes: Phrase(es: "mi gente", en: "loved ones")
      case .looks: Phrase(es: "mi aspecto", en: "looks")
      case .other: Phrase(es: "otro", en: "other")
      }
    }
  }

  /// Cigarettes a day before the quit date.
  public var perDay: Int
  /// At least one price, in order of time.
  public var prices: [Price]
  public var currency: Currency
  /// The minute of the last cigarette, by the clock on the wall.
  public var quitAt: CivilMinute
  public var motive: Motive?
  public var phrase: String?
  /// The money from which rank 3, 2 and 1 count, in whole units of the currency, ascending. QUIT-3.
  public var ranks: [Int64] = [300, 500, 1000]

  // Settings of how often it speaks.
  /// Whether it says when a milestone of health is reached.
  public var saysMilestones = true
  /// Tips a day that come by themselves.
  public var tipsPerDay = 0
  /// Minute of the day of the question about today; nil: it is not asked.
  public var checkInAt: Int16?
  /// Whether ok on the home page asks for the craving, and answers with a tip.
  public var isOnDemand = false
  /// Whether the caregivers get a copy of what it says.
  public var tellsCaregiver = false

  public init(
    perDay: Int, prices: [Price], currency: Currency = .mexicanPeso, quitAt: CivilMinute
  ) {
    self.perDay = perDay
    self.prices = prices
    self.currency = currency
    self.quitAt = quitAt
  }

  /// Everything that QUIT-1 asks for is given.
  public var isComplete: Bool { motive != nil && phrase != nil }

  /// The price that counts at a minute.
  func price(at minute: CivilMinute) -> UnitPrice {
    (prices.last { $0.from <= minute } ?? prices[0]).each
  }
}

/// An answer to the evening's question.
public struct CheckIn: Equatable, Sendable {
  private static let noon: Int16 = 12 * 60

  /// The local minute of the answer.
  public let at: CivilMinute
  /// The local day that it is about, in days since 1970-01-01.
  public let day: Int32
  /// Cigarettes smoked that day.
  public let cigarettes: Int

  /// An answer after midnight is about the day on which the question was due. A question of the evening
  /// that quiet hours, or another one, moved to the morning is about the day before.
  /// - Parameter due: the local minute of the question.
  public init(at: CivilMinute, due: CivilMinute, cigarettes: Int, of plan: QuitPlan) {
    self.at = at
    // Noon is far from both, so that another hour in the profile moves no answer of old, nor does none.
    let isMoved =
      AgendaEntry.isOfMorning(due) && plan.checkInAt ?? CheckIn.noon >= CheckIn.noon
    day = isMoved ? due.day - 1 : due.day
    self.cigarettes = cigarettes
  }
}
