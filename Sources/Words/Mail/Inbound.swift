import Device

/// The messages in a caregiver's mail, at most one of each. They come in this order: an
/// acknowledgement, the question for the wearer's place, an hour of company.
///
/// A reply acknowledges by the token in its subject or text, quoted or not. Commands count only in the
/// caregiver's own lines and in the subject. They do not count in lines quoted with ">" or "|", nor
/// behind the rule, header or "wrote:" under which some programs put the older mail. Of two hours the
/// first counts: the newest stands on top. The subject of a reply is older than its own lines: an hour
/// there counts only beside no command. In any subject it gives way to a line that ends company (SAFE-3).
/// An automatic reply says nothing: nobody has read.
/// - Parameters:
///   - subject: decoded; only its first 1,000 scalars are read.
///   - body: decoded plain text; only its first 65,536 scalars are read.
///   - caregiver: the sender that its From claims, as an index from 0; `believed` decides what the
///     claim is worth.
///   - minute: of the day, local time, at which the mail was taken; nil: nobody knows.
public func messages(
  subject: String, body: String, from caregiver: UInt8, takenAt minute: Int16? = nil
) -> [Message] {
  let subject = beginning(subject, 1000)
  let body = beginning(body, 65_536)
  let title = MailLine.words(subject.unicodeScalars, most: 1000) ?? []
  let answered = token(in: subject)
  if isAutomatic(title, isUnderOurs: answered != nil) { return [] }

  var messages: [Message] = []
  if let token = answered ?? token(in: body) {
    messages.append(.acknowledged(token: token, caregiver: caregiver))
  }
  var commands = ownCommands(body)
  if let headline = CaregiverCommand(Array(title.drop { $0 == "re" })) {
    let isReply = title.first == "re"
    let isOutdone = isReply ? !commands.isEmpty : commands.contains(.notAccompanied)
    if !headline.isHour || !isOutdone {
      commands.insert(headline, at: isReply ? commands.count : 0)
    }
  }
  if commands.contains(.whereIs) { messages.append(.whereIs(caregiver: caregiver)) }
  if let hour = commands.first(where: { $0 != .whereIs }) {
    messages.append(hour.message(from: caregiver, takenAt: minute))
  }
  return messages
}

private func beginning(_ text: String, _ most: Int) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.prefix(most)))
}

/// The commands in lines that are not quoted.
///
/// Under an attribution without any mark stands the older mail, or an answer whose quotation was deleted.
/// It is older where the caregiver's own text stands above. Else nobody knows, so an hour does not
/// count there, while the end of company does (SAFE-3).
private func ownCommands(_ body: String) -> [CaregiverCommand] {
  var commands: [CaregiverCommand] = []
  var own: [[String]] = []
  var isBehindAttribution = false
  var isUnderText = false
  var isSure = true
  for line in body.unicodeScalars.split(whereSeparator: isLineBreak) {
    let text = line.drop { $0.properties.isWhitespace || $0.properties.generalCategory == .format }
    if text.isEmpty { continue }
    if text.first == ">" || text.first == "|" {
      isBehindAttribution = false
      continue
    }
    if isBehindAttribution {
      if isUnderText { break }
      isSure = false
    }
    if text.starts(with: "-----".unicodeScalars) || text.starts(with: "_____".unicodeScalars) {
      break
    }
    // A line that is too long is no command, but somebody wrote it.
    let words = MailLine.words(text, most: MailLine.longest) ?? []
    if isHeader(text) { break }
    isBehindAttribution = endsAttribution(text)
    if isBehindAttribution {
      // "On Saturday Vigía" may stand on a line of its own.
      let isSecond = !beginsAttribution(words) && own.last.map(beginsAttribution) == true
      isUnderText = own.count > (isSecond ? 1 : 0)
    }
    own.append(words)
    if let command = CaregiverCommand(words), isSure || !command.isHour {
      commands.append(command)
    }
  }
  return commands
}

/// "De: Vigía", "From: Vigía", "Gesendet: Freitag": a field in the header of the older mail.
private func isHeader(_ line: Substring.UnicodeScalarView) -> Bool {
  // Enough for the longest name, with a mark for bold letters around it.
  let start = line.prefix(14)
  guard let colon = start.firstIndex(of: ":") else { return false }
  let name = MailLine.words(start[..<colon], most: 14)?.joined(separator: " ") ?? ""
  return [
    "de", "from", "von", "da", "enviado", "enviado el", "sent", "gesendet", "inviato",
  ].contains(name)
}

private func beginsAttribution(_ words: [String]) -> Bool {
  ["on", "el"].contains(words.first)
}

