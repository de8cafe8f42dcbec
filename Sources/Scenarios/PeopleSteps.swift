import Checkers
import HAL
import Profile
import Simulator

/// Servers that fail apart, mails on their way, and files with mistakes, as steps of a scenario.
extension Step {
  static let peopleVerbs = [
    "servers", "mailbox", "mail_late", "mail_twice", "profile_file", "post",
  ]
  static let peopleDetails = ["of", "by", "mails"]

  private static let serverTroubles: [(name: String, value: ServerTrouble.Kind)] = [
    ("transient", .transient), ("permanent", .permanent), ("silent", .silent),
    ("half_open", .halfOpen), ("lost_answers", .lostAnswers),
  ]
  private static let posts: [(name: String, value: PostTrouble)] = [
    ("good", .none), ("refuses_texts", .refusesTexts), ("other_reader", .otherReader),
    ("breaks_off", .breaksOff), ("mailbox_chatters", .mailboxChatters),
    ("renumbered", .renumbered), ("yes_to_data", .saysYesToData), ("out_of_step", .outOfStep),
    ("server_chatters", .serverChatters), ("silent_after_mail", .silentAfterMail),
    ("crowded", .crowded(0)),
  ]
  private static let routes: [(name: String, value: Route)] = [("mail", .mail), ("relay", .relay)]
  private static let simple: [(verb: String, name: String, fault: PeopleFault)] = [
    ("mailbox", "closed", .mailboxClosed), ("mailbox", "undated", .mailUndated),
    ("profile_file", "wrong", .badProfile(isInsulinSure: true)),
    ("profile_file", "wrong_insulin", .badProfile(isInsulinSure: false)),
  ]

  /// Nil for what is something else.
  mutating func peopleFault(_ verb: String, _ value: YAMLValue) throws -> Fault? {
    switch verb {
    case "servers":
      var trouble = ServerTrouble(try Step.one(of: Step.serverTroubles, value))
      if let number: UInt8 = try take("of")?.whole(in: 1...4) { trouble.caregiver = number - 1 }
      if let by = take("by") { trouble.route = try Step.one(of: Step.routes, by) }
      return .people(.servers(trouble))
    case "post":
      let trouble = try Step.one(of: Step.posts, value)
      guard trouble.isCrowd else { return .people(.post(trouble)) }
      return .people(.post(.crowded(try take("mails")?.whole(in: 1...65_536) ?? 100)))
    case "mail_late": return .people(.mailLate(try value.span()))
    case "mail_twice": return .people(.mailTwice(try value.span()))
    default:
      let choices = Step.simple.filter { $0.verb == verb }.map { ($0.name, value: $0.fault) }
      guard !choices.isEmpty else { return nil }
      return .people(try Step.one(of: choices, value))
    }
  }

  static func one<T>(of choices: [(name: String, value: T)], _ value: YAMLValue) throws -> T {
    let text = try value.text()
    guard let found = choices.first(where: { $0.name == text }) else {
      throw value.refuse(
        "is \(value.shown); expected \(choices.map(\.name).joined(separator: ", "))")
    }
    return found.value
  }

  static func text(_ fault: PeopleFault) -> String {
    if let found = simple.first(where: { $0.fault == fault }) {
      return "\(found.verb): \(found.name)"
    }
    switch fault {
    case .servers(let trouble):
      let name = serverTroubles.first { $0.value == trouble.kind }?.name ?? ""
      let route = routes.first { $0.value == trouble.route }?.name
      return "servers: \(name)" + (trouble.caregiver.map { ", of: \($0 + 1)" } ?? "")
        + (route.map { ", by: \($0)" } ?? "")
    case .mailLate(let span): return "mail_late: \(SpanText.text(span))"
    case .mailTwice(let span): return "mail_twice: \(SpanText.text(span))"
    case .post(.crowded(let many)): return "post: crowded, mails: \(many)"
    case .post(let trouble): return "post: \(posts.first { $0.value == trouble }?.name ?? "")"
    // These are in the table above.
    case .mailboxClosed, .mailUndated, .badProfile: return ""
    }
  }
}

extension Story {
  static func phrase(_ fault: PeopleFault) -> String {
    switch fault {
    case .servers(let trouble):
      let whose = trouble.caregiver.map { "caregiver \($0 + 1)'s" } ?? "every caregiver's"
      let route = trouble.route.map { " \($0)" } ?? ""
      let what =
        switch trouble.kind {
        case .transient: "puts notices off"
        case .permanent: "refuses notices for good"
        case .silent: "says nothing"
        case .halfOpen: "stands and nothing goes through"
        case .lostAnswers: "takes notices and its answers are lost"
        }
      return "\(whose)\(route) server \(what)"
    case .mailboxClosed: return "the device's mailbox cannot be opened"
    case .mailLate(let span): return "caregivers' mails take \(SpanText.text(span))"
    case .mailTwice(let span): return "each mail is read again after \(SpanText.text(span))"
    case .mailUndated: return "the mailbox does not say when it took a mail"
    case .post(let trouble): return phrase(trouble)
    case .badProfile(let isSure):
      return "the profile has a mistake" + (isSure ? "" : ", in its insulin section too")
    }
  }

  private static func phrase(_ trouble: PostTrouble) -> String {
    switch trouble {
    case .none: "mail servers and mailbox speak as they should"
    case .refusesTexts: "the mailbox says NO to the text of each mail"
    case .otherReader: "somebody else reads the mailbox, too"
    case .breaksOff: "the mailbox breaks off at some mails"
    case .mailboxChatters: "the mailbox talks without pause"
    case .crowded(let many): "\(many) mails of strangers lie in the mailbox"
    case .renumbered: "the mailbox numbers its mails anew"
    case .saysYesToData: "the mail server says yes before it has the mail"
    case .outOfStep: "the mail server answers once too often"
    case .serverChatters: "the mail server talks without pause"
    case .silentAfterMail: "the mail server says nothing once it has the mail"
    }
  }
}
