import Device
import HAL
import Testing
import Words

@Suite("A notice as the caregiver reads it (ALZ-4)")
struct MailTests {
  private func mail(
    _ dispatch: Dispatch, _ language: Language = .spanish, names: Names = Sample.names,
    zone: ZoneOffset = Sample.cuenca, hasInbound: Bool = false
  ) -> Mail {
    language.mail(dispatch, names: names, zone: zone, hasInbound: hasInbound)
  }

  @Test("Who, where, how sure, when by both clocks, how old, how much battery")
  func whole() {
    let left = Sample.dispatch(Sample.notice(.perimeter(.left)))
    #expect(mail(left).subject == "Rosa ha salido del perímetro")
    #expect(
      mail(left).body == """
        Hola, María:

        Rosa ha salido del perímetro.

        La posición está 43 m fuera del perímetro, a 143 m al noreste de casa (límite: 100 m).
        Va hacia el noreste, a pie.
        Mapa: http://maps.google.com/maps?q=-2.899639,-79.003541
        Precisión: ± 23 m.
        Posición de hace 12 s.
        Hora de la posición: sábado 21 de marzo de 2015, 10:03:42 (15:03:42 UTC).
        Batería: 80 %.

        Vigía, aviso 2.7

        """)
    #expect(
      mail(left, .english).body == """
        Hello María,

        Rosa left the perimeter.

        The position is 43 m outside the perimeter, 143 m to the north-east of home (limit: 100 m).
        Going towards the north-east, on foot.
        Map: http://maps.google.com/maps?q=-2.899639,-79.003541
        Accuracy: ± 23 m.
        Position of 12 s ago.
        Time of the position: Saturday 21 March 2015, 10:03:42 (15:03:42 UTC).
        Battery: 80%.

        Vigía, notice 2.7

        """)
  }

  @Test("Without a position that is said plainly, and that one will follow")
  func noPosition() {
    let help = Sample.dispatch(Sample.notice(.help, at: nil, battery: nil))
    #expect(
      mail(help).body == """
        Hola, María:

        Rosa ha pedido ayuda.
        Ha pulsado el botón de ayuda. Llama o acude cuanto antes.

        No se conoce la posición.
        La enviaremos en cuanto la haya.

        Vigía, aviso 2.7

        """)
    #expect(mail(help, .english).body.contains("No position is known.\n"))
  }

  @Test("A notice that leaves when its case is over says so, and asks for nothing")
  func past() {
    let left = mail(Sample.dispatch(Sample.past(.perimeter(.left)), late: 47 * 60_000))
    #expect(left.subject == "Rosa salió del perímetro, y eso ya terminó, con 47 min de retraso")
    let off = mail(Sample.dispatch(Sample.past(.power(.shuttingDown))), .english)
    #expect(off.subject == "Rosa: the device was shut down and is on again")
    #expect(!off.body.contains("There will be no notices"))
  }

  @Test("A late notice says how late in the subject, from two minutes on")
  func late() {
    func subject(_ late: Int64, _ language: Language = .spanish) -> String {
      mail(Sample.dispatch(Sample.notice(.help), late: late), language).subject
    }
    #expect(subject(119_999) == "Rosa ha pedido ayuda")
    #expect(subject(120_000) == "Rosa ha pedido ayuda, con 2 min de retraso")
    #expect(subject(47 * 60_000 + 12_000) == "Rosa ha pedido ayuda, con 47 min de retraso")
    #expect(subject(47 * 60_000, .english) == "Rosa asks for help, delayed by 47 min")
    #expect(subject(65 * 60_000, .english) == "Rosa asks for help, delayed by 1 h 5 min")
    let body = mail(Sample.dispatch(Sample.notice(.help), late: 47 * 60_000)).body
    #expect(body.contains("Se creó el sábado 21 de marzo de 2015, 10:03:54 (15:03:54 UTC).\n"))
    #expect(body.contains("\nPosición de hace 47 min.\n"))
  }

  @Test("Excursions are listed one by one: left, inside again, farthest")
  func excursions() {
    let notice = Sample.notice(.perimeter(.excursions), at: nil)
    let late = Sample.dispatch(notice, late: 7_200_000, excursions: Everything.excursions)
    let body = mail(late).body
    #expect(
      body.contains(
        "- Salió: sábado 21 de marzo, 10:03; dentro otra vez: sábado 21 de marzo, 10:05; "
          + "lo más lejos: a 143 m de casa.\n"))
    #expect(
      body.contains(
        "- Salió: hora desconocida; dentro otra vez: hora desconocida; "
          + "lo más lejos: a 12,3 km de casa."))
    let full = (0..<16).reduce(into: Excursions()) { list, n in
      list.append(Excursion(left: nil, returned: nil, farthest: Metres(Double(200 + n))))
    }
    let all = mail(Sample.dispatch(notice, excursions: full), .english).body
    let more = mail(Sample.dispatch(notice, excursions: full, older: 5)).body
    #expect(more.contains("- Antes hubo otras, ya no detalladas: 5.\n- Salió: "))
    for n in 0..<16 { #expect(all.contains("farthest: \(200 + n) m from home.")) }
  }

  @Test("An excursion whose farthest point nobody saw is listed without a distance (ALZ-4)")
  func excursionOfUnknownWay() {
    let notice = Sample.notice(.perimeter(.excursions), at: nil)
    var list = Excursions()
    list.append(Excursion(left: nil, returned: nil, farthest: Metres(0)))
    let body = mail(Sample.dispatch(notice, excursions: list)).body
    #expect(body.contains("- Salió: hora desconocida; dentro otra vez: hora desconocida.\n"))
    #expect(!body.contains("lo más lejos"))
  }

  @Test("A mail names no cause that the device does not know (SAFE-5)")
  func cause() {
    let occurrence = Occurrence(reminder: 1, due: CivilMinute(0))
    func body(_ matter: Notice.Matter) -> String {
      mail(Sample.dispatch(Sample.notice(matter, at: nil))).body
    }
    // The receiver may be broken, or have positions that are too coarse.
    #expect(body(.position(.lost)).contains("El dispositivo no consigue una posición fiable."))
    // It may have been on, without a clock, and it may have called under another number.
    #expect(
      body(.reminder(.missed(occurrence))).contains(
        "A esa hora el dispositivo estaba apagado o no sabía la hora, o había avisado ya con otro número."
      ))
    // One call may have been all.
    #expect(
      body(.reminder(.unanswered(occurrence))).contains(
        "El dispositivo lo anunció y nadie lo confirmó."))
    // The wearer may confirm the dose later, and a caregiver who injects it then doubles it (SAFE-5).
    for matter in [
      Notice.Matter.dose(.unanswered(.lunch)),
      .dose(
        .unanswered(
          .lunch,
          deleted: DeletedDose(
            units: InsulinUnits(milliunits: 5000), taken: WallTime(milliseconds: 0)))),
    ] {
      #expect(
        body(matter).contains(
          "Si tiene tecla OK, el dispositivo puede pedirla hasta una hora después de la hora de la"
            + " comida."))
      #expect(body(matter).contains("antes de inyectar nada, mira su pantalla y el diario."))
    }
  }

  @Test("A notice that goes round again says so: it is no duplicate")
  func again() {
    let notice = Sample.notice(.help)
    #expect(!mail(Sample.dispatch(notice)).body.contains("sigue abierto"))
    // Whoever joined the list meanwhile reads it for the first time.
    #expect(
      mail(Sample.dispatch(notice, round: 3)).body.contains(
        "Este aviso sigue abierto: es la ronda número 3.\n"))
  }

  @Test(
    "The mail explains how to answer only where answers come in; the token is in subject and body")
  func answers() {
    let help = Sample.dispatch(Sample.notice(.help))
    for language in Language.allCases {
      let deaf = mail(help, language)
      #expect(!(deaf.subject + deaf.body).contains("vigia:"))
      #expect(!deaf.body.contains("HH:MM"))
      let open = mail(help, language, hasInbound: true)
      #expect(token(in: open.subject) == help.notice.token)
      #expect(token(in: open.body) == help.notice.token)
      #expect(open.body.contains("\n[vigia:028T-5CY4-TQKF-F63B]\n"))
      let isSpanish = language == .spanish
      #expect(open.body.contains(isSpanish ? "DÓNDE" : "WHERE"))
      #expect(open.body.contains(isSpanish ? "HASTA HH:MM" : "UNTIL HH:MM"))
      #expect(open.body.contains("WHERE") != isSpanish)
    }
  }

  @Test("The recipient is greeted by name; one without a name is greeted all the same")
  func greeting() {
    let notice = Sample.notice(.day(.allIsWell))
    #expect(mail(Sample.dispatch(notice, caregiver: 1)).body.hasPrefix("Hola, Luis:\n"))
    #expect(mail(Sample.dispatch(notice, caregiver: 9)).body.hasPrefix("Hola:\n"))
    let nameless = mail(Sample.dispatch(notice), .english, names: Names())
    #expect(nameless.subject == "All is well")
    #expect(nameless.body.hasPrefix("Hello,\n"))
  }

  @Test("Reminders are named, with dose, note and the time they were due (ALZ-6, ALZ-11)")
  func reminders() {
    let pill = mail(Sample.dispatch(Sample.notice(.reminder(.unanswered(Sample.pill)), at: nil)))
    #expect(pill.subject == "Rosa no ha respondido a “Losartán”")
    #expect(pill.body.contains("Hora prevista: sábado 21 de marzo, 10:00.\nDosis: 1 pastilla.\n"))
    #expect(!pill.body.contains("posición"))
    let walk = mail(Sample.dispatch(Sample.notice(.reminder(.due(Sample.walk)))), .english)
    #expect(walk.subject == "Rosa: it is time for ‘Paseo’")
    #expect(walk.body.contains("Note: Con sombrero.\n"))
  }

  @Test("A name in the profile cannot write headers of its own")
  func headers() {
    var names = Sample.names
    names.wearer.name = "Rosa\r\nBcc: somebody@example.org"
    names.reminders[2]?.name = "x\n\nhttp://example.org"
    for matter in Everything.matters {
      let dispatch = Sample.dispatch(Sample.notice(matter))
      let subject = mail(dispatch, names: names, hasInbound: true).subject
      #expect(!subject.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }

  @Test("Each matter has a subject and a body in both languages")
  func complete() {
    #expect(Set(Everything.matters.map { Everything.number($0) }) == Set(0...26))
    for language in Language.allCases {
      for names in [Sample.names, Names()] {
        var subjects: Set<String> = []
        for dispatch in Everything.dispatches {
          let mail = mail(dispatch, language, names: names)
          #expect(!mail.subject.isEmpty && !mail.body.isEmpty)
          #expect(mail.subject.first?.isUppercase == true)
          let text = (mail.subject + mail.body).replacing("maps?q=", with: "")
          for mark in ["?", "{", "}", "  "] { #expect(!text.contains(mark)) }
          if dispatch.late == Milliseconds(0) { subjects.insert(mail.subject) }
        }
        // An exit, a loss and a shutdown that are past when they leave have subjects of their own.
        #expect(subjects.count == Everything.matters.count + 3)
      }
    }
  }

  @Test("The relay gets one line with the same facts (ALZ-9)")
  func relay() {
    let help = Sample.dispatch(Sample.notice(.help), late: 47 * 60_000)
    #expect(
      Language.spanish.relayText(
        help, names: Sample.names, zone: Sample.cuenca, hasInbound: false)
        == "Rosa ha pedido ayuda, con 47 min de retraso; "
        + "43 m fuera del perímetro, a 143 m al noreste de casa, precisión ± 23 m; "
        + "hacia el noreste, a pie; hace 47 min; http://maps.google.com/maps?q=-2.899639,-79.003541; batería 80 %"
    )
    for language in Language.allCases {
      for dispatch in Everything.dispatches {
        let text = language.relayText(
          dispatch, names: Sample.names, zone: Sample.cuenca, hasInbound: true)
        #expect(!text.contains("\n"))
        #expect(token(in: text) == dispatch.notice.token)
      }
    }
  }
}
