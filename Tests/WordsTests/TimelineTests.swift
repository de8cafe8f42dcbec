import Device
import HAL
import Testing
import Words

@Suite("The timeline in plain words")
struct TimelineTests {
  private func sentence(
    _ action: Action, _ language: Language = .spanish, names: Names = Sample.names
  ) -> String? {
    language.sentence(action, names: names, zone: Sample.cuenca)
  }

  @Test("Every action is a sentence in both languages, but what is part of another")
  func complete() throws {
    let actions = try Everything.actions()
    #expect(Set(actions.map { Everything.number($0) }) == Set(0...41))
    for language in Language.allCases {
      for names in [Sample.names, Names()] {
        for action in actions {
          let text = sentence(action, language, names: names)
          #expect((text == nil) == Everything.silent.contains(action))
          guard let text else { continue }
          #expect(text.hasSuffix(".") || text.contains("http://maps.google.com/maps?q="))
          #expect(!text.replacing("maps?q=", with: "").contains("?"))
          #expect(!text.contains("{") && !text.contains("\n"))
        }
      }
    }
  }

  @Test("The sentences that were there before names and zones still read the same")
  func unchanged() {
    let notice = Action.outbox(.queued(Sample.notice(.perimeter(.left), id: NoticeID(1))))
    #expect(
      Language.english.sentence(notice)
        == "Notice 1 to the caregiver queued: “Left the perimeter”.")
    #expect(
      Language.spanish.sentence(notice)
        == "Aviso 1 para la persona cuidadora, en cola: «Ha salido del perímetro».")
    #expect(
      Language.english.sentence(.position(.lost(Sample.bare, age: .seconds(166))))
        == "Position lost: last good one 2 min 46 s ago, -2.899639, -79.003541, "
        + "accuracy unknown.")
    #expect(
      Language.spanish.sentence(.perimeter(.left(Sample.place, initial: true)))
        == "FUERA del perímetro desde el principio: a 143 m de casa, precisión 23 m, "
        + "43 m más allá del límite. http://maps.google.com/maps?q=-2.899639,-79.003541")
  }

  @Test("Caregivers and reminders have names, else numbers; times are local")
  func names() {
    let snoozed = Action.reminder(.snoozed(Sample.pill, until: Sample.wall(minutesLater: 10)))
    #expect(sentence(snoozed) == "Aplazado hasta las 10:13: “Losartán”.")
    #expect(
      sentence(snoozed, .english, names: Names()) == "Put off until 10:13: ‘Reminder 2’.")
    let delivered = Action.outbox(
      .delivered(
        NoticeID(boot: 2, number: 7), Recipient(caregiver: 0, route: .relay)))
    #expect(sentence(delivered, .english) == "Notice 2.7 accepted for María by the relay.")
    #expect(
      sentence(delivered, names: Names())
        == "Aviso 2.7 aceptado para la persona cuidadora 1 por la pasarela.")
  }

  @Test("Help says where, or that there is no position")
  func help() {
    #expect(sentence(.helpRequested(nil)) == "PIDE AYUDA, sin posición.")
    #expect(
      sentence(.helpRequested(Sample.place), .english)
        == "ASKS FOR HELP: 143 m from home, accuracy 23 m. "
        + "http://maps.google.com/maps?q=-2.899639,-79.003541")
  }

  @Test("Actions that differ are told apart")
  func distinct() throws {
    for language in Language.allCases {
      let said = try Everything.actions().compactMap { sentence($0, language) }
      let twice = Dictionary(grouping: said) { $0 }.filter { $0.value.count > 1 }
      #expect(twice.isEmpty)
    }
  }
}
