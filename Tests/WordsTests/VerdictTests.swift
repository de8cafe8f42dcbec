import HAL
import Testing
import Words

@Suite("The verdict of a replay, in the reader's language")
struct VerdictTests {
  @Test("One is one and not many, in Spanish too")
  func plurals() {
    let summary = { (language: Language, count: Int) in
      language.summary(fixes: count, span: .seconds(1216), exits: count, returns: count)
        + "; " + language.skipped(count, ofOtherKinds: 0)
    }
    #expect(
      summary(.spanish, 1)
        == "1 posición en 20 min 16 s; 1 salida, 1 regreso; 1 línea omitida")
    #expect(
      summary(.spanish, 0)
        == "0 posiciones en 20 min 16 s; 0 salidas, 0 regresos; 0 líneas omitidas")
    #expect(
      summary(.english, 1) == "1 fix in 20 min 16 s; 1 exit, 1 return; 1 line skipped")
    #expect(
      summary(.english, 2) == "2 fixes in 20 min 16 s; 2 exits, 2 returns; 2 lines skipped")
  }

  @Test("Expectations and misses are Spanish in Spanish; names of events are the file's own")
  func spanish() {
    var expected = ExpectedEvent(event: "notice.delivered", count: 1)
    expected.about = "help"
    expected.caregiver = 1
    expected.from = "605 s"
    expected.to = "660 s"
    #expect(
      Language.spanish.text(expected)
        == "1 notice.delivered sobre help con la persona cuidadora 1 desde 605 s hasta 660 s")
    let moment = EventMoment(sinceStart: Milliseconds(12_345), time: "2015-03-21T15:00:12.345Z")
    #expect(
      Language.spanish.text(Miss.elsewhere([moment]))
        == "ocurrió a los 12,3 s (2015-03-21T15:00:12.345Z)")
    #expect(
      Language.spanish.verdict(
        expected: Language.spanish.text(ExpectedEvent(event: "position.lost", count: 0)),
        miss: "ocurrió una vez")
        == "FALLO   se esperaba que no hubiera position.lost: ocurrió una vez")
    var several = ExpectedEvent(event: "mail", count: 2)
    several.says = ["al norte"]
    several.omits = ["al sur"]
    #expect(
      Language.spanish.text(several)
        == "que hubiera 2 mail que dijera «al norte» que no dijera «al sur»")
    #expect(
      Language.english.text(several) == "2 mail that says “al norte” that does not say “al sur”")
  }
}
