import Device
import Names
import Quit

/// The section `quit`, and the list `slips` beside it. QUIT-1.
enum QuitSection {
  static func read(_ value: YAMLValue) throws -> QuitPlan {
    let members = try YAMLMembers(
      value,
      known: [
        "per_day", "price", "currency", "quit_at", "motive", "phrase", "ranks", "milestones",
        "tips_a_day", "check_in", "on_demand", "tell_caregiver",
      ],
      hints: ["tips": "did you mean \"tips_a_day\"?", "date": "did you mean \"quit_at\"?"])
    let perDay = try members.need("per_day") {
      try $0.whole(in: QuitPlan.perDayRange, " cigarettes")
    }
    let quitAt = try members.need("quit_at") { try $0.civilMinute() }
    let prices = try members.need("price") { try QuitSection.prices($0) }
    let currency = try members.read("currency") { try QuitSection.currency($0) }
    let motive: QuitPlan.Motive? = try members.read("motive") { try $0.spelled() }
    // It stands on the wearer's screen under a question.
    let phrase = try members.read("phrase") { try $0.words(most: 120) }
    let ranks = try members.read("ranks") { try QuitSection.ranks($0) }
    let saysMilestones = try members.read("milestones") { try $0.isYes() }
    let tips = try members.read("tips_a_day") { try $0.whole(in: QuitPlan.tipsRange) }
    let checkIn = try members.read("check_in") { try $0.minuteOfDay(in: 0...1439) }
    let isOnDemand = try members.read("on_demand") { try $0.isYes() }
    let tells = try members.read("tell_caregiver") { try $0.isYes() }
    guard let perDay, let quitAt, let prices else { throw Mistakes.Listed() }
    var plan = QuitPlan(
      perDay: perDay, prices: prices, currency: currency ?? .mexicanPeso, quitAt: quitAt)
    plan.motive = motive
    plan.phrase = phrase
    plan.ranks = ranks ?? plan.ranks
    plan.saysMilestones = saysMilestones ?? true
    plan.tipsPerDay = tips ?? 0
    plan.checkInAt = checkIn
    plan.isOnDemand = isOnDemand ?? false
    plan.tellsCaregiver = tells ?? false
    return plan
  }

  /// One price, or several, each from a day or a minute on.
  private static func prices(_ value: YAMLValue) throws -> [QuitPlan.Price] {
    if case .scalar = value.node {
      return [QuitPlan.Price(from: CivilMinute.planned.lowerBound, each: try price(value))]
    }
    let elements = try value.elements()
    guard (1...QuitPlan.mostPrices).contains(elements.count) else {
      throw value.refuse("has \(elements.count) entries; expected 1 to \(QuitPlan.mostPrices)")
    }
    var prices: [QuitPlan.Price] = []
    for element in elements {
      let members = try YAMLMembers(element, known: ["from", "each"])
      let from = try members.need("from") { try QuitSection.start($0) }
      let each = try members.need("each") { try QuitSection.price($0) }
      guard let from, let each else { throw Mistakes.Listed() }
      if let last = prices.last, from <= last.from {
        throw (members["from"] ?? element).refuse(
          "is not after the price before it; expected prices in the order of time")
      }
      prices.append(QuitPlan.Price(from: from, each: each))
    }
    return prices
  }

  /// A day, from its beginning, or a minute.
  private static func start(_ value: YAMLValue) throws -> CivilMinute {
    if let day = CivilText.day(try value.text()) { return CivilMinute(day: day, minute: 0) }
    return try value.civilMinute()
  }

  private static func price(_ value: YAMLValue) throws -> UnitPrice {
    let expected = "expected the price of one cigarette from 0.0001 to 100000, such as 3.75"
    guard case .scalar(let scalar) = value.node else {
      throw value.refuse("is a list; \(expected)")
    }
    guard let number = Quantity.decimal(scalar.string, places: 4), number <= 100_000 else {
      throw value.refuse("is \(value.shown); \(expected)")
    }
    let price = Int64((number * Double(UnitPrice.scale)).rounded())
    guard UnitPrice.range.contains(price) else {
      throw value.refuse("is \(value.shown); \(expected)")
    }
    return UnitPrice(tenThousandths: price)
  }

  private static func currency(_ value: YAMLValue) throws -> Currency {
    guard let currency = Currency(try value.text()) else {
      throw value.refuse("is \(value.shown); expected a code of ISO 4217 such as MXN")
    }
    return currency
  }

  private static func ranks(_ value: YAMLValue) throws -> [Int64] {
    let limits = try value.elements().map { try $0.whole(in: 1...100_000_000) as Int64 }
    guard limits.count == 3, limits[0] < limits[1], limits[1] < limits[2] else {
      throw value.refuse(
        "has other limits; expected three whole amounts, each above the one before: "
          + "[300, 500, 1000]")
    }
    return limits
  }

  // MARK: Slips

  static let slipKeys = ["at", "cigarettes", "note"]

  static func slips(_ profile: YAMLMembers) throws -> [QuitPlan.Slip] {
    try profile.list("slips", most: QuitPlan.mostSlips) { try slip($0) }.compactMap { $0 }
  }

  private static func slip(_ value: YAMLValue) throws -> QuitPlan.Slip {
    let members = try YAMLMembers(value, known: slipKeys)
    let at = try members.need("at") { try $0.civilMinute() }
    let cigarettes = try members.read("cigarettes") { try QuitSection.cigarettes($0) }
    let note = try members.read("note") { try QuitSection.note($0) }
    guard let at, members["cigarettes"] == nil || cigarettes != nil else {
      throw Mistakes.Listed()
    }
    return QuitPlan.Slip(at: at, cigarettes: cigarettes ?? 1, note: note)
  }

  static func cigarettes(_ value: YAMLValue) throws -> Int { try value.whole(in: 1...200) }
  static func note(_ value: YAMLValue) throws -> String { try value.words(most: 200) }
}
