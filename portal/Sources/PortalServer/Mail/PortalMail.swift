import Foundation
import HAL
import PortalPages
import PortalStore
import Words

/// The portal's own mails.
struct PortalMail: Sendable {
  var subject: String
  var body: String

  private static func say(_ language: String, es: String, en: String) -> String {
    language == "en" ? en : es
  }

  static func loginLink(_ address: String, _ account: Account) -> PortalMail {
    PortalMail(
      subject: say(account.language, es: "Entrar en Vigía", en: "Sign in to Vigía"),
      body: say(
        account.language,
        es: """
          Hola, \(account.name):

          Con esta dirección entras en Vigía sin contraseña. Sirve una sola vez, durante 15 minutos:

          \(address)

          Si no la has pedido tú, no hagas nada.
          """,
        en: """
          Hello \(account.name),

          This address signs you in to Vigía without a password. It works once, for 15 minutes:

          \(address)

          If you did not ask for it, do nothing.
          """))
  }

  /// - Parameter account: a moderator.
  static func testimonyWaits(_ address: String, _ account: Account) -> PortalMail {
    PortalMail(
      subject: say(
        account.language, es: "Vigía: espera un testimonio", en: "Vigía: a testimony waits"),
      body: say(
        account.language,
        es: """
          Hola, \(account.name):

          Alguien ha enviado un testimonio. Nadie lo ve hasta que decidas. Para leerlo, entra y abre esta dirección:

          \(address)

          Los que lleguen mientras espera no mandan otro correo.
          """,
        en: """
          Hello \(account.name),

          Somebody sent a testimony. Nobody sees it until you decide. To read it, sign in and open this address:

          \(address)

          Those that come while it waits send no other mail.
          """))
  }

  /// - Parameter account: the person who invites.
  static func invitation(_ address: String, from account: Account, to wearer: String) -> PortalMail
  {
    PortalMail(
      subject: say(
        account.language, es: "\(account.name) te invita a cuidar de \(wearer)",
        en: "\(account.name) invites you to look after \(wearer)"),
      body: say(
        account.language,
        es: """
          \(account.name) te invita a ver en Vigía cómo está \(wearer), y a ayudar.

          Para aceptar, abre esta dirección en las próximas 48 horas. Sirve una sola vez:

          \(address)
          """,
        en: """
          \(account.name) invites you to see in Vigía how \(wearer) is, and to help.

          To accept, open this address within the next 48 hours. It works once:

          \(address)
          """))
  }

  /// The last place: its time, its error, and a link to a map.
  static func place(_ language: String, _ place: PortalPages.Place, _ zone: ZoneOffset) -> String {
    let words: Language = language == "en" ? .english : .spanish
    var facts = [
      place.at.map { words.moment($0, zone) }
        ?? say(language, es: "hora desconocida", en: "time unknown")
    ]
    if let eph = place.accuracy { facts.append("± \(words.text(eph))") }
    return facts.joined(separator: ", ") + ": " + mapLink(place.position)
  }

  /// The device has been silent for too long.
  ///
  /// - Parameters:
  ///   - last: the time of the last contact, in the wearer's zone.
  ///   - place: the last place with its time; nil where none is known.
  ///   - isHidden: the device tells the portal no place.
  static func silence(
    _ language: String, wearer: String, last: String, place: String?, isHidden: Bool,
    battery: Int?, isOpen: Bool, address: String
  ) -> PortalMail {
    var lines = [
      say(
        language, es: "El dispositivo de \(wearer) no da señales desde \(last).",
        en: "The device of \(wearer) has given no sign since \(last).")
    ]
    if isOpen {
      lines.append(
        say(
          language, es: "Había una alerta abierta: alguien debería ir a mirar.",
          en: "An alert was open: somebody should go and look."))
    }
    if let place {
      lines.append(say(language, es: "Última posición, \(place)", en: "Last position, \(place)"))
    } else if !isHidden {
      lines.append(say(language, es: "No hay ninguna posición.", en: "There is no position."))
    }
    if isHidden {
      lines.append(
        say(
          language, es: "La posición no llega a este portal: así está ajustado el dispositivo.",
          en: "The position does not come to this portal: the device is set so."))
    }
    if let battery {
      lines.append(
        say(language, es: "Batería entonces: \(battery) %", en: "Battery then: \(battery)%"))
    }
    lines.append(
      say(
        language, es: "Puede que esté sin red, sin batería o apagado.",
        en: "It may be without network, without battery, or switched off."))
    return PortalMail(
      subject: say(
        language, es: "\(wearer): sin contacto desde \(last)",
        en: "\(wearer): no contact since \(last)"),
      body: lines.joined(separator: "\n") + "\n\n" + address + "\n")
  }

  // MARK: As bytes

  /// The message as RFC 5322 has it. No text of a stranger can begin a header of its own.
  static func message(_ letter: Letter, from: String, at now: Date) -> String {
    let date = DateFormatter()
    date.locale = Locale(identifier: "en_US_POSIX")
    date.timeZone = .gmt
    date.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
    let host = from.split(separator: "@").last.map(String.init) ?? "localhost"
    let lines = [
      "From: Vigia <\(from)>", "To: <\(letter.recipient)>", "Subject: \(header(letter.subject))",
      "Date: \(date.string(from: now))",
      "Message-ID: <vigia.\(letter.id).\(UUID().uuidString)@\(host)>",
      "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
      Data(letter.body.utf8).base64EncodedString(options: [
        .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
      ]),
    ]
    return lines.joined(separator: "\r\n") + "\r\n"
  }

  /// Encoded words of at most 75 characters (RFC 2047), whatever the text is.
  static func header(_ text: String) -> String {
    var words: [String] = []
    var bytes = Data()
    for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
      let next = Data(String(scalar).utf8)
      if bytes.count + next.count > 39 {
        words.append(bytes.base64EncodedString())
        bytes = Data()
      }
      bytes += next
    }
    words.append(bytes.base64EncodedString())
    return words.map { "=?UTF-8?B?\($0)?=" }.joined(separator: "\r\n ")
  }
}
