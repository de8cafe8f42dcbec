import Device
import Testing
import Words

@Suite("A question on the screen, and its answer in the timeline (ALZ-5)")
struct QuestionScreenTests {
  private func lines(_ language: Language, _ names: Names = Sample.names) -> [String] {
    let page = ReminderPage(Sample.walk, .reminder, choice: Sample.choice)
    return language.screen(
      .reminder(page), names: names, now: Sample.moment, zone: Sample.cuenca, keys: .all
    ).lines
  }

  @Test("The number is the headline, with what was asked, how far it goes, and what each key does")
  func page() {
    #expect(
      lines(.spanish) == [
        "Paseo", "7", "De 0 a 10", "Con sombrero", "A las 10:00", "<paseo.jpg>", "[+] Más",
        "[−] Menos", "[OK] Confirmar", "[OK largo] Más tarde",
      ])
    #expect(
      lines(.english) == [
        "Paseo", "7", "From 0 to 10", "Con sombrero", "At 10:00", "<paseo.jpg>", "[+] More",
        "[−] Less", "[OK] Confirm", "[OK long] Later",
      ])
  }

  @Test("The timeline says what was answered")
  func answer() {
    let answered = Action.reminder(.answered(Sample.walk, 7))
    func sentence(_ language: Language) -> String? {
      language.sentence(answered, names: Sample.names, zone: Sample.cuenca)
    }
    #expect(sentence(.spanish) == "Respuesta a “Paseo”: 7.")
    #expect(sentence(.english) == "Answer to ‘Paseo’: 7.")
  }
}
