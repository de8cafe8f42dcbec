import Device
import Foundation
import HAL
import Names
import Words

/// Values as this page's reader reads them: language, the wearer's zone, and ages from the portal's clock.
struct PageWording: Sendable {
  let language: Language
  let now: WallTime
  let zoneName: String
  /// False: the portal mails nobody.
  let sendsMails: Bool
  private let zone: ZoneOffset
  /// The next change of the zone's clocks: its moment in milliseconds, and by how many minutes. Nil: none is known.
  let turn: String?

  init(_ frame: Frame) {
    self.init(
      language: frame.language, now: frame.now, zone: frame.zone, sendsMails: frame.sendsMails)
  }

  init(language: Language, now: WallTime, zone name: String, sendsMails: Bool = true) {
    self.sendsMails = sendsMails
    self.language = language
    self.now = now
    let known = TimeZone(identifier: name)
    zoneName = known == nil ? "UTC" : name
    let place = known ?? .gmt
    let date = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
    turn = place.nextDaylightSavingTimeTransition(after: date).map { next in
      let ahead = place.secondsFromGMT(for: next) - place.secondsFromGMT(for: date)
      return "\(Int64(next.timeIntervalSince1970 * 1000)) \(ahead / 60)"
    }
    zone = ZoneOffset { time in
      Int64(
        place.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)))
    }
  }

  func callAsFunction(_ key: some PageKey, _ gaps: (Gap, Rich)...) -> Rich {
    language.fill(key, gaps)
  }

  func callAsFunction(_ key: some PageKey, _ gaps: (Gap, String)...) -> Rich {
    language.fill(key, gaps.map { ($0.0, Rich($0.1)) })
  }

  func callAsFunction(_ key: some PageKey) -> Rich { language.fill(key, []) }

  /// A text without gaps, not yet HTML.
  func plain(_ key: some PageKey) -> String { language.say(key.phrase) }

  /// The reason why this account has no buttons for that wearer's device; nil where it has them.
  func barred(_ wearer: WearerLink) -> Rich? {
    wearer.right >= .help ? unheard(wearer.voice) : self(FramePhrase.lookOnly)
  }

  /// The reason why the device takes no word of an account; nil where it takes them.
  func unheard(_ voice: Voice) -> Rich? {
    switch voice {
    case .heard: nil
    case .unlisted(let email): self(FramePhrase.unlisted, (.email, email))
    case .listUnknown: self(FramePhrase.listUnknown)
    }
  }

  // MARK: Moments

  func local(_ time: WallTime) -> CivilDate { zone.local(time) }

  /// "03:02"
  func clock(_ time: WallTime) -> String { local(time).clock }

  /// "Madrid", "Buenos Aires"
  var city: String {
    (zoneName.split(separator: "/").last.map(String.init) ?? zoneName).map { $0 == "_" ? " " : $0 }
      .reduce(into: "") { $0.append($1) }
  }

  /// "las 03:02", "las 23:10 de ayer", for behind a preposition.
  func moment(_ time: WallTime) -> Rich {
    let (date, today) = (local(time), local(now))
    let day = dayNumber(date) - dayNumber(today)
    let isOne = date.hour == 1
    let key: MomentPhrase =
      switch day {
      case 0: isOne ? .todayOne : .today
      case -1: isOne ? .yesterdayOne : .yesterday
      case 1: isOne ? .tomorrowOne : .tomorrow
      default: isOne ? .otherOne : .other
      }
    let text = self(key, (.time, date.clock), (.date, self.date(date)))
    return Rich(html: "<time datetime=\"\(CivilTime.text(time))\">\(text.html)</time>")
  }

  func moment(_ time: WallTime?) -> Rich { time.map { moment($0) } ?? self(MomentPhrase.unknown) }

  /// The day, with its year where that is not this one.
  private func date(_ date: CivilDate) -> String {
    date.year == local(now).year ? language.date(date) : language.dateWithYear(date)
  }

  func date(_ day: Day) -> String {
    date(CivilDate(milliseconds: day.start * CivilTime.day))
  }

  func day(_ time: WallTime) -> Day {
    let date = local(time)
    return Day(year: date.year, month: date.month, day: date.day)
  }

  private func dayNumber(_ date: CivilDate) -> Int64 {
    CivilDate.days(year: date.year, month: date.month, day: date.day) ?? 0
  }

  // MARK: Ages

  /// "hace 6 min", kept up to date by the script.
  func age(_ time: WallTime) -> Rich {
    let (gap, overflow) = now.milliseconds.subtractingReportingOverflow(time.milliseconds)
    let age = Milliseconds(overflow ? 0 : gap)
    let text: Rich =
      if age.count < -60_000 {
        self(MomentPhrase.ahead, (.age, span(Milliseconds(-age.count))))
      } else if age.count < 60_000 {
        self(MomentPhrase.agoShort)
      } else {
        self(MomentPhrase.ago, (.age, span(age)))
      }
    return Rich(html: "<span data-age=\"\(time.milliseconds)\">\(text.html)</span>")
  }

  /// Whole units, never rounded up: "6 min", "2 h 10 min", "3 d 4 h".
  func span(_ span: Milliseconds) -> String {
    let minutes = span.count / 60_000
    if minutes < 1 { return language.text(Milliseconds(span.count / 1000 * 1000)) }
    if minutes < 24 * 60 { return language.text(Milliseconds(minutes * 60_000)) }
    return language.text(Milliseconds(minutes / 60 * 3_600_000))
  }

  func percent(_ percent: Int) -> Rich { self(HealthPhrase.percent, (.number, String(percent))) }

  func right(_ right: Right) -> String {
    switch right {
    case .look: plain(FramePhrase.rightLook)
    case .help: plain(FramePhrase.rightHelp)
    case .administer: plain(FramePhrase.rightAdminister)
    }
  }
}

extension PageWording {
  /// The same without markup, for a heading that is no HTML yet.
  func momentText(_ time: WallTime) -> String {
    let html = moment(time).html
    return String(html.split(separator: ">", maxSplits: 1)[1].prefix { $0 != "<" })
  }

  /// Minutes since midnight.
  func minute(_ time: WallTime) -> Int {
    let date = local(time)
    return date.hour * 60 + date.minute
  }
}
