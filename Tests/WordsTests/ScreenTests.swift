import Device
import HAL
import Testing
import Words

@Suite("The wearer's screen in words")
struct ScreenTests {
  private func screen(
    _ page: Page, _ language: Language = .spanish, names: Names = Sample.names,
    now: WallTime? = Sample.moment, keys: KeySet = .all
  ) -> ScreenText {
    language.screen(page, names: names, now: now, zone: Sample.cuenca, keys: keys)
  }

  @Test("Home is time, date, own name and photo, help: nothing else (ALZ-8)")
  func home() {
    let home = screen(.home(showsTime: true, accompaniedUntil: nil))
    #expect(home.lines == ["10:03", "sábado 21 de marzo", "Rosa", "<rosa.jpg>", "[AYUDA]"])
    #expect(home.clock == "10:03")
    #expect(home.body.isEmpty)
    #expect(home.hints.map(\.key) == [.help])
    let english = screen(.home(showsTime: true, accompaniedUntil: nil), .english)
    #expect(english.lines == ["10:03", "Saturday 21 March", "Rosa", "<rosa.jpg>", "[HELP]"])
  }

  @Test("A clock that is not trusted shows neither time nor date")
  func untrusted() {
    for home in [
      screen(.home(showsTime: false, accompaniedUntil: nil)),
      screen(.home(showsTime: true, accompaniedUntil: nil), now: nil),
    ] {
      #expect(home.lines == ["Rosa", "<rosa.jpg>", "[AYUDA]"])
    }
  }

  @Test("Accompanied is shown while it lasts, until when by local time")
  func accompanied() {
    func body(_ minutes: Int64, _ language: Language = .spanish) -> [String] {
      let until = Sample.wall(minutesLater: minutes)
      return screen(.home(showsTime: true, accompaniedUntil: until), language).body
    }
    #expect(body(7) == ["Con compañía hasta las 10:10"])
    #expect(body(7, .english) == ["Accompanied until 10:10"])
    // One o'clock is singular in Spanish.
    #expect(body(15 * 60) == ["Con compañía hasta mañana a la 01:03"])
  }

  @Test("Company that ends on the next day says so; midnight ends this day")
  func accompaniedTomorrow() {
    func body(_ minutes: Int64, _ language: Language = .spanish) -> [String] {
      let later = Sample.wall(minutesLater: minutes).milliseconds
      let until = WallTime(milliseconds: later / 60_000 * 60_000)
      return screen(.home(showsTime: true, accompaniedUntil: until), language).body
    }
    #expect(body(13 * 60 + 57) == ["Con compañía hasta las 00:00"])
    #expect(body(13 * 60 + 58) == ["Con compañía hasta mañana a las 00:01"])
    #expect(body(24 * 60) == ["Con compañía hasta mañana a las 10:03"])
    #expect(body(24 * 60, .english) == ["Accompanied until 10:03 tomorrow"])
  }

  @Test("Help says whom it calls, and who was told, in the words of ALZ-7")
  func help() {
    let calling = screen(.help(.calling, caregiver: 0))
    #expect(calling.headline == "Avisando a María, tu hija")
    let told = screen(.help(.told, caregiver: 0))
    #expect(told.headline == "Hemos informado a María, tu hija")
    #expect(told.photo == "maria.jpg")
    #expect(told.hints.map(\.text) == ["Volver"])
    let notThrough = screen(.help(.notThrough, caregiver: 0))
    #expect(notThrough.headline == "No consigo avisar a María")
    #expect(screen(.help(.calling, caregiver: 1)).headline == "Avisando a Luis")
    let english = screen(.help(.told, caregiver: 0), .english)
    #expect(english.headline == "We have told María, your hija")
  }

  @Test("The page of an exit says the same of its notice: calling, told, not through (ALZ-4)")
  func exit() {
    let body: [[String]] = [HelpStage.calling, .told, .notThrough].map {
      screen(.leftPerimeter($0, caregiver: 0)).body
    }
    let home = "Vuelve a casa, por favor"
    #expect(body[0] == [home, "Avisando a María, tu hija"])
    #expect(body[1] == [home, "Hemos informado a María, tu hija"])
    #expect(body[2] == [home, "No consigo avisar a María"])
    let english = screen(.leftPerimeter(.told, caregiver: 1), .english)
    #expect(english.body == ["Please go back home", "We have told Luis"])
  }

