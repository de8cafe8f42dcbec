import Device
import HAL
import Testing
import Words

@Suite("Place and direction in the mail (ALZ-4, ALZ-9)")
struct MailPlaceTests {
  private func body(
    _ language: Language, _ matter: Notice.Matter = .perimeter(.left), age: Int64 = 12_000,
    made: WallTime? = Sample.moment, late: Int64 = 0, isLater: Bool = false,
    outing: Outing = Outing(), _ change: (inout Whereabouts) -> Void = { _ in }
  ) -> String {
    var place = Sample.place
    change(&place)
    let notice = Sample.notice(matter, at: place, age: age, made: made, outing: outing)
    let dispatch = Sample.dispatch(notice, late: late, isLater: isLater)
    let mail = language.mail(
      dispatch, names: Sample.names, zone: Sample.cuenca, hasInbound: false)
    return mail.subject + "\n" + mail.body
  }

  private func body(_ language: Language, _ change: (inout Whereabouts) -> Void) -> String {
    body(language, .perimeter(.left), change)
  }

  private func relay(
    _ language: Language, isLater: Bool = false, _ change: (inout Whereabouts) -> Void
  ) -> String {
    var place = Sample.place
    change(&place)
    let dispatch = Sample.dispatch(Sample.notice(.perimeter(.left), at: place), isLater: isLater)
    return language.relayText(
      dispatch, names: Sample.names, zone: Sample.cuenca, hasInbound: false)
  }

