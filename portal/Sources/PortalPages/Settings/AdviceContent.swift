import HAL

/// The device's advice on the page of the perimeter, for the template "advice".
struct AdviceContent {
  struct Line {
    var adviceText: Rich
    var isCaution: Bool
  }

  /// A place this far from the centre, in metres, is another house, or the centre is wrong.
  private static let far = 50.0
  /// The least time at home and number of fixes for sure advice, as `vigia perimeter advise` has them.
  private static let leastHome = Milliseconds.seconds(3600)
  private static let leastFixes = 60
  private static let leastDays = 3

  var adviceLines: [Line]
  var hasAdvice: Bool
  var usePath: String?
  var useLabel: Rich
  var askPath: String?
  var barred: Rich?
  var requests: [RequestPart]

  init(_ view: AdviceView, _ wearer: WearerLink, _ speak: PageWording) {
    requests = view.requests.map { RequestPart($0, speak) }
    let mayAsk = wearer.mayHelp && wearer.right >= .administer
    askPath = mayAsk && !view.isAsked ? Path.advise(wearer.id) : nil
    barred = mayAsk ? nil : speak.barred(wearer)
    adviceLines = view.figures.map { AdviceContent.lines($0, view, speak) } ?? []
    hasAdvice = !adviceLines.isEmpty
    let radius = view.figures?.radius ?? 0
    useLabel = speak(AdvicePhrase.use, (.number, Rich(String(radius))))
    usePath = hasAdvice ? Path.perimeter(wearer.id) + "?radius=\(radius)" : nil
  }

  private static func lines(
    _ figures: AdviceView.Figures, _ view: AdviceView, _ speak: PageWording
  ) -> [Line] {
    func metres(_ length: Metres) -> Rich { Rich(String(Int(length.value.rounded()))) }
    func plain(_ key: AdvicePhrase, _ values: (Gap, Rich)...) -> Line {
      Line(adviceText: speak.language.fill(key, values), isCaution: false)
    }
    func caution(_ key: AdvicePhrase, _ values: (Gap, Rich)...) -> Line {
      Line(adviceText: speak.language.fill(key, values), isCaution: true)
    }
    let days = (Gap.days, Rich(String(figures.days)))
    var lines = [
      plain(
        .radius, (.number, Rich(String(figures.radius))),
        (.age, view.at.map { speak.age($0) } ?? Rich("")))
    ]
    if view.isMoved { lines.append(caution(.moved)) }
    if figures.off.value >= far { lines.append(caution(.off, (.distance, metres(figures.off)))) }
    if let farthest = figures.farthest {
      lines.append(
        plain(
          .farthest, (.distance, metres(farthest.distance)),
          (.number, Rich(String(farthest.days))), days))
    } else {
      lines.append(plain(.nowhere, days))
    }
    lines.append(
      plain(.margin, (.accuracy, metres(figures.scatter)), (.number, metres(figures.needed))))
    if let seldom = figures.seldom {
      lines.append(
        plain(
          .seldom, (.distance, metres(seldom.distance)), (.number, Rich(String(seldom.days))), days)
      )
    }
    if let beyond = figures.beyond {
      lines.append(caution(.beyond, (.distance, metres(beyond.distance))))
    }
    if figures.needed.value > Double(figures.radius) { lines.append(caution(.most)) }
    if let rival = figures.rival {
      lines.append(caution(.rival, (.distance, metres(rival.distance))))
    }
    if figures.atHome < leastHome || figures.fixes < leastFixes { lines.append(caution(.little)) }
    if figures.days < leastDays { lines.append(caution(.fewDays, days)) }
    return lines
  }
}
