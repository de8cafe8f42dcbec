import Device
import HAL
import Quit
import Words

@testable import PortalPages

/// The pages about giving up smoking, in the states that matter.
extension Samples {
  var quitting: [Sample] {
    let answers = (0..<44).map { index in
      QuitView.Answer(
        at: minute(-12 * 1440 + index * 390),
        strength: [8, 9, 7, 10, 6, 8, 5, 7, 3, 4, 0][index % 11])
    }
    let slips = [
      QuitPlan.Slip(at: minute(-5 * 1440), cigarettes: 2, note: text("la boda de Inés")),
      QuitPlan.Slip(at: minute(-1440), cigarettes: 1),
    ]
    return [
      sample("quit", figures(days: 12, slips: slips, answers: answers)),
      sample("quit-year", figures(days: 371, answers: Array(answers.prefix(3)))),
      sample("quit-before", figures(days: -3, isAsked: false)),
      sample(
        "quit-lost",
        QuitView(
          contact: Contact(state: .lost, last: ago(783), due: ago(768)), told: ago(9000),
          unreadable: ago(790), figures: figures(days: 4, isAsked: false).figures, tip: 13)),
      sample(
        "quit-unreadable",
        QuitView(contact: fine, told: nil, unreadable: ago(20), figures: nil, tip: 0)),
    ] + testimonies
  }

  private func sample(_ name: String, _ view: QuitView) -> Sample {
    var frame = frame(.look)
    frame.wearer?.isQuitting = view.figures != nil
    return Sample(name: name, page: .quit(view), frame: frame)
  }

  /// A minute of the wall in Madrid, an hour ahead of UTC in November.
  private func minute(_ ahead: Int) -> CivilMinute {
    CivilMinute(Int32(Samples.now.milliseconds / 60_000) + 60 + Int32(ahead))
  }

  private func figures(
    days: Int, slips: [QuitPlan.Slip] = [], answers: [QuitView.Answer] = [], isAsked: Bool = true
  ) -> QuitView {
    var plan = QuitPlan(
      perDay: 12, prices: [.init(from: minute(0), each: UnitPrice(tenThousandths: 2750))],
      currency: Currency("EUR") ?? .mexicanPeso, quitAt: minute(-days * 1440 - 250))
    plan.ranks = [30, 50, 1000]
    plan.motive = .lovedOnes
    plan.phrase = text(said("Por mis nietas", "For my granddaughters"))
    plan.isOnDemand = isAsked
    let status = QuitStatus(plan, slips: slips, at: minute(0))
    var zone = Zone()
    zone.append(ZoneTransition(at: 0, offset: 60))
    return QuitView(
      contact: fine, told: ago(4000), unreadable: nil,
      figures: QuitView.Figures(
        plan: plan, status: status, now: minute(0),
        steps: Milestone.all.map {
          QuitView.Step(
            milestone: $0, due: $0.due(since: plan.quitAt, slips: status.slips, in: zone))
        }, answers: answers), tip: 0)
  }

  // MARK: Testimonies

  private func testimony(
    _ id: Int64, _ es: String, _ en: String, _ state: TestimonyView.State, minutes: Double = 3000
  ) -> TestimonyView {
    TestimonyView(
      id: id, name: text(said("una abuela", "a grandmother")), language: language,
      text: text(said(es, en)), sent: ago(minutes), state: state)
  }

  private var testimonies: [Sample] {
    let calm = testimony(
      12, "La primera semana fue la peor.\nDespués, cada ducha olía mejor.",
      "The first week was the worst.\nAfter that, every shower smelled better.", .published)
    let long = testimony(
      9,
      String(repeating: "Cuando me vienen las ganas salgo y cuento hasta cien. ", count: 10),
      String(repeating: "When a craving comes I go out and count to a hundred. ", count: 10),
      .published)
    let waiting = testimony(13, "Se puede.", "It can be done.", .waiting, minutes: 12)
    let refused = testimony(
      11, "Compren mi libro.", "Buy my book.",
      .refused(reason: text(said("Vende algo.", "It sells something."))), minutes: 900)
    func page(_ name: String, _ page: PortalPages.Page, waiting: Int? = nil) -> Sample {
      var frame = frame(nil)
      frame.waitingTestimonies = waiting
      return Sample(name: name, page: page, frame: frame)
    }
    return [
      page(
        "testimonies",
        .testimonies(
          TestimoniesView(
            published: [calm, long], next: 9, own: [waiting, calm, refused], notice: .sent))),
      page(
        "testimonies-problem",
        .testimonies(
          TestimoniesView(
            published: [], next: nil, own: [], hasModerator: false,
            text: text(said("Lo dejé en enero.\n\nY sigo.", "I quit in January.\n\nAnd still do.")),
            name: text("Inés"), textLanguage: .english, problem: .consentMissing))),
      page(
        "moderation",
        .moderation(
          ModerationView(
            waiting: [waiting, testimony(14, "¡Ánimo!", "Keep it up!", .waiting, minutes: 3)],
            published: [calm],
            decisions: [
              .init(
                at: ago(800), by: text("Ana Benítez"),
                .refused(testimony: "11", reason: text("Vende algo."))),
              .init(at: ago(2900), by: text("Ana Benítez"), .published(testimony: "12")),
              .init(at: ago(2950), by: text("Luis Mora"), .moderatorEnded),
              .init(at: ago(2990), by: text("Ana Benítez"), .moderatorMade),
            ], faulty: (13, "", .reasonMissing))), waiting: 2),
      page(
        "moderation-none",
        .moderation(ModerationView(waiting: [], published: [], decisions: [], notice: .gone)),
        waiting: 0),
    ]
  }
}