  @Test(
    "A caregiver's photo is seen only once a route accepted the notice, or they answered (ALZ-7)")
  func photos() throws {
    let known: [Page] = [.help(.told, caregiver: 0), .help(.answered, caregiver: 0)]
    for page in try Everything.pages() where screen(page).photo == "maria.jpg" {
      #expect(known.contains(page))
    }
  }

  @Test("A reminder shows its name, note, time, photo and how to answer (ALZ-5, ALZ-6)")
  func reminder() {
    #expect(
      screen(.reminder(ReminderPage(Sample.walk, .reminder))).lines == [
        "Recordatorio", "Paseo", "Con sombrero", "A las 10:00", "<paseo.jpg>", "[OK] Hecho",
        "[OK largo] Más tarde",
      ])
    #expect(
      screen(.reminder(ReminderPage(Sample.pill, .medication)), .english).lines == [
        "Time for your medicine", "Losartán", "Dose: 1 pastilla", "At 10:00", "<losartan.jpg>",
        "[OK] I have taken it", "[OK long] Later",
      ])
  }

  @Test("Plus begins a reading, a long ok puts it off")
  func measure() {
    #expect(
      screen(.dose(.measure(.dinner))).lines == [
        "Antes de la cena", "Mide tu glucosa", "[+] Escribir la medida", "[OK largo] Más tarde",
      ])
  }

  @Test("A key that the board lacks is not spoken of")
  func keys() throws {
    let helpOnly = KeySet(bits: 0).with(.help)
    for page in try Everything.pages() {
      #expect(screen(page, keys: helpOnly).hints.allSatisfy { $0.key == .help })
      #expect(screen(page, keys: KeySet(bits: 0)).hints.isEmpty)
    }
  }

  @Test("Low glucose says what to do, very low also that help is being called (DIA-8)")
  func lowGlucose() {
    let low = screen(.glucose(.low(.amount(Sample.milligrams(65)), isVery: false)))
    #expect(
      low.lines == [
        "Glucosa baja", "65 mg/dL — sesenta y cinco", "Toma 15 g de azúcar",
        "No te inyectes insulina", "Mide otra vez en 15 minutos", "[AYUDA]", "[OK] Silenciar",
        "[+] Escribir la medida",
      ])
    let body = [
      "The meter says LO", "Take 15 g of sugar now", "Do not inject insulin",
      "Measure again in 15 minutes",
    ]
    #expect(screen(.glucose(.low(.low, isVery: true)), .english).body == body)
    #expect(
      screen(.glucose(.low(.low, isVery: true, .calling)), .english).body
        == body + ["Asking María for help"])
    #expect(
      screen(.glucose(.low(.low, isVery: true, .answered)), .english).body == body + ["María knows"]
    )
    #expect(
      screen(.glucose(.low(.low, isVery: true, .nobody)), .english).body
        == body + ["There is nobody I can tell"])
  }

  @Test("Every page has something to read, in both languages, with and without names")
  func complete() throws {
    let pages = try Everything.pages()
    #expect(Set(pages.map { Everything.number($0) }) == Set(0...17))
    for language in Language.allCases {
      for page in pages {
        for names in [Sample.names, Names()] {
          let lines = screen(page, language, names: names).lines
          #expect(!lines.isEmpty)
          for line in lines {
            #expect(!line.isEmpty && !line.contains("?") && !line.contains("{"), "\(page)")
            #expect(!line.contains("\n"))
          }
        }
      }
    }
  }

  @Test("Lines are short enough for large letters (ALZ-10)")
  func short() throws {
    var names = Sample.names
    // The device of a family always has a name to say.
    while names.caregivers.count < 10 { names.caregivers.append(names.caregivers[0]) }
    for language in Language.allCases {
      for page in try Everything.pages() {
        let text = language.screen(
          page, names: names, now: Sample.moment, zone: Sample.cuenca,
          insulin: try Sample.insulin())
        #expect(text.headline.count <= 32, "\(text.headline)")
        for line in text.body { #expect(line.count <= 46, "\(line)") }
        for hint in text.hints { #expect(hint.text.count <= 20, "\(hint.text)") }
      }
    }
  }

  @Test("Names from a profile cannot break a line, and a name like a gap stays a name")
  func hostileNames() {
    var names = Sample.names
    names.caregivers[0].name = "María\r\n{kinship}\u{2028}\u{0}"
    names.wearer = Names.Wearer(name: " \n ")
    let calling = screen(.help(.calling, caregiver: 0), names: names)
    #expect(calling.headline == "Avisando a María {kinship}, tu hija")
    let home = screen(.home(showsTime: false, accompaniedUntil: nil), names: names)
    #expect(home.lines == ["[AYUDA]"])
  }
}
