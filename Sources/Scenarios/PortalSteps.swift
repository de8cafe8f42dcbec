import Checkers
import HAL
import Profile
import Simulator

/// A portal, and what caregivers say through it, as steps of a scenario.
extension Step {
  static let portalVerbs = ["portal_way", "portal_late", "portal_twice"]
  /// Each needs a portal.
  static let portalMembers = portalVerbs + ["portal_profile", "portal", "portal_diary"]
  static let portalDetails = ["portal", "portal_diary", "valid_for", "company_for"]

  private static let words: [(name: String, value: PortalWord)] = [
    ("acknowledges", .acknowledges), ("where", .asks), ("company_over", .companyOver),
    ("company", .company(Milliseconds(0))),
  ]
  private static let troubles: [(name: String, value: PortalTrouble)] = [
    ("away", .away), ("lost_answers", .losesAnswers), ("old", .old), ("forgets", .forgets),
  ]

  mutating func portal(_ value: YAMLValue, by caregiver: UInt8) throws -> Act {
    var word = try Step.one(of: Step.words, value)
    if case .company = word {
      word = .company(try need("company_for", with: "company").span())
    }
    let span = try take("valid_for")?.span() ?? .seconds(300)
    return .portal(word, by: caregiver, for: span)
  }

  /// Nil for what is something else.
  func portalFault(_ verb: String, _ value: YAMLValue) throws -> Fault? {
    switch verb {
    case "portal_way": .portal(try Step.one(of: Step.troubles, value))
    case "portal_late": .portal(.late(try value.span()))
    case "portal_twice": .portal(.twice(try value.span()))
    default: nil
    }
  }

  static func text(_ word: PortalWord, by caregiver: UInt8, for span: Milliseconds) -> String {
    var text = "caregiver: \(caregiver + 1), portal: "
    if case .company(let ahead) = word {
      text += "company, company_for: \(SpanText.text(ahead))"
    } else {
      text += words.first { $0.value == word }?.name ?? ""
    }
    return text + ", valid_for: \(SpanText.text(span))"
  }

  static func text(_ trouble: PortalTrouble) -> String {
    switch trouble {
    case .late(let span): "portal_late: \(SpanText.text(span))"
    case .twice(let span): "portal_twice: \(SpanText.text(span))"
    case .away, .losesAnswers, .old, .forgets:
      "portal_way: \(troubles.first { $0.value == trouble }?.name ?? "")"
    }
  }
}

extension Story {
  static func phrase(_ word: PortalWord, by caregiver: UInt8) -> String {
    let who = "caregiver \(caregiver + 1)"
    return switch word {
    case .acknowledges: "\(who) takes care of it, through the portal"
    case .asks: "\(who) asks where, through the portal"
    case .company(let span):
      "\(who) says through the portal that somebody is there for \(SpanText.text(span))"
    case .companyOver: "\(who) ends company through the portal"
    }
  }

  static func phrase(_ trouble: PortalTrouble) -> String {
    switch trouble {
    case .away: "the portal cannot be reached"
    case .losesAnswers: "the portal's answers are lost"
    case .late(let span): "calls to the portal take \(SpanText.text(span)) more"
    case .twice(let span): "each call comes to the portal again after \(SpanText.text(span))"
    case .old: "the portal speaks another version"
    case .forgets: "the portal loses its copy of the log"
    }
  }
}
