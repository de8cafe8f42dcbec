import Device
import HAL
import Testing
import Words

extension Everything {
  /// A whole file that is not there, and a line that says who is to be asked.
  static let troubles: [FileTrouble] = [
    FileTrouble(file: "profile.yaml", line: nil, reason: "does not exist", caregiver: ""),
    FileTrouble(
      file: "profile.yaml", line: 3,
      reason: "perimeter.radius_m is \"5\"; expected 100 to 1000 m", caregiver: "Ana"),
  ]
}

@Suite("The page of a device without a profile (SAFE-7)")
struct NoProfileScreenTests {
  private func screen(_ trouble: FileTrouble?, _ language: Language) -> ScreenText {
    language.screen(.noProfile, names: Names(), now: nil, zone: .utc, trouble: trouble)
  }

  @Test("It says whom to ask first, then file and line, then what is wrong; help is on it")
  func page() {
    let page = screen(Everything.troubles[1], .spanish)
    #expect(page.headline == "No encuentro mis ajustes")
    #expect(page.body.first == "Pide ayuda a Ana, por favor")
    #expect(
      page.body.dropFirst() == [
        "Archivo profile.yaml, línea 3", "perimeter.radius_m is \"5\"; expected 100 to 1000 m",
      ])
    #expect(page.hints.map(\.key) == [.help])
    #expect(screen(Everything.troubles[0], .english).body[1] == "File profile.yaml")
    #expect(screen(nil, .english).body == ["Please ask your family for help"])
  }
}
