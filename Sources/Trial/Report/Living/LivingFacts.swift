import Foundation
import HAL
import Names
import Words

/// The facts of one walk for the page's script: nothing that the replay itself decides.
struct LivingFacts: Encodable {
  /// A page of the wearer's screen in words.
  struct Face: Encodable {
    /// Whether the time of the day and the date belong on it.
    var showsTime: Bool
    var title: String?
    var headline: String
    var body: [String]
    var photo: String?
    /// The key and its effect.
    var hints: [[String]]

    init(_ text: ScreenText) {
      showsTime = text.clock != nil
      title = showsTime ? nil : text.title
      headline = text.headline
      body = text.body
      photo = text.photo
      hints = text.hints.map { [$0.label, $0.text] }
    }
  }

  /// The digest that the report states.
  var digest: String
  /// Wall time of the first event, in milliseconds since 1970.
  var start: Int64
  /// Milliseconds from the first event to the last.
  var span: Int64
  /// Milliseconds after `start` on the wall, and the minutes that local time is ahead of UTC from then on.
  var offsets: [[Int64]]
  /// Milliseconds since the first event, from and to, in which the device had no power; no end: until the end.
  var off: [[Int64?]]
  /// The date of each local day in the wearer's words, by its number since 1970; none for a log without dates.
  var days: [String: String]
  var radius: Double
  /// Milliseconds since the first event, and the radius from then on.
  var radii: [[Double]]
  var sensitivity: String
  /// The language of the wearer's screen, which need not be that of the page.
  var language: String
  /// The wearer's pages, by `PageKey`.
  var faces: [String: Face]
  /// The command that replays the walk, up to the perimeter; nil where nobody asked for a sign-off.
  var command: String?

  /// A longer walk has no more dates and offsets than these.
  private static let mostDays: Int64 = 400

  init(_ data: ReportData, command: String?) {
    let (clock, words) = (data.clock, LivingWords(data.wearerLanguage))
    digest = data.summary.digestText
    start = data.start.milliseconds
    span = max(data.end.count, 1000)
    radius = data.perimeter.radius.value
    radii = data.circles.map { [Double($0.from.count), $0.perimeter.radius.value] }
    sensitivity = data.perimeter.temper.spelling
    language = data.wearerLanguage.rawValue
    faces = data.faces.mapValues(Face.init)
    self.command = command
    off = data.outages.map { [$0.from.count, $0.to?.count] }
    offsets = []
    days = [:]
    // Zones change at full quarters of an hour.
    let quarter: Int64 = 900_000
    let last = min(span, LivingFacts.mostDays * CivilTime.day)
    var (moments, moment): ([Int64], Int64) = ([], 0)
    while moment <= last {
      moments.append(moment)
      let next = floorDivide(start &+ moment, quarter) &* quarter &+ quarter &- start
      moment = moment < last ? min(next, last) : next
    }
    // A clock that was wrong or jumped: events are told at times that the span does not reach.
    let strays = Set(
      data.timeline.map { floorDivide($0.time.milliseconds, quarter) &* quarter &- start }
    ).filter { !(0...last).contains($0) }
    for moment in (moments + strays).sorted() {
      let wall = WallTime(milliseconds: start &+ moment)
      let ahead = (clock.local(wall).milliseconds &- wall.milliseconds) / 60_000
      if offsets.last?[1] != ahead { offsets.append([moment, ahead]) }
      if Clock24.isDated(wall) {
        let day = clock.days(wall)
        days[String(day)] = words.day(CivilDate(milliseconds: day &* CivilTime.day))
      }
    }
  }
}

/// The words and formats that all walks of a page share.
struct LivingLanguage: Encodable {
  var texts: [String: String]
  /// The decimal mark, the mark of thousands, and the smallest number that has one.
  var mark: String
  var group: String
  var grouped: UInt64
  /// Names of the sensitivities, by their spelling in profiles.
  var sensitivities: [String: String]
  /// Milliseconds that a burst sounds, by its number.
  var bursts: [Int64]
  /// Milliseconds without a position after which the track is torn.
  var gap: Int64
  /// Metres of accuracy up to which a position has one colour after the other.
  var accuracies: [Double]

  init(_ language: Language) {
    let numbers = Numbers(language)
    texts = LivingWords(language).texts
    (mark, group, grouped) = (numbers.mark, numbers.group, numbers.grouped)
    let words = SignOffWords(language)
    sensitivities = [:]
    for temper in LivingView.tempers { sensitivities[temper.spelling] = words.text(temper) }
    bursts = [Burst.low, .medium, .high, .call].map(\.length.count)
    gap = TrackSample.gap.count
    accuracies = [10, 20, 50]
  }
}

extension Encodable {
  /// JSON in one line that may stand in a script of the page: no "<" ends it, no "&" is an entity.
  var scriptText: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Text and whole numbers always have a form in JSON.
    let json = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    return json.replacingOccurrences(of: "<", with: "\\u003c")
      .replacingOccurrences(of: "&", with: "\\u0026")
  }
}