  @Test("Metres outside the edge stand before those from home; inside only these are said")
  func outside() {
    let far: (inout Whereabouts) -> Void = { ($0.distance, $0.radius) = (Metres(731), Metres(600)) }
    #expect(body(.english, far).contains("The position is 131 m outside the perimeter, 731 m to"))
    #expect(body(.spanish, far).contains("La posición está 131 m fuera del perímetro, a 731 m al"))
    let inside: (inout Whereabouts) -> Void = { $0.radius = Metres(200) }
    #expect(
      body(.english, .help, inside).contains("The distance from home is 143 m (limit: 200 m)."))
    #expect(body(.spanish, .help, inside).contains("Está a 143 m de casa (límite: 200 m)."))
    #expect(!body(.english, .help, inside).contains("outside"))
  }

  @Test("A notice of an older program, without directions, says no direction")
  func noDirection() {
    let bare: (inout Whereabouts) -> Void = { ($0.direction, $0.motion) = (nil, nil) }
    #expect(
      body(.english, bare).contains(
        "The position is 43 m outside the perimeter, 143 m from home (limit: 100 m).\nMap: "))
    #expect(
      body(.spanish, bare).contains(
        "43 m fuera del perímetro, a 143 m de casa (límite: 100 m).\nMapa: "))
    #expect(
      relay(.english, bare).contains("; 43 m outside the perimeter, 143 m from home, accuracy"))
  }

  @Test("An unknown accuracy is called so, and no number stands for it")
  func accuracy() {
    let unknown: (inout Whereabouts) -> Void = { $0.eph = nil }
    #expect(body(.english, unknown).contains("\nAccuracy unknown.\n"))
    #expect(body(.spanish, unknown).contains("\nPrecisión desconocida.\n"))
    #expect(!(body(.english, unknown) + body(.spanish, unknown)).contains("±"))
    #expect(relay(.spanish, unknown).contains(", precisión desconocida;"))
    #expect(body(.english).contains("\nAccuracy: ± 23 m.\n"))
    #expect(relay(.english) { _ in }.contains(", accuracy ± 23 m;"))
  }

  @Test("The age is that of the position when the mail is made; from a minute on in minutes")
  func age() {
    #expect(body(.english, age: 15_999).contains("\nPosition of 15 s ago.\n"))
    #expect(body(.spanish, age: 15_999).contains("\nPosición de hace 15 s.\n"))
    #expect(body(.english, age: 400).contains("\nPosition of less than 1 s ago.\n"))
    #expect(body(.spanish, age: 400).contains("\nPosición de hace menos de 1 s.\n"))
    #expect(body(.english, age: 15_000, late: 44_000).contains("Position of 59 s ago."))
    #expect(body(.english, age: 15_000, late: 45_000).contains("Position of 1 min ago."))
    #expect(body(.spanish, age: 15_000, late: 195_000).contains("Posición de hace 3 min."))
    #expect(body(.english, age: 0, late: 7_500_000).contains("Position of 2 h 5 min ago."))
  }

  @Test("Time off may be time without a clock, and the mail says so (SAFE-5)")
  func offOrWithoutTime() {
    let matter = Notice.Matter.power(.wasOff(.seconds(34_920)))
    #expect(
      body(.english, matter).hasPrefix(
        "Rosa: the device was off, or did not know the time, for 9 h 42 min"))
    #expect(
      body(.spanish, matter).hasPrefix(
        "Rosa: el dispositivo estuvo 9 h 42 min apagado o sin saber la hora"))
  }

  @Test("After a power cut that no clock has measured, neither delay nor age is made up")
  func unmeasured() {
    for made in [nil, Sample.moment] {
      let english = body(.english, age: 2_000, made: made, late: 9_000, isLater: true)
      #expect(english.hasPrefix("Rosa left the perimeter, delayed\n"))
      #expect(english.contains("the device was off and does not know for how long.\n"))
      #expect(english.contains("\nIt is not known how old this position is.\n"))
      #expect(!english.contains("ago") && !english.contains("Going towards"))
      #expect(english.contains("Was going towards the north-east"))
    }
    let spanish = body(.spanish, age: 2_000, made: nil, late: 9_000, isLater: true)
    #expect(spanish.hasPrefix("Rosa ha salido del perímetro, con retraso\n"))
    #expect(spanish.contains("\nNo se sabe cuánto tiempo tiene esta posición.\n"))
    #expect(relay(.english, isLater: true) { _ in }.contains("; age unknown; http"))
  }

  @Test(
    "Each of the eight winds has its word",
    arguments: zip(
      [0.0, 45, 90, 135, 180, 225, 270, 315],
      [
        ("north", "norte"), ("north-east", "noreste"), ("east", "este"), ("south-east", "sureste"),
        ("south", "sur"), ("south-west", "suroeste"), ("west", "oeste"), ("north-west", "noroeste"),
      ]))
  func winds(_ course: Double, _ words: (en: String, es: String)) {
    for turn in [-22.4, 0, 22.4] {
      let degrees = course + turn < 0 ? course + turn + 360 : course + turn
      let goes: (inout Whereabouts) -> Void = {
        $0.motion = Sample.motion(4, towards: degrees)
        $0.direction = $0.motion?.towards
      }
      #expect(body(.english, goes).contains("\nGoing towards the \(words.en).\n"))
      #expect(body(.spanish, goes).contains("\nVa hacia el \(words.es).\n"))
      #expect(body(.english, goes).contains("143 m to the \(words.en) of home"))
      #expect(body(.spanish, goes).contains("a 143 m al \(words.es) de casa"))
      #expect(relay(.spanish, goes).contains("; hacia el \(words.es); hace 12 s;"))
    }
  }

  @Test("Speed is told in a family's words, and not at all in between")
  func pace() {
    func text(_ speed: Double, _ language: Language) -> String {
      body(language) { $0.motion = Sample.motion(speed, towards: 90) }
    }
    for speed in [0.5, 1.4, 2.9] {
      #expect(text(speed, .english).contains("Going towards the east, on foot."))
      #expect(text(speed, .spanish).contains("Va hacia el este, a pie."))
    }
    for speed in [3.0, 5.9] { #expect(text(speed, .english).contains("Going towards the east.")) }
    for speed in [6.0, 30, 300] {
      #expect(text(speed, .english).contains("Going towards the east, by vehicle."))
      #expect(text(speed, .spanish).contains("Va hacia el este, en un vehículo."))
    }
  }

  @Test(
    "Without movement or a usable course no direction is told",
    arguments: [(0.49, 90.0), (0, 0), (1, .nan), (.nan, 90), (1, .infinity), (1, -1), (1, 360.5)])
  func nowhere(_ speed: Double, _ course: Double) {
    for language in Language.allCases {
      let text = body(language) { $0.motion = Sample.motion(speed, towards: course) }
      #expect(!text.contains("towards") && !text.contains("hacia"))
    }
  }

  @Test("With an old position the mail tells the direction at that time")
  func past() {
    #expect(body(.english, late: 47_000).contains("Going towards"))
    #expect(body(.english, late: 48_000).contains("Was going towards the north-east, on foot."))
    #expect(body(.spanish, late: 48_000).contains("Iba hacia el noreste, a pie."))
  }

  @Test("Of an old position the mail says where it is, not where the wearer is (SAFE-5)")
  func pastPlace() {
    let inside: (inout Whereabouts) -> Void = { $0.radius = Metres(200) }
    let boundless: (inout Whereabouts) -> Void = { $0.radius = nil }
    for (late, isLater) in [(Int64(48_000), false), (0, true)] {
      func text(
        _ language: Language, _ change: (inout Whereabouts) -> Void
      ) -> String { body(language, .help, late: late, isLater: isLater, change) }
      #expect(
        text(.spanish, inside).contains("\nLa posición está a 143 m de casa (límite: 200 m).\n"))
      #expect(
        text(.english, inside).contains("\nThe position is 143 m from home (limit: 200 m).\n"))
      #expect(text(.spanish, boundless).contains("\nLa posición está a 143 m de casa.\n"))
      #expect(text(.english, boundless).contains("\nThe position is 143 m from home.\n"))
    }
    #expect(body(.spanish, .help, late: 47_000, inside).contains("\nEstá a 143 m de casa"))
    #expect(body(.spanish, .help, boundless).contains("\nEstá a 143 m de casa.\n"))
  }

  @Test("A return says since when, after how long and how far it was; where to matters no more")
  func comeback() {
    let outing = Outing(lasted: .seconds(23 * 60 + 40), farthest: Metres(180.4))
    let home: (inout Whereabouts) -> Void = { $0.distance = Metres(12) }
    let english = body(.english, .perimeter(.returned), outing: outing, home)
    #expect(
      english.contains(
        """
        Rosa is inside the perimeter again.
        Inside since 10:03.
        Time outside: 23 min.
        Farthest seen: 180 m beyond the limit.

        The distance from home is 12 m (limit: 100 m).
        """))
    #expect(!english.contains("towards"))
    #expect(
      body(.spanish, .perimeter(.returned), outing: outing, home).contains(
        """
        Rosa está otra vez dentro del perímetro.
        Dentro desde las 10:03.
        Tiempo fuera: 23 min.
        Lo más lejos que se vio: 180 m más allá del límite.

        Está a 12 m de casa (límite: 100 m).
        """))
    let less = body(.english, .perimeter(.returned), made: nil, home)
    for word in ["Inside since", "Time outside", "Farthest"] { #expect(!less.contains(word)) }
  }
}
