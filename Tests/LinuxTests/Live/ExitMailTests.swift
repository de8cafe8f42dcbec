import Foundation
import Glibc
import HAL
import TestSupport
import Testing

/// The mails as a mail server delivers them and a mail program reads them.
@Suite(
  "The mails of an exit and of a return from a device that lives (ALZ-4)", .serialized,
  .needs(Town.needs))
struct ExitMailTests {
  /// On foot to 400 m in the north, ten minutes there, and back.
  private static func distance(_ second: Int) -> Double {
    let out = min(max(Double(second) - 240, 0) * 1.4, 400)
    return out - min(max(Double(second) - 1200, 0) * 1.4, 400)
  }

  private func letters(_ language: String) throws -> (exit: String, back: String) {
    let exim = try RealMailTests.Exim()
    let family = try Family(exim, mailbox: "", answers: false)
    let town = try Town(seconds: 3 * 3600, distance: ExitMailTests.distance)
    try town.write(
      profile: """
        caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
        routes:
          mail: {host: localhost, port: \(exim.implicit), security: tls, user: vigia, credentials: mail.secret, from: vigia@example.org}

        """, language: language)
    let run = try town.start()
    town.feeder.start()
    func letter(_ words: String...) throws -> String? {
      try family.letters().first { letter in words.contains { letter.subject.contains($0) } }?.text
    }
    try Town.until("the mail of the return") {
      run.look()
      return try letter("está otra vez dentro", "inside the perimeter again") != nil
    }
    run.kill()
    let exit = try #require(try letter("ha salido del perímetro", "left the perimeter"))
    return (exit, try #require(try letter("está otra vez dentro", "inside the perimeter again")))
  }

  @Test("In Spanish: how far outside, where to, how sure, how old; and how it was")
  func spanish() throws {
    let (exit, back) = try letters("es")
    for words in [
      /La posición está \d+ m fuera del perímetro, a \d+ m al norte de casa \(límite: 150 m\)\./,
      /Va hacia el norte, a pie\./, /Precisión: ± \d+ m\./,
      /Posición de hace (?:menos de 1|\d+) s\./,
    ] {
      #expect(exit.contains(words), "\(exit)")
    }
    for words in [
      /Dentro desde las 10:\d\d\./, /Tiempo fuera: \d+ min\./,
      /Lo más lejos que se vio: 2[45]\d m más allá del límite\./,
    ] {
      #expect(back.contains(words), "\(back)")
    }
  }

  @Test("In English the same")
  func english() throws {
    let (exit, back) = try letters("en")
    for words in [
      /The position is \d+ m outside the perimeter, \d+ m to the north of home \(limit: 150 m\)\./,
      /Going towards the north, on foot\./, /Accuracy: ± \d+ m\./,
      /Position of (?:less than 1|\d+) s ago\./,
    ] {
      #expect(exit.contains(words), "\(exit)")
    }
    for words in [
      /Inside since 10:\d\d\./, /Time outside: \d+ min\./,
      /Farthest seen: 2[45]\d m beyond the limit\./,
    ] {
      #expect(back.contains(words), "\(back)")
    }
  }
}
