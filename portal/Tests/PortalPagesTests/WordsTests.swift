import Foundation
import HAL
import Testing
import Words

@testable import PortalPages

/// Words, moments and ages.
@Suite("Words of the portal")
struct WordsTests {
  private static func gaps(_ text: String) -> [Substring] {
    text.matches(of: /\{[a-z]+\}/).map { $0.output }.sorted()
  }

  @Test(
    "Both languages have the same gaps, and words in them",
    arguments: Phrasebook.parts.keys.sorted())
  func gaps(_ part: String) throws {
    for (key, phrase) in try #require(Phrasebook.parts[part]) {
      #expect(WordsTests.gaps(phrase.es) == WordsTests.gaps(phrase.en), "\(part).\(key)")
      #expect(!phrase.es.isEmpty && !phrase.en.isEmpty, "\(part).\(key)")
      for gap in WordsTests.gaps(phrase.es) {
        #expect(
          Gap(rawValue: String(gap.dropFirst().dropLast())) != nil, "\(part).\(key) has \(gap)")
      }
    }
  }

  @Test("Templates ask for texts that exist")
  func templates() throws {
    var asked = 0
    for (name, text) in Renderer.texts {
      for match in text.matches(of: /\{\{\{?w\.([a-z]+)\.([A-Za-z]+)/) {
        asked += 1
        #expect(
          Phrasebook.parts[String(match.1)]?[String(match.2)] != nil,
          "\(name) asks for \(match.1).\(match.2)")
      }
    }
    #expect(asked > 100)
  }

  /// The terms of docs/glossary.md that are also everyday words, and are meant as such on a page.
  private static let everyday: Set<String> = [
    "action", "answer", "attempt", "board", "call", "calm", "case", "company", "event", "life",
    "matter", "notice", "open notice", "page", "perimeter", "plan", "record", "round",
    "sensitivity", "watch", "word",
  ]

  /// Words of makers that stand in no glossary.
  private static let ofMakers = [
    "sync", "revision", "payload", "replica", "poll", "snapshot", "JSON", "YAML", "database",
    "registro", "réplica", "sondeo", "perfil", "traza", "semilla", "latido", "caja negra",
    "revisión", "sincronizar", "bitácora", "volcado",
  ]

  /// Doctors call it so, in both languages.
  private static let medical = ["Ambulatory glucose profile", "Perfil ambulatorio de glucosa"]

  @Test("No page for a family has a term of those who make the device")
  func family() throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../docs/glossary.md")
    let glossary = try String(contentsOf: url, encoding: .utf8)
    let table = try #require(glossary.components(separatedBy: "## Family list").first)
    let terms = table.matches(of: /\n\| ([^|]+?) \|/).flatMap {
      $0.1.split(separator: ", ").map(String.init)
    }.filter { !WordsTests.everyday.contains($0) }
    #expect(terms.count > 25)
    for (part, texts) in Phrasebook.parts {
      for (key, phrase) in texts {
        for said in [phrase.es, phrase.en] where !WordsTests.medical.contains(said) {
          for term in terms + WordsTests.ofMakers {
            let word = try Regex("\\b\(term)(e?s)?\\b").ignoresCase()
            #expect(said.firstMatch(of: word) == nil, "\(part).\(key) says “\(term)”: \(said)")
          }
        }
      }
    }
  }

  @Test("Whoever gives the right to administer reads all that it allows (docs/portal.md)")
  func administer() {
    let phrase = PeoplePhrase.administerHelp.phrase
    for word in [
      "perímetro", "recordatorios", "fotos", "ajustes", "diario", "invita", "permisos", "empareja",
      "despide", "quién hizo qué",
    ] {
      #expect(phrase.es.contains(word), "\(word)")
    }
    for word in [
      "perimeter", "reminders", "photos", "settings", "diary", "invites", "permissions", "pairs",
      "dismisses", "who did what",
    ] {
      #expect(phrase.en.contains(word), "\(word)")
    }
  }

  @Test("A reminder that became a notice is not said to have been mailed")
  func escalated() {
    let phrase = ReminderPhrase.escalated.phrase
    #expect(!phrase.es.contains("correo") && phrase.es.contains("aviso"))
    #expect(!phrase.en.contains("sent") && phrase.en.contains("notice"))
  }

  private func speak(_ language: Language, _ zone: String = "Europe/Madrid") -> PageWording {
    PageWording(language: language, now: Samples.now, zone: zone)
  }

  private func before(_ minutes: Double) -> WallTime {
    WallTime(milliseconds: Samples.now.milliseconds - Int64(minutes * 60_000))
  }

  /// It is 03:16 in Madrid, on Tuesday 24 November 2026.
  @Test(
    "A moment says its day where it is not today",
    arguments: [
      (0.0, "las 03:16", "03:16"), (106, "la 01:30", "01:30"),
      (226, "las 23:30 de ayer", "23:30 yesterday"),
      (-1380, "las 02:16 de mañana", "02:16 tomorrow"),
      (2880, "las 03:16 del domingo 22 de noviembre", "03:16 on Sunday 22 November"),
      (525_600, "las 03:16 del lunes 24 de noviembre de 2025", "03:16 on Monday 24 November 2025"),
    ])
  func moments(_ minutes: Double, _ es: String, _ en: String) {
    #expect(speak(.spanish).momentText(before(minutes)) == es)
    #expect(speak(.english).momentText(before(minutes)) == en)
  }

  @Test("A moment is that of the wearer's zone, over a change of the clocks, too")
  func zones() {
    let summer = WallTime(milliseconds: 1_792_890_000_000)  // 25 October 2026, 01:00 UTC
    #expect(speak(.spanish).clock(WallTime(milliseconds: summer.milliseconds - 1)) == "02:59")
    #expect(speak(.spanish).clock(summer) == "02:00")
    #expect(speak(.spanish, "America/Guayaquil").clock(Samples.now) == "21:16")
    #expect(speak(.spanish, "America/Argentina/Buenos_Aires").city == "Buenos Aires")
    #expect(speak(.spanish, "Nowhere/Land").zoneName == "UTC")
  }

  @Test(
    "An age is never rounded up",
    arguments: [
      (0.0, "hace menos de 1 min"), (0.99, "hace menos de 1 min"), (1, "hace 1 min"),
      (59.99, "hace 59 min"), (60, "hace 1 h"), (130.9, "hace 2 h 10 min"),
      (1439.9, "hace 23 h 59 min"), (2879, "hace 1 d 23 h"), (4560.5, "hace 3 d 4 h"),
      (-0.9, "hace menos de 1 min"), (-5, "5 min por delante del reloj del portal"),
    ])
  func ages(_ minutes: Double, _ words: String) {
    let html = speak(.spanish).age(before(minutes)).html
    #expect(html.contains(">\(words)<"), "\(html)")
  }

  @Test("A day is read as it is written, and no other text is one")
  func days() {
    #expect(Day("2026-11-24") == Day(year: 2026, month: 11, day: 24))
    #expect(Day("2024-02-29")?.text == "2024-02-29")
    for text in [
      "2026-02-29", "2026-13-01", "26-11-24", "2026-11-2٤", "2026-11-24/", "", "-026-11-24",
    ] {
      #expect(Day(text) == nil, "\(text)")
    }
  }

  @Test(
    "A browser is named as people know it",
    arguments: [
      (
        "Mozilla/5.0 (Windows NT 10.0) AppleWebKit Chrome/120 Safari/537 Edg/120", "Edge en Windows"
      ),
      (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17 Safari/604",
        "Safari en iPhone"
      ),
      ("Mozilla/5.0 (Linux; Android 14) Chrome/120 Mobile Safari/537", "Chrome en Android"),
      ("curl/7.88", "Un navegador"), ("", "Un navegador"),
    ])
  func agents(_ header: String, _ words: String) {
    #expect(AccountContent.agent(header, speak(.spanish)).html == words)
  }
}
