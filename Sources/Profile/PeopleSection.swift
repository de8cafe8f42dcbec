import Device
import Names
import Words

/// A relative who is told: in words for people, in flags for the core. ALZ-1.
public struct ProfileCaregiver: Equatable, Sendable {
  public var words: Names.Caregiver
  public var setting: Caregiver
}

/// The `wearer` and `caregivers` sections. ALZ-1.
enum PeopleSection {
  static let longestFile = 200

  static func wearer(_ value: YAMLValue) throws -> Names.Wearer {
    let members = try YAMLMembers(value, known: ["name", "photo"])
    let name = try members.need("name") { try $0.words(most: Names.longestName) }
    let photo = try members.read("photo") { try $0.photo() }
    return Names.Wearer(name: name ?? "", photo: photo)
  }

  private static func caregiver(
    _ value: YAMLValue, _ addresses: inout [SharedAddress]
  ) throws -> ProfileCaregiver {
    let members = try YAMLMembers(
      value, known: ["name", "gender", "kinship", "email", "photo", "mail", "relay"])
    let name = try members.need("name") { try $0.words(most: Names.longestName) }
    let kinship = try members.need("kinship") { try $0.words(most: Names.longestKinship) }
    let gender: Names.Gender? = try members.read("gender") { try $0.spelled() }
    let email = try members.read("email") { value in
      guard EmailAddress.isPlausible(try value.text()) else {
        throw value.refuse("is \(value.shown); expected an address such as ana@example.org")
      }
      try value.warnOfExample()
      return try value.text()
    }
    let photo = try members.read("photo") { try $0.photo() }
    let mail = try members.read("mail") { try $0.isYes() }
    let relay = try members.read("relay") { try $0.isYes() } ?? false
    if mail == true, members["email"] == nil, let member = members["mail"] {
      throw member.refuse("is yes, but there is no email; expected one")
    }
    guard let name, let kinship else { throw Mistakes.Listed() }
    let hasMail = mail ?? (email != nil)
    if !hasMail, !relay {
      value.warn("has no way to be told; give an email, or relay: yes")
    }
    if let email, let member = members["email"] {
      addresses.append(SharedAddress(member: member, email: email, name: name, hasMail: hasMail))
    }
    return ProfileCaregiver(
      words: Names.Caregiver(
        name: name, gender: gender, kinship: kinship, email: email, photo: photo),
      setting: Caregiver(
        hasMail: hasMail, hasRelay: relay,
        who: Names.Caregiver.who(name: name, email: email, hasRelay: relay)))
  }

  /// The list of caregivers, in which nobody stands twice: the device tells them apart by a number.
  static func caregivers(_ members: YAMLMembers) throws -> [ProfileCaregiver] {
    var known: [UInt32: String] = [:]
    var addresses: [SharedAddress] = []
    defer { SharedAddress.warn(of: addresses) }
    return try members.list("caregivers", most: Capacity.caregivers) { value in
      let caregiver = try caregiver(value, &addresses)
      if let other = known.updateValue(caregiver.words.name, forKey: caregiver.setting.who) {
        throw value.refuse(
          other == caregiver.words.name
            ? "is \(other) once more, with the same addresses; expected each caregiver once"
            : "cannot be told apart from \(other); expected another spelling of the name")
      }
      return caregiver
    }.compactMap { $0 }
  }
}