/// "On Saturday Vigía wrote:", "escribió:", or the second line of such; also "-- Vigía escribió ---".
private func endsAttribution(_ line: Substring.UnicodeScalarView) -> Bool {
  let backwards = line.reversed().drop {
    $0.properties.isWhitespace || $0.properties.generalCategory == .format
  }
  // Enough for the last word, in whatever form its accent came.
  let end = Array(backwards.prefix(24))
  guard end.first == ":" || end.starts(with: "---".unicodeScalars) else { return false }
  let word = MailLine.words(end.reversed(), most: 24)?.last
  return word == "wrote" || word == "escribio"
}

/// Some programs mark an automatic reply in the subject only, not in the headers.
/// - Parameter isUnderOurs: the subject has a token, so that it was ours. Then nobody wrote the words in
///   front of it: a person's answer begins with "Re:". Over a new mail they may be a person's own.
private func isAutomatic(_ title: [String], isUnderOurs: Bool) -> Bool {
  let words = title.drop { ["re", "rv", "fw", "fwd"].contains($0) }
  let text = words.joined(separator: " ")
  let beginnings = [
    "automatic reply", "automatic response", "auto reply", "autoreply", "auto response",
    "autoresponse", "out of office", "out of the office", "vacation reply", "vacation response",
    "respuesta automatica", "autorespuesta", "ausente", "fuera de la oficina", "fuera de oficina",
    "resposta autom", "risposta automatica", "reponse automatique", "automatische antwort",
    "abwesenheit", "undeliver", "mail delivery", "delivery status",
  ]
  if beginnings.contains(where: { text.hasPrefix($0) }) { return true }
  guard isUnderOurs else { return false }
  // Whole words: a wearer's name, such as "Autora", stands there in a person's answer.
  return [
    ["auto"], ["ooo"], ["away"], ["i", "am", "away"], ["on", "vacation"], ["vacation"],
    ["estoy", "fuera", "de"], ["estoy", "de", "vacaciones"], ["de", "vacaciones"],
    ["vacaciones"], ["abwesend"],
  ].contains { words.starts(with: $0) }
}

private func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
  ["\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
}

extension [Message] {
  /// Leaves out what nobody has shown to be a caregiver's own wish.
  ///
  /// Anybody can write a caregiver's address into a From. So a command that weakens the watch, company
  /// until some hour, needs proof. Either the mail server authenticates the sender, or the mail has the
  /// token of one of our notices. Only somebody who had our mail has the token, and an answer carries
  /// it by itself. The other commands need no proof. A token proves itself, a position goes to the
  /// caregiver's own address, and the end of company only watches more. So these count also where the
  /// mail server doubts the sender, and company does not, with a token either.
  /// - Parameters:
  ///   - isVouchedFor: our mail server authenticated the sender.
  ///   - isDoubted: it found something against the sender.
  ///   - isOurs: whether a token, which may have been made up, is one of a notice.
  public func believed(
    isVouchedFor: Bool, isDoubted: Bool = false, isOurs: (UInt64) -> Bool
  ) -> [Message] {
    let hasToken = contains {
      if case .acknowledged(let token, _) = $0 { isOurs(token) } else { false }
    }
    if !isDoubted, isVouchedFor || hasToken { return self }
    return filter { if case .accompanied(let minute, _, _) = $0 { minute < 0 } else { true } }
  }
}

/// Lines of mails that people wrote, whatever their mail program made of them.
private enum MailLine {
  /// Scalars; no command is longer.
  static let longest = 120

  /// The words in small letters without accents, of ASCII letters, digits, ":" and "."; what is
  /// neither letter nor digit separates. Nil for a line longer than `most` scalars.
  static func words(_ line: some Sequence<Unicode.Scalar>, most: Int) -> [String]? {
    var text = ""
    var count = 0
    for scalar in line {
      count += 1
      if count > most { return nil }
      text.unicodeScalars.append(contentsOf: plain(scalar))
    }
    return text.split(separator: " ").map { word in
      let from = word.drop { ":.".contains($0) }
      return String(from.reversed().drop { ":.".contains($0) }.reversed())
    }.filter { !$0.isEmpty }
  }

  /// A foreign letter or a control character stays as "?", so that it spoils a command.
  private static func plain(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar {
    case "a"..."z", "0"..."9", ":", ".": return [scalar]
    case "A"..."Z": return [Unicode.Scalar(UInt8(scalar.value) + 32)]
    case "\t": return [" "]
    default: break
    }
    if let at = accented.firstIndex(of: scalar) { return [bare[at / 2]] }
    switch scalar.properties.generalCategory {
    // Accents of their own, and what mail programs put between letters, unseen.
    case .nonspacingMark, .format: return []
    case .control: return ["?"]
    default: return [scalar.properties.isAlphabetic ? "?" : " "]
    }
  }

