import Device
import Foundation
import HAL
import TestSupport
import Testing

@testable import Words

@Suite("The catalogue: every text in Spanish and in English")
struct CatalogueTests {
  @Test("No key lacks a translation, and both have the same gaps")
  func translated() {
    for entry in Catalogue.all {
      for text in [entry.phrase.es, entry.phrase.en] {
        #expect(!text.isEmpty, "\(entry.key)")
        #expect(text == text.trimmingCharacters(in: .whitespacesAndNewlines), "\(entry.key)")
        #expect(gaps(text).count == text.filter { $0 == "{" }.count, "\(entry.key)")
        #expect(gaps(text).allSatisfy { Slot(rawValue: $0) != nil }, "\(entry.key)")
      }
      #expect(gaps(entry.phrase.es) == gaps(entry.phrase.en), "\(entry.key)")
    }
  }

  @Test("Nothing is left in the other language")
  func differ() {
    // Alike by nature: numbers, units, and words that both share.
    let alike: Set = [
      "QuantityPhrase.echo", "QuantityPhrase.notANumber", "DosePhrase.units", "DosePhrase.total",
      "TimePhrase.moment", "TimePhrase.localAndUTC", "TimePhrase.utc", "KeyPhrase.ok",
      "ReportPhrase.counted", "ReportPhrase.hertz", "ReportPhrase.several",
      "ReportPhrase.tip", "ReportPhrase.zoneDate", "EventPhrase.several", "KeyPhrase.plus",
      "KeyPhrase.minus", "TimelinePhrase.glucoseLowOver",
    ]
    for entry in Catalogue.all {
      #expect((entry.phrase.es == entry.phrase.en) == alike.contains(entry.key), "\(entry.key)")
    }
  }

  @Test("Spanish says tú to everybody, never usted")
  func familiar() {
    let formal =
      #"(?i)\b(usted|le|tome|mida|pida|vuelva|responda|revise|llame|avise|escriba|"#
      + #"dígaselo|póngame|inyecte|su (glucosa|medicina|zona|perfil|familiar|cuidador))\b"#
    for entry in Catalogue.all {
      #expect(
        entry.phrase.es.range(of: formal, options: .regularExpression) == nil,
        "\(entry.key): \(entry.phrase.es)")
    }
  }

  @Test("No key is unused: each can be read somewhere, and no gap stays open")
  func used() throws {
    for language in Language.allCases {
      let lines = try CatalogueTests.everythingSaid(in: language).flatMap {
        $0.split(separator: "\n")
      }
      let said = Set(lines).joined(separator: "\n")
      #expect(!said.contains("{") && !said.contains("}"))
      for entry in Catalogue.all {
        let text = language == .spanish ? entry.phrase.es : entry.phrase.en
        let pattern = NSRegularExpression.escapedPattern(for: text)
          .replacingOccurrences(of: #"\\\{[a-zA-Z]+\\\}"#, with: ".+?", options: .regularExpression)
        #expect(
          said.range(of: pattern, options: .regularExpression) != nil,
          "\(entry.key) in \(language): \(text)")
      }
    }
  }

  @Test("No text for people stands outside the catalogue")
  func onePlace() throws {
    let words = URL(fileURLWithPath: Places.own("Sources/Words"))
    let files =
      FileManager.default.enumerator(at: words, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
    var groups = 0
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      groups += text.components(separatedBy: ": CatalogueKey {").count - 1
      if ["Catalogue.swift", "NumberWords.swift", "Language.swift"].contains(file.lastPathComponent)
      {
        continue
      }
      for word in ["== .spanish", "case .spanish", ".english"] {
        #expect(!text.contains(word), "\(file.lastPathComponent) chooses a language by itself")
      }
    }
    #expect(groups > 0)
    #expect(Set(Catalogue.all.map { $0.key.prefix { $0 != "." } }).count == groups)
  }

  private func gaps(_ text: String) -> Set<String> {
    Set(text.components(separatedBy: "{").dropFirst().map { String($0.prefix { $0 != "}" }) })
  }

  /// Every screen, sentence, mail and relay text, with the family's names and without any.
  static func everythingSaid(in language: Language) throws -> [String] {
    let insulin = try Sample.insulin()
    var said = Everything.refusals.map { language.sentence($0) }
    for trouble in Everything.troubles {
      said +=
        language.screen(
          .noProfile, names: Names(), now: nil, zone: .utc, trouble: trouble
        ).lines
    }
    for names in [Sample.names, Names()] {
      let test = language.testMail(to: 0, names: names)
      said += [test.subject, test.body, language.testText(names: names)]
    }
    for names in [Sample.names, Names()] {
      for page in try Everything.pages() {
        for profile in [insulin, nil] {
          let screen = language.screen(
            page, names: names, now: Sample.moment, zone: Sample.cuenca, insulin: profile)
          said += screen.lines
        }
      }
      said += try Everything.actions().compactMap {
        language.sentence($0, names: names, zone: Sample.cuenca)
      }
      for dispatch in Everything.dispatches {
        let mail = language.mail(dispatch, names: names, zone: Sample.cuenca, hasInbound: true)
        said += [mail.subject, mail.body]
        said.append(
          language.relayText(dispatch, names: names, zone: Sample.cuenca, hasInbound: false))
      }
    }
    said += try Everything.actions().map { language.label($0, names: Sample.names) }
    said += try Everything.actions().compactMap { language.tag($0) }
    said += Everything.fixRefusals.map { language.label($0) }
    said +=
      Everything.trial(in: language) + Everything.crossings(in: language)
      + Everything.signOff(in: language) + Everything.report(in: language)
    said.append(language.moment(Sample.moment, .utc))
    // One of each day and month.
    said += (0..<12).map {
      language.moment(Sample.wall(minutesLater: $0 * 60 * 24 * 31), Sample.cuenca)
    }
    return said
  }
}