/// Addresses as mail servers take them everywhere: RFC 5321 without quoted local parts, address
/// literals and letters beyond ASCII.
package enum EmailAddress {
  package static func isPlausible(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, text.utf8.count <= 254, parts[0].utf8.count <= 64 else { return false }
    let atoms = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return atoms.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isAtomByte) }
      && labels.count >= 2 && labels.allSatisfy(isLabel)
  }

  /// The address as servers know it: in small letters, without what stands behind a "+". RFC 5233.
  static func mailbox(_ address: String) -> String {
    let parts = address.lowercased().split(separator: "@")
    guard parts.count == 2, let name = parts[0].split(separator: "+").first,
      !parts[0].hasPrefix("+")
    else { return address.lowercased() }
    return "\(name)@\(parts[1])"
  }

  /// Whether a text can be the name of a server.
  package static func isHost(_ text: some StringProtocol) -> Bool {
    text.utf8.count <= 253
      && text.split(separator: ".", omittingEmptySubsequences: false)
        .allSatisfy { isLabel(Substring($0)) }
  }

  static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
      && label.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
  }

  /// Whether a host is one of those that exist for documents and tests only (RFC 2606).
  static func isExample(_ host: some StringProtocol) -> Bool {
    let labels = host.lowercased().split(separator: ".")
    if let last = labels.last, ["example", "test", "invalid"].contains(last) { return true }
    return labels.count > 1 && labels[labels.count - 2] == "example"
      && ["com", "net", "org"].contains(labels[labels.count - 1])
  }

  private static func isAtomByte(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

extension YAMLValue {
  /// Warns of an address, or a host, that nobody answers at.
  func warnOfExample() throws {
    let text = try text()
    guard let host = text.split(separator: "@").last, EmailAddress.isExample(host) else { return }
    warn("is \(shown), an address of samples; nothing that is sent there arrives")
  }
}

/// A caregiver's address, of a mailbox that others may have as well.
private struct SharedAddress {
  var member: YAMLValue
  var email: String
  var name: String
  var hasMail: Bool

  /// Warns of each mailbox from which several people would answer as one, whom the device takes as
  /// `MailHeader.claim` does.
  static func warn(of all: [SharedAddress]) {
    for one in all {
      let mailbox = EmailAddress.mailbox(one.email)
      let shared = all.filter { EmailAddress.mailbox($0.email) == mailbox }
      let exact = shared.filter { $0.email.lowercased() == mailbox }
      let able = exact.isEmpty ? shared : exact
      let other = shared[0].member
      guard one.member.path != other.path, let heard = able.first(where: \.hasMail) ?? able.first
      else { continue }
      let line = other.refuse("").line.map { " in line \($0)" } ?? ""
      one.member.warn(
        "is \(one.member.shown), the mailbox of \(other.path)\(line); an answer from \(mailbox) "
          + "counts as that of \(heard.name); expected an address of their own")
    }
  }
}

/// The `notices` section: how long to wait for people.
enum NoticeSection {
  static func read(_ value: YAMLValue, into limits: inout Limits) throws {
    let members = try YAMLMembers(
      value, known: Limits.fields.map(\.name) + ["all_is_well_at", "heartbeat"])
    for field in Limits.fields {
      let minutes = try members.read(field.name) { try $0.whole(in: field.range, " min") }
      limits[keyPath: field.path] = minutes ?? limits[keyPath: field.path]
    }
    limits.allIsWellAt =
      try members.read("all_is_well_at") { try $0.minuteOfDay(in: 0...1439) } ?? limits.allIsWellAt
    let hasURL = limits.hasHeartbeat
    limits.hasHeartbeat = try members.read("heartbeat") { try $0.isYes() } ?? hasURL
    if limits.hasHeartbeat, !hasURL, let member = members["heartbeat"] {
      throw member.refuse("is yes, but there is no address; expected routes.heartbeat")
    }
  }
}

/// The `alarms` section: priorities that the caregiver raises. IEC 60601-1-8.
enum AlarmSection {
  static func read(_ value: YAMLValue) throws -> [RaisedAlarm] {
    let members = try YAMLMembers(value, known: AlarmKind.spellings.map(\.name))
    return try AlarmKind.spellings.compactMap { kind, name in
      let priority = try members.read(name) { member in
        let priority: AlarmPriority = try member.spelled()
        guard priority >= kind.ownPriority else {
          let allowed = AlarmPriority.spellings.filter { $0.value >= kind.ownPriority }.map(\.name)
          throw member.refuse(
            "is \(member.shown); expected \(allowed.joined(separator: " or ")): a profile raises a "
              + "priority and never lowers one")
        }
        return priority
      }
      return priority.flatMap { $0 > kind.ownPriority ? RaisedAlarm(kind, $0) : nil }
    }
  }
}

/// An alarm that comes with a higher priority than its own.
public struct RaisedAlarm: Equatable, Sendable {
  public var kind: AlarmKind
  public var priority: AlarmPriority

  init(_ kind: AlarmKind, _ priority: AlarmPriority) {
    self.kind = kind
    self.priority = priority
  }
}