  private static let accented = Array("áÁéÉíÍóÓúÚüÜñÑ".unicodeScalars)
  private static let bare = Array("aeiouun".unicodeScalars)
}

/// A caregiver's request to the device in a line of a mail, in either language.
public enum CaregiverCommand: Equatable, Sendable {
  /// "DÓNDE", "Where is Rosa?"
  case whereIs
  /// "CON COMPAÑÍA HASTA 18:30", "ACCOMPANIED UNTIL 18.30": minutes after local midnight, 0 to 1439.
  /// "6:30", with one digit, may mean the evening, too.
  case accompanied(untilMinute: Int16, hasOneDigit: Bool = false)
  /// "SIN COMPAÑÍA", "NOT ACCOMPANIED"
  case notAccompanied

  /// The command that a line is; nil for any other line.
  ///
  /// Accents, case and punctuation do not matter, but nothing else may stand beside a command. A
  /// sentence that only mentions one, such as our own that offers it, is none.
  public init?(line: String) {
    guard let words = MailLine.words(line.unicodeScalars, most: MailLine.longest) else {
      return nil
    }
    self.init(words)
  }

  init?(_ words: [String]) {
    guard let first = words.first else { return nil }
    if ["donde", "where"].contains(first) {
      guard words.count == 1 || words.count <= 8 && ["esta", "is", "s"].contains(words[1]) else {
        return nil
      }
      self = .whereIs
      return
    }
    let plain = words.filter { !Self.courtesies.contains($0) }
    if Self.endings.contains(plain) {
      self = .notAccompanied
      return
    }
    guard let time = plain.last, Self.beginnings.contains(Array(plain.dropLast())),
      let minute = Self.minute(time)
    else { return nil }
    let hasOneDigit = time.prefix { $0.isNumber }.count == 1
    self = .accompanied(untilMinute: minute, hasOneDigit: hasOneDigit)
  }

  /// It ends the watch until some hour.
  var isHour: Bool {
    switch self {
    case .accompanied: true
    case .whereIs, .notAccompanied: false
    }
  }

  /// The message for the core.
  /// - Parameter now: the minute of the day, local time, at which it was said; nil: nobody knows.
  public func message(from caregiver: UInt8, takenAt now: Int16? = nil) -> Message {
    switch self {
    case .whereIs: return .whereIs(caregiver: caregiver)
    case .accompanied(let minute, let hasOneDigit):
      let isEvening = hasOneDigit && now.map { Self.isEvening(minute, saidAt: $0) } ?? false
      return .accompanied(untilMinute: isEvening ? minute + 720 : minute, caregiver: caregiver)
    case .notAccompanied: return .accompanied(untilMinute: -1, caregiver: caregiver)
    }
  }

  /// Whether "6:30", said at that minute, ends in the evening. SAFE-3.
  ///
  /// Else "until 6:30", said in the afternoon, would end the watch for a night. It only makes company
  /// shorter: the core refuses an hour that comes next in more than 18 hours. Hour 0 is midnight's.
  private static func isEvening(_ minute: Int16, saidAt now: Int16) -> Bool {
    let ahead = (minute - now + 1440) % 1440
    return minute >= 60 && ahead > 720 && ahead <= 1080
  }

  private static let beginnings = [
    ["con", "compania", "hasta"], ["con", "alguien", "hasta"], ["acompanada", "hasta"],
    ["acompanado", "hasta"], ["accompanied", "until"], ["with", "somebody", "until"],
    ["with", "someone", "until"],
  ]
  private static let endings = [
    ["sin", "compania"], ["sin", "acompanante"], ["not", "accompanied"],
    ["no", "longer", "accompanied"],
  ]
  private static let courtesies: Set = [
    "las", "la", "h", "hs", "hrs", "horas", "por", "favor", "gracias", "please", "thanks",
  ]

  /// "18:30", "18.30", "18h30", "18h"; nothing is guessed from "6" or "6:30pm".
  private static func minute(_ time: String) -> Int16? {
    guard let match = time.wholeMatch(of: /([0-9]{1,2})(?:[:.h]([0-9]{2})h?|h)/),
      let hour = ForeignNumber.whole(match.1, in: 0...23)
    else { return nil }
    guard let digits = match.2 else { return Int16(clamping: hour * 60) }
    guard let minute = ForeignNumber.whole(digits, in: 0...59) else { return nil }
    return Int16(clamping: hour * 60 + minute)
  }
}
