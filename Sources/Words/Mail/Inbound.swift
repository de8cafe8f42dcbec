import Device

/// What a caregiver's mail says to the device: at most one of each, in this order: that a notice was
/// read, the question where the wearer is, the hour until which somebody is there.
///
/// A reply acknowledges by the token in its subject or text, quoted or not. Commands count only in
/// the caregiver's own lines and in the subject: not in lines quoted with ">" or "|", nor behind the
/// rule or header under which some programs put the older mail. Of two hours the first counts: the
/// newest stands on top. An automatic reply says nothing: nobody has read.
/// - Parameters:
///   - subject: decoded; only its first 1,000 scalars are read.
///   - body: decoded plain text; only its first 65,536 scalars are read.
///   - caregiver: who sent it, as its From claims; an index from 0. What that is worth, `believed` says.
public func messages(subject: String, body: String, from caregiver: UInt8) -> [Message] {
  let subject = beginning(subject, 1000)
  let body = beginning(body, 65_536)
  let title = MailLine.words(subject.unicodeScalars, most: 1000) ?? []
  if isAutomatic(title) { return [] }

  var messages: [Message] = []
  if let token = token(in: subject) ?? token(in: body) {
    messages.append(.acknowledged(token: token, caregiver: caregiver))
  }
  let lines = [Array(title.drop { $0 == "re" })] + ownLines(body)
  let commands = lines.compactMap { CaregiverCommand($0) }
  if commands.contains(.whereIs) { messages.append(.whereIs(caregiver: caregiver)) }
  if let hour = commands.first(where: { $0 != .whereIs }) {
    messages.append(hour.message(from: caregiver))
  }
  return messages
}

private func beginning(_ text: String, _ most: Int) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.prefix(most)))
}

/// The words of each line that is not quoted.
private func ownLines(_ body: String) -> [[String]] {
  var own: [[String]] = []
  for line in body.unicodeScalars.split(whereSeparator: isLineBreak) {
    let text = line.drop { $0.properties.isWhitespace || $0.properties.generalCategory == .format }
    if text.first == ">" || text.first == "|" { continue }
    if text.starts(with: "-----".unicodeScalars) || text.starts(with: "_____".unicodeScalars) {
      break
    }
    guard let words = MailLine.words(text, most: MailLine.longest) else { continue }
    // "De: Vigía", "From: Vigía": the header of the older mail.
    if ["de", "from"].contains(words.first), text.prefix(6).contains(":") { break }
    own.append(words)
  }
  return own
}

/// Beside what the mail's headers say: some programs say it in the subject only.
private func isAutomatic(_ title: [String]) -> Bool {
  let text = title.joined(separator: " ")
  return [
    "automatic reply", "auto reply", "autoreply", "out of office", "respuesta automatica",
    "fuera de la oficina", "fuera de oficina", "undeliver", "mail delivery", "delivery status",
  ].contains { text.hasPrefix($0) }
}

private func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
  ["\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"].contains(scalar)
}
