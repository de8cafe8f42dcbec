import Device
import HAL
import TestSupport
import Testing
import Words

@Suite("Commands and answers of caregivers, in Spanish and in English")
struct InboundTests {
  private static let token: UInt64 = 0x0123_4567_89AB_CDEF
  private static let subject = "Re: Rosa ha pedido ayuda \(tokenText(token))"

  private func read(_ body: String, subject: String = "") -> [Message] {
    messages(subject: subject, body: body, from: 1)
  }

  @Test("Every command that a mail offers is understood, whole and without accents")
  func offered() {
    for language in Language.allCases {
      let mail = language.mail(
        Sample.dispatch(Sample.notice(.help)), names: Sample.names, zone: Sample.cuenca,
        hasInbound: true)
      let offers = mail.body.replacing("HH:MM", with: "18:30").matches(
        of: /\b(\p{Lu}{3,}(?: (?:\p{Lu}{3,}|18:30))*)/
      ).map { String($0.1) }
      let expected: [CaregiverCommand] = [
        .whereIs, .accompanied(untilMinute: 1110), .notAccompanied,
      ]
      #expect(offers.compactMap { CaregiverCommand(line: $0) } == expected, "\(offers)")
      let bare = offers.map { offer in
        offer.lowercased().replacing("ó", with: "o").replacing("í", with: "i")
          .replacing("ñ", with: "n")
      }
      #expect(bare.compactMap { CaregiverCommand(line: $0) } == expected)
      // The mail itself, sent back with nothing added and nothing marked as quoted, asks nothing.
      #expect(
        messages(subject: mail.subject, body: mail.body, from: 0) == [
          .acknowledged(token: Sample.notice(.help).token, caregiver: 0)
        ])
    }
  }

  @Test(
    "A question for the place",
    arguments: [
      "DÓNDE", "donde", "¿Dónde?", "Donde\u{301}", "¿Dónde está Rosa?", "dónde esta mi mamá",
      "WHERE", "Where?", "  where is she?", "Where’s dad?", "\u{FEFF}where\u{200B}", "*WHERE*",
    ])
  func position(_ line: String) {
    #expect(read("Hola\r\n\(line)\r\n\r\nAna") == [.whereIs(caregiver: 1)])
  }

  @Test(
    "Accompanied until an hour",
    arguments: [
      "CON COMPAÑÍA HASTA 18:30", "con compania hasta las 18.30", "Con alguien hasta las 18h30",
      "Acompañada hasta las 18:30 h, por favor.", "acompan\u{303}ado hasta 18:30h",
      "ACCOMPANIED UNTIL 18:30", "accompanied until 18.30, please", "With someone until 18h30!",
    ])
  func accompanied(_ line: String) {
    #expect(read(line) == [.accompanied(untilMinute: 1110, caregiver: 1)])
  }

  @Test("Hours of one digit, whole hours, midnight, and the end before its time")
  func hours() {
    for (line, minute) in [
      ("con alguien hasta la 1:05", 65), ("accompanied until 9h", 540),
      ("accompanied until 00:00", 0), ("accompanied until 23:59", 1439), ("Sin compañía", -1),
      ("not accompanied", -1), ("Ya: SIN ACOMPAÑANTE", nil),
    ] as [(String, Int16?)] {
      let expected = minute.map { Message.accompanied(untilMinute: $0, caregiver: 1) }
      #expect(read(line) == [expected].compactMap { $0 }, "\(line)")
    }
  }

  @Test("An hour of one digit that the night would reach is the evening's (SAFE-3)")
  func oneDigit() {
    for (line, said, minute) in [
      ("con alguien hasta las 6:30", 900, 1110), ("accompanied until 9h", 1320, 540),
      ("con alguien hasta las 6:30", 300, 390), ("con alguien hasta las 6:30", nil, 390),
      // Whoever writes two digits means the hour of the day.
      ("con alguien hasta las 06:30", 900, 390), ("con alguien hasta las 0:30", 540, 30),
      // The device refuses hours so far ahead, and says what to write.
      ("con alguien hasta las 6:30", 480, 390), ("con alguien hasta las 6:30", 391, 390),
      // Twelve hours and a minute ahead, eighteen hours, and a minute more.
      ("accompanied until 1:00", 779, 780), ("accompanied until 1:00", 780, 60),
      ("accompanied until 1:00", 420, 780), ("accompanied until 1:00", 419, 60),
    ] as [(String, Int16?, Int16)] {
      for (subject, body) in [("", line), (line, "")] {
        #expect(
          messages(subject: subject, body: body, from: 1, takenAt: said) == [
            .accompanied(untilMinute: minute, caregiver: 1)
          ], "\(line) at \(said ?? -1)")
      }
    }
  }

  @Test(
    "A doubtful mail asks nothing: the perimeter stays watched",
    arguments: [
      "", "accompanied until", "accompanied until 24:00", "accompanied until 18:60",
      "accompanied until 6", "accompanied until 6:30pm", "accompanied until 18:30 or 19:30",
      "accompanied until 118:30", "accompanied until ١٨:٣٠",
      "Not accompanied until 18:30", "Rosa is accompanied until 18:30",
      "Con compañía hasta HH:MM", "sin compañía no", "Where we met it rained",
      "donde, te enviaremos",
      "whereabouts", "\u{434}onde", "wh\u{0}ere", "where\u{1B}[2J", "w here",
    ])
  func nothing(_ line: String) {
    #expect(read(line) == [])
  }

  @Test("A reply acknowledges by its subject or its quoted text, and may ask beside")
  func acknowledged() {
    let read = Message.acknowledged(token: InboundTests.token, caregiver: 1)
    #expect(self.read("Voy.", subject: InboundTests.subject) == [read])
    #expect(self.read("Voy\n> \(tokenText(InboundTests.token))") == [read])
    #expect(
      self.read("accompanied until 18:30\nwhere", subject: InboundTests.subject) == [
        read, .whereIs(caregiver: 1), .accompanied(untilMinute: 1110, caregiver: 1),
      ])
    #expect(self.read("", subject: "RE: Re: Dónde") == [.whereIs(caregiver: 1)])
  }

  @Test("Only ending the watch needs a token of ours or a server that vouches")
  func forged() {
    let company = Message.accompanied(untilMinute: 1110, caregiver: 1)
    let none = Message.accompanied(untilMinute: -1, caregiver: 1)
    let asks = Message.whereIs(caregiver: 1)
    func believed(_ body: String, _ isVouchedFor: Bool, subject: String = "") -> [Message] {
      read(body, subject: subject).believed(isVouchedFor: isVouchedFor) {
        $0 == InboundTests.token
      }
    }
    let body = "accompanied until 18:30\nwhere"
    #expect(believed(body, false) == [asks])
    #expect(believed(body, true) == [asks, company])
    #expect(believed(body, false, subject: InboundTests.subject).contains(company))
    // Well formed, and of no notice.
    let other = "Re: \(tokenText(InboundTests.token + 1))"
    #expect(!believed(body, false, subject: other).contains(company))
    #expect(believed("not accompanied", false) == [none], "it only watches more")
  }

  @Test("The first of two hours counts, which is the newest")
  func twice() {
    #expect(
      read("sin compañía\nwhere\nwhere\naccompanied until 18:30") == [
        .whereIs(caregiver: 1), .accompanied(untilMinute: -1, caregiver: 1),
      ])
  }

  @Test("A reply's own lines outdo the hour in its subject, which is an older mail's (SAFE-3)")
  func thread() {
    let company = Message.accompanied(untilMinute: 1110, caregiver: 1)
    let none = Message.accompanied(untilMinute: -1, caregiver: 1)
    let hour = "CON COMPAÑÍA HASTA 18:30"
    let older = "\n\nEl vie, 27 nov 2026, Ana <ana@example.org> escribió:\n> "
    for title in ["Re: \(hour)", "RE: Re: \(hour)"] {
      #expect(read("SIN COMPAÑÍA" + older, subject: title) == [none])
      #expect(
        read("Con compañía hasta las 16:00", subject: title) == [
          .accompanied(untilMinute: 960, caregiver: 1)
        ])
      #expect(read("DÓNDE", subject: title) == [.whereIs(caregiver: 1)])
      #expect(read("Ana", subject: title) == [company], "the subject may be written anew")
    }
    #expect(read("DÓNDE", subject: "Re: sin compañía") == [.whereIs(caregiver: 1), none])
    #expect(read(hour, subject: "Re: Sin compañía") == [company])
    #expect(read(hour, subject: "Re: Dónde") == [.whereIs(caregiver: 1), company])
    #expect(read("SIN COMPAÑÍA", subject: hour) == [none], "an old mail, edited as a new one")
    #expect(read("Con compañía hasta las 16:00", subject: hour) == [company], "the first of two")
  }

  @Test(
    "Quoted text asks nothing; text below the quotes does",
    arguments: [
      "> WHERE\n>> accompanied until 18:30", " \u{200B}> where", "| where",
      "Voy\n-----Mensaje original-----\nDe: Luis\n\nWHERE",
      "Voy\r\n________________________________\r\nWHERE", "Voy\n\nFrom: Luis\nTo: Vigía\n\nWHERE",
      "Voy\nDe: Luis <luis@example.org>\u{2028}Enviado: sábado\u{2028}DONDE",
      "Voy\nGesendet: Freitag um 12:00 Uhr\nVon: Ana\n\nDONDE", "Voy\nVon: Ana\n\nDONDE",
      "Voy\nDa: Ana\nInviato: oggi\n\nDONDE", "Voy\n*Enviado el:* viernes\n\nDONDE",
      "Voy\nSent: Friday\nTo: Vigía\n\nDONDE", "Voy\nInviato: oggi\n\nDONDE",
    ])
  func quoted(_ body: String) {
    #expect(read(body) == [])
    #expect(read("DÓNDE\n" + body) == [.whereIs(caregiver: 1)])
    #expect(read("> where\n\nwhere") == [.whereIs(caregiver: 1)])
  }

  @Test(
    "Older mail below its attribution asks nothing, though no line of it is marked",
    arguments: [
      "Voy\n\nOn Sat, 21 Nov 2026, Vigía <vigia@example.org> wrote:\n\nWHERE",
      "Voy\nEl sáb, 21 nov 2026 a las 5:45, Vigía (<vigia@example.org>) escribió: \r\n\r\nDÓNDE",
      "Voy\nOn Sat, 21 Nov 2026, Vigía <vigia@example.org>\nWROTE:\n \nWHERE",
      "Voy\nEl sábado, Vigía escribio\u{301}:\naccompanied until 18:30",
      "Voy\n\n ---- El vie, 27 nov 2026 12:00 +0100 Ana <ana@example.org> escribió ----\n\nWHERE",
      "Voy\n---- On Fri, 27 Nov 2026 Ana <ana@example.org> wrote --- \n\nWHERE",
    ])
  func attributed(_ body: String) {
    #expect(read(body) == [])
    #expect(read("DÓNDE\n" + body) == [.whereIs(caregiver: 1)])
  }

  @Test("Lines that only begin like a header or a rule hide nothing below (SAFE-3)")
  func noHeaders() {
    for line in [
      "Enviado desde mi iPhone", "Sent from my phone: sorry", "Da igual", "Von hier: nichts",
      "----", "Ana escribió -", "De nada",
    ] {
      #expect(
        read("\(line)\nSIN COMPAÑÍA") == [.accompanied(untilMinute: -1, caregiver: 1)], "\(line)")
    }
  }

  @Test("An answer below the marked lines of the older mail still asks")
  func below() {
    let older = "On Sat, 21 Nov 2026, Vigía wrote:\n\n> accompanied until 18:30\n>\n"
    #expect(read(older + "where") == [.whereIs(caregiver: 1)])
  }

  @Test(
    "Under an attribution whose quotation was deleted, the end of company counts, no hour (SAFE-3)",
    arguments: [
      "El vie, 27 nov 2026, Vigía escribió:\n\n",
      "On Sat, 21 Nov 2026, Vigía <vigia@example.org>\nwrote:\n\n",
      "El vie, 27 nov 2026 a las 5:45, Vigía (<vigia@example.org>)\r\nescribió:\r\n",
    ])
  func deleted(_ older: String) {
    let none = Message.accompanied(untilMinute: -1, caregiver: 1)
    #expect(read(older + "SIN COMPAÑÍA") == [none])
    #expect(read(older + "\nGracias.\nSIN COMPAÑÍA\nAna") == [none])
    #expect(read(older + "DÓNDE") == [.whereIs(caregiver: 1)])
    // It may as well be the older mail.
    #expect(read(older + "CON COMPAÑÍA HASTA 18:30") == [])
    #expect(read(older + "Hola\n> x\nCON COMPAÑÍA HASTA 18:30") == [])
    for own in ["Voy\n", "El tío\nestá aquí.\n", String(repeating: "a ", count: 99) + "\n"] {
      #expect(read(own + older + "SIN COMPAÑÍA") == [], "\(own)")
    }
  }

  @Test(
    "An automatic reply has been read by nobody",
    arguments: [
      "Respuesta automática: ", "Automatic reply: ", "Fuera de la oficina ", "Undeliverable: ",
      "AUTO-REPLY: ", "Autorespuesta: ", "Ausente: ", "Re: Out of Office: ",
      "RV: re: Respuesta automática: ", "Fwd: FW: Ausente ", "Out of the office: ",
      "Estoy fuera de la oficina Re: ", "Auto: ", "OOO: ", "Away from office ", "Away: Re: ",
      "Vacation reply: ", "Vacaciones - ", "Estoy de vacaciones. Re: ", "I am away Re: ",
      "Resposta automática: ", "Resposta automàtica: ", "Risposta automatica: ",
      "Réponse automatique : ", "Automatische Antwort: ", "Abwesenheitsnotiz: ", "Abwesend: ",
    ])
  func automatic(_ prefix: String) {
    #expect(read("where", subject: prefix + InboundTests.subject) == [])
  }

  @Test("A person's own subject, and a name that begins like a machine's word, are heard (SAFE-3)")
  func personal() {
    let none = Message.accompanied(untilMinute: -1, caregiver: 1)
    for subject in ["Vacaciones", "Estoy fuera de casa", "Away", "Auto", "Estoy de vacaciones"] {
      #expect(read("SIN COMPAÑÍA", subject: subject) == [none], "\(subject)")
    }
    let answer = Message.acknowledged(token: InboundTests.token, caregiver: 1)
    for name in ["Autora", "Ooolf", "Re: Abwesenda", "Awaya"] {
      #expect(read("Voy", subject: "\(name) \(InboundTests.subject)") == [answer], "\(name)")
    }
  }

  @Test("Megabytes, one line without an end and control characters are read no further than said")
  func hostile() {
    let megabytes = String(repeating: "x ", count: 4_000_000)
    #expect(read(megabytes) == [])
    #expect(read("where\n" + megabytes) == [.whereIs(caregiver: 1)])
    #expect(read(megabytes + "\nwhere") == [])
    #expect(read(String(repeating: "\n", count: 70_000) + "where") == [])
    #expect(read("where", subject: megabytes) == [.whereIs(caregiver: 1)])
    #expect(read(String(repeating: "where ", count: 10_000)) == [])
    #expect(read(String(repeating: "e\u{301}", count: 500_000)) == [])
    var random = SplitMix64(seed: 1)
    for _ in 0..<300 {
      let junk = (0..<200).map { _ in Character(Unicode.Scalar(UInt8(random.below(256)))) }
      #expect(read(String(junk)) == [])
    }
  }
}
