/// A walker who goes out of a perimeter and comes home, again and again, seen once a second.
///
/// All integers, so that every machine walks the same way and writes the same files. One excursion
/// is a rest at home, a straight walk to a point well outside, and the same way back.
struct Walk {
  /// Cuenca, where the perimeter was first tried, in 1e-7 degree.
  static let centerLatitudeE7 = -29_005_500
  static let centerLongitudeE7 = -790_045_300
  static let radiusMetres = 100
  /// 2026-03-21T08:00:00Z.
  static let firstSecond = 1_774_080_000

  static let restSeconds = 90
  static let legSeconds = 179
  static let excursionSeconds = restSeconds + 2 * legSeconds
  /// Seconds for one excursion in each direction. After that the same places come again, apart from the jitter.
  static let lapSeconds = ways.count * excursionSeconds
  /// Millimetres a second.
  static let speed = 1400

  /// A receiver's view of one second.
  struct Sight {
    var second: Int
    var latitudeE7: Int
    var longitudeE7: Int
    var altitudeDecimetres: Int
    /// Millimetres a second.
    var speed: Int
    /// Tenths of a degree.
    var course: Int
    /// Hundredths.
    var hdop: Int
    var satellites: Int
    /// Whether it is inside the circle on a flat Earth; near the edge another program may see it otherwise.
    var isInside: Bool
  }

  /// Ways to go, in thousandths of the distance and with the course in tenths of a degree.
  private static let ways: [(north: Int, east: Int, course: Int)] = [
    (1000, 0, 0), (800, 600, 369), (600, 800, 531), (0, 1000, 900),
    (-600, 800, 1269), (-1000, 0, 1800), (-600, -800, 2331), (0, -1000, 2700),
  ]

  private var second = 0
  private var random: UInt64 = 0x7669_6769_61
  /// The receiver's error, in millimetres: it wanders, a metre or so.
  private var north = 0
  private var east = 0

  mutating func next() -> Sight {
    let (excursion, phase) = second.quotientAndRemainder(dividingBy: Walk.excursionSeconds)
    let way = Walk.ways[excursion % Walk.ways.count]
    let walked = phase - Walk.restSeconds
    let isHomeward = walked > Walk.legSeconds
    let steps = max(0, isHomeward ? 2 * Walk.legSeconds - walked : walked)
    north = north * 7 / 8 + draw(-800...800)
    east = east * 7 / 8 + draw(-800...800)
    let y = steps * Walk.speed * way.north / 1000 + north
    let x = steps * Walk.speed * way.east / 1000 + east
    defer { second += 1 }
    return Sight(
      second: Walk.firstSecond + second,
      // Here 1e-7 degree of latitude are 11.057 mm, and of longitude 11.118 mm.
      latitudeE7: Walk.centerLatitudeE7 + y * 1000 / 11_057,
      longitudeE7: Walk.centerLongitudeE7 + x * 1000 / 11_118,
      altitudeDecimetres: 25_500 + north / 500,
      speed: steps == 0 ? draw(0...90) : Walk.speed + draw(-90...90),
      course: (way.course + (isHomeward ? 1800 : 0)) % 3600,
      hdop: draw(80...140), satellites: draw(8...11),
      isInside: y * y + x * x <= Walk.radiusMetres * Walk.radiusMetres * 1_000_000)
  }

  /// SplitMix64, reduced to a small range.
  private mutating func draw(_ range: ClosedRange<Int>) -> Int {
    random &+= 0x9e37_79b9_7f4a_7c15
    var word = random
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return range.lowerBound + Int((word ^ (word >> 31)) % UInt64(range.count))
  }
}
