import Foundation
import Glibc
import HAL
import TestSupport
import Testing

/// A wearer who quit smoking at 09:45. The town's receiver begins to speak at 10:00.
@Suite("A companion on a device that lives (QUIT-4)", .serialized, .needs(.gpsd))
struct CompanionRunTests {
  private static let profile = """
    reminders:
      - {id: 1, type: medication, name: Pastilla, dose: 1 pastilla, at: 2031-03-21 10:20, repeat: daily}
    quit:
      per_day: 10
      price: 3.75
      quit_at: 2031-03-21 09:45
      on_demand: yes

    """

  /// A key in the first half second of a page was meant for the page before.
  private func answer(_ run: PanelRun, _ keys: String) {
    usleep(200_000)
    run.type(keys)
  }

  @Test(
    "A milestone comes, ok asks for the craving, a tip answers, and a power cut loses none of it")
  func day() throws {
    let town = try Town(seconds: 3600, scale: 20)
    try town.write(profile: CompanionRunTests.profile)
    let run = try town.start()
    town.feeder.start()
    // The home page says what ok does.
    try town.until(run, shows: "[OK] ¿Cuántas ganas de fumar?")
    try town.until(run, shows: "Sin fumar: 20 minutos")
    #expect(run.page.contains("Bajan el pulso y la tensión."))
    answer(run, "o")
    try town.until(run, shows: "[OK] ¿Cuántas ganas de fumar?")
    answer(run, "o")
    try town.until(run, shows: "De 0 a 10")
    answer(run, "+o")
    try town.until(run, shows: "Consejo para no fumar")
    run.kill()

    let again = try town.start()
    try town.until(again, shows: "Consejo para no fumar")
    answer(again, "o")
    // The family's medicine is there in spite of it all, and what was answered does not come back.
    try town.until(again, shows: "Pastilla")
    #expect(!again.pages.contains { $0.contains("Sin fumar: 20 minutos") })
    again.kill()

    // The black box has the rows: a replay needs neither companion nor profile.
    let boxes = try FileManager.default.contentsOfDirectory(atPath: town.statePath)
      .filter { $0.hasPrefix("blackbox-2-") }
    let events = try LiveRun.replay(["\(town.statePath)/\(try #require(boxes.first))"])
    let answers = events.named("reminder.answered")
    #expect(answers.count == 1 && answers.first?["answer"] as? Int == 6, "\(answers)")
    #expect(answers.first?["name"] as? String == "¿Cuántas ganas de fumar?")
    let due = events.named("reminder.due").compactMap { $0["name"] as? String }
    #expect(
      due == ["Sin fumar: 20 minutos", "¿Cuántas ganas de fumar?", "Consejo para no fumar"],
      "\(due); \(town.complaints)")
  }
}
