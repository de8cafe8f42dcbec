import Foundation
import Profile
import Sync
import Words

/// The file `vigia-setup.txt`, as a family types it on its computer.
///
/// Notepad's kinds of text are read: UTF-8 with and without a mark at the start, and UTF-16 with one. A
/// line is a word, a colon and a value. Words are Spanish or English; capitals, accents, blanks and
/// dashes in them do not count.
public struct SetupFile: Equatable, Sendable {
  /// A network, and the secret that opens it.
  public struct Network: Equatable, Sendable {
    /// 1 to 32 bytes of UTF-8.
    public var name: String
    /// 8 to 63 characters of ASCII; nil: the network is open.
    public var password: String?
  }

  /// A mail server that takes the device's notices.
  public struct Mail: Equatable, Sendable {
    public var host: String
    /// Nil: the usual one.
    public var port: UInt16?
    public var user: String
    public var password: String
    /// The address that the notices come from.
    public var sender: String
  }

  /// The reason why the file cannot be used. It repeats nothing of the file, which holds secrets.
  public struct Mistake: Error, Equatable, Sendable {
    /// The number of the line, from 1; nil: it is about the whole file.
    public var line: Int?
    package var expected: SetupPhrase
  }

  /// Bytes of the longest file.
  static let longest = 4096

  /// The portal's address, without a slash at its end.
  public var portal = ""
  /// "ABCD-EFGH".
  public var code = ""
  public var network: Network?
  /// Nil: the file says nothing about mail.
  public var mail: Mail?

  /// - Parameter bytes: the file, whole.
  public init(_ bytes: [UInt8]) throws(Mistake) {
    guard bytes.count <= SetupFile.longest else { throw Mistake(expected: .expectedShort) }
    var found: [Key: (value: String, line: Int)] = [:]
    for (index, raw) in try SetupFile.lines(bytes).enumerated() {
      let number = index + 1
      let line = raw.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let colon = line.firstIndex(of: ":") else {
        throw Mistake(line: number, expected: .expectedLine)
      }
      guard let key = Key(String(line[..<colon])) else {
        throw Mistake(line: number, expected: .expectedKey)
      }
      guard found[key] == nil else { throw Mistake(line: number, expected: .expectedOnce) }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      found[key] = (SetupFile.unquoted(value), number)
    }
    try take(found)
  }

  private mutating func take(_ found: [Key: (value: String, line: Int)]) throws(Mistake) {
    guard let address = found[.portal] else { throw Mistake(expected: .portalMissing) }
    guard let portal = Routes.address(address.value) else {
      throw Mistake(line: address.line, expected: .expectedPortal)
    }
    guard let typed = found[.code] else { throw Mistake(expected: .codeMissing) }
    guard let code = SyncText.code(typed.value) else {
      throw Mistake(line: typed.line, expected: .expectedCode)
    }
    (self.portal, self.code) = (portal, code)
    mail = try SetupFile.mail(found)
    let password = found[.password].flatMap { $0.value.isEmpty ? nil : $0 }
    guard let name = found[.network], !name.value.isEmpty else {
      if let password { throw Mistake(line: password.line, expected: .networkMissing) }
      return
    }
    guard name.value.utf8.count <= 32, !name.value.unicodeScalars.contains(where: \.isControl)
    else { throw Mistake(line: name.line, expected: .expectedNetwork) }
    if let password {
      guard (8...63).contains(password.value.utf8.count),
        password.value.utf8.allSatisfy({ (0x20...0x7e).contains($0) })
      else { throw Mistake(line: password.line, expected: .expectedPassword) }
    }
    network = Network(name: name.value, password: password?.value)
  }

  private static func mail(_ found: [Key: (value: String, line: Int)]) throws(Mistake) -> Mail? {
    let keys = [Key.mail, .mailUser, .mailPassword, .mailSender]
    guard let some = keys.lazy.compactMap({ found[$0] }).first else { return nil }
    func needed(_ key: Key) throws(Mistake) -> (value: String, line: Int) {
      guard let entry = found[key], !entry.value.isEmpty else {
        throw Mistake(line: some.line, expected: .expectedMailLines)
      }
      return entry
    }
    let server = try needed(.mail)
    let parts = server.value.split(separator: ":", omittingEmptySubsequences: false)
    let port = parts.count == 2 ? UInt16(parts[1]) : nil
    guard EmailAddress.isHost(parts[0]), parts.count == 1 || port ?? 0 > 0 else {
      throw Mistake(line: server.line, expected: .expectedMail)
    }
    let (user, password) = (try needed(.mailUser), try needed(.mailPassword))
    for entry in [user, password]
    where entry.value.utf8.count > 254 || entry.value.unicodeScalars.contains(where: \.isControl) {
      throw Mistake(line: entry.line, expected: .expectedMailWord)
    }
    let sender = found[.mailSender] ?? user
    guard EmailAddress.isPlausible(sender.value) else {
      throw Mistake(line: sender.line, expected: .expectedSender)
    }
    return Mail(
      host: String(parts[0]), port: port, user: user.value, password: password.value,
      sender: sender.value)
  }

  /// The words before the colon.
  private enum Key {
    case portal, code, network, password, mail, mailUser, mailPassword, mailSender

    init?(_ text: String) {
      // Letters with their accents apart are equal to those in one piece.
      let plain: [Character: Character] = ["ó": "o", "ñ": "n"]
      let word = String(
        text.lowercased().filter { !$0.isWhitespace && $0 != "-" && $0 != "_" }
          .map { plain[$0] ?? $0 })
      switch word {
      case "portal": self = .portal
      case "codigo", "code": self = .code
      case "wifi", "red", "network": self = .network
      case "wifipassword", "password", "contrasena", "contrasenawifi", "wificontrasena",
        "contrasenadelwifi", "contrasenadelared", "clave", "clavewifi", "clavedelwifi":
        self = .password
      case "correo", "mail", "email": self = .mail
      case "usuariodelcorreo", "usuariocorreo", "correousuario", "mailuser": self = .mailUser
      case "contrasenadelcorreo", "contrasenacorreo", "correocontrasena", "clavedelcorreo",
        "mailpassword":
        self = .mailPassword
      case "remitente", "sender", "mailsender": self = .mailSender
      default: return nil
      }
    }
  }

  /// A value that begins or ends with a blank stands in quotation marks.
  private static func unquoted(_ value: String) -> String {
    guard value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
    return String(value.dropFirst().dropLast())
  }

  private static func lines(_ bytes: [UInt8]) throws(Mistake) -> [String] {
    let text: String?
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      guard bytes.count % 2 == 0 else { throw Mistake(expected: .expectedText) }
      // The mark at the start says which byte of a letter comes first.
      text = String(data: Data(bytes), encoding: .utf16)
    } else {
      let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      // The number of the line helps who saved "contraseña" in an old encoding.
      if let bad = bytes[start...].split(separator: 0x0A, omittingEmptySubsequences: false)
        .firstIndex(where: { String(validating: $0, as: UTF8.self) == nil || $0.contains(0) })
      {
        throw Mistake(line: bad + 1, expected: .expectedText)
      }
      text = String(validating: bytes[start...], as: UTF8.self)
    }
    guard let text, !text.contains("\0") else { throw Mistake(expected: .expectedText) }
    return text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
