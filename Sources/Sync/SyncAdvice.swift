/// The perimeter that a device advises from its own recordings: figures, and no place but the centre in force.
public struct SyncAdvice: SyncMessageBody {
  /// A place where the wearer stays, by its distance from home.
  public struct Stay: Codable, Equatable, Sendable {
    /// Metres.
    public var distance: Double
    /// Days with a visit.
    public var days: Int

    public init(distance: Double, days: Int) {
      self.distance = distance
      self.days = days
    }

    enum CodingKeys: String, CodingKey {
      case days
      case distance = "distance_m"
    }
  }

  public private(set) var v = SyncLimits.version
  /// Days that were recorded, and seconds of recordings.
  public var days: Int
  public var recorded: Int64
  /// Seconds at home, and fixes of the receiver there.
  public var atHome: Int64
  public var fixes: Int
  /// Ten-millionths of a degree: the centre of the perimeter in force.
  public var latitude: Int32
  public var longitude: Int32
  /// Metres from that centre to the home that the recordings show.
  public var off: Double
  /// Metres round home in which 95 % of the fixes there lie.
  public var scatter: Double
  /// Metres that the circle must hold, and the radius that is advised: full tens, 150 to 1000.
  public var needed: Double
  public var radius: Int
  /// The farthest place of most days that a circle can hold.
  public var farthest: Stay?
  /// A place of most days that no circle can hold.
  public var beyond: Stay?
  /// The farthest place of some days only, if it lies outside.
  public var seldom: Stay?
  /// Another place that may be home as well.
  public var rival: Stay?

  public init(
    days: Int, recorded: Int64, atHome: Int64, fixes: Int, centre: (Int32, Int32), off: Double,
    scatter: Double, needed: Double, radius: Int
  ) {
    self.days = days
    self.recorded = recorded
    self.atHome = atHome
    self.fixes = fixes
    (latitude, longitude) = centre
    self.off = off
    self.scatter = scatter
    self.needed = needed
    self.radius = radius
  }

  enum CodingKeys: String, CodingKey {
    case v, days, fixes, farthest, beyond, seldom, rival
    case recorded = "recorded_s"
    case atHome = "home_s"
    case latitude = "lat_e7"
    case longitude = "lon_e7"
    case off = "off_m"
    case scatter = "r95_m"
    case needed = "needed_m"
    case radius = "radius_m"
  }

  private static let lengths = 0...30_000_000.0
  private static let spans: ClosedRange<Int64> = 0...3_155_760_000

  public func check() throws(SyncRefusal) {
    func require(_ isRight: Bool, _ name: String) throws(SyncRefusal) {
      try SyncRefusal.require(isRight, "advice.\(name) is out of range")
    }
    try require((0...36_525).contains(days), "days")
    try require(SyncAdvice.spans.contains(recorded), "recorded_s")
    try require(SyncAdvice.spans.contains(atHome), "home_s")
    try require((0...1_000_000_000).contains(fixes), "fixes")
    try require((-900_000_000...900_000_000).contains(latitude), "lat_e7")
    try require((-1_800_000_000...1_800_000_000).contains(longitude), "lon_e7")
    for (length, name) in [(off, "off_m"), (scatter, "r95_m"), (needed, "needed_m")] {
      try require(SyncAdvice.lengths.contains(length), name)
    }
    try require((150...1000).contains(radius), "radius_m")
    for stay in [farthest, beyond, seldom, rival].compactMap({ $0 }) {
      try require(SyncAdvice.lengths.contains(stay.distance), "distance_m")
      try require((0...36_525).contains(stay.days), "days")
    }
  }
}
