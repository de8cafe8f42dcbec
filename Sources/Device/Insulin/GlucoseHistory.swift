import HAL

/// The last 24 hours of readings and doses; everything before is the diary's.
///
/// Of the readings the newest alone decides anything, so that of more than 64 the one that came first
/// can be let go of.
struct GlucoseHistory: Sendable {
  static let span = Milliseconds.seconds(24 * 3600)

  struct Reading: Sendable {
    var id: EntryID
    var result: MeterResult
    var category: ReadingCategory
    /// Nil until it can be stored with a time.
    var taken: WallTime?
    /// Nil until a trusted clock has given it an age.
    var at: Instant?
    var isOwn: Bool
  }

  var doses = DoseHistory()
  private(set) var readings = FixedArray<64, Reading>()
  /// Readings wait for a time to be stored with; in memory until then, the last 64 of them.
  private(set) var awaitsClock = false
  /// Wall time less device time, as a trusted clock last had it.
  private var offset: Int64?

  /// True when a trusted clock spoke for the first time or stepped by a second: ages have changed.
  mutating func hear(_ moment: Moment) -> Bool {
    guard moment.isTrusted, let wall = moment.wall else { return false }
    let offset = wall.milliseconds &- moment.at.milliseconds
    if let known = self.offset, (offset &- known).magnitude < 1000 { return false }
    self.offset = offset
    doses.hear(wall, at: moment.at)
    for i in 0..<readings.count where !readings[i].isOwn {
      guard let taken = readings[i].taken else { continue }
      readings[i].at = youngest(readings[i].at, taken: taken, wall, moment.at)
    }
    return true
  }

  /// A record from storage or from the diary, its age not yet known.
  mutating func take(_ record: Record, now: Instant) {
    switch record {
    case .reading(let reading):
      let known = readings.firstIndex { $0.id == reading.id }
      var entry = Reading(
        id: reading.id, result: reading.result, category: reading.category, taken: reading.taken,
        at: nil, isOwn: false)
      if let known {
        if readings[known].taken == reading.taken {
          entry.at = readings[known].at
          entry.isOwn = readings[known].isOwn
        }
        readings[known] = entry
      } else {
        readings.push(entry)
      }
    case .readingRemoved(let id):
      if let index = readings.firstIndex(where: { $0.id == id }) { readings.remove(at: index) }
    case .dose(let dose): doses.put(dose, at: nil, now: now)
    case .doseRemoved(let id): doses.remove(id)
    default: return
    }
    // The new record is to be aged although the clock has not moved.
    offset = nil
  }

  mutating func add(_ reading: Reading) {
    readings.push(reading)
    if reading.taken == nil { awaitsClock = true }
  }

  /// A meter that sends the same reading again must not make it two.
  func knows(_ result: MeterResult, at instant: Instant) -> Bool {
    readings.firstIndex {
      $0.isOwn && $0.result == result
        && ($0.at.map { ($0 - instant).count.magnitude < 1000 } ?? false)
    } != nil
  }

  /// The reading that says most about now. One without an age comes after all that have one; of
  /// several such the last in the diary counts.
  var newest: Reading? {
    var newest: Reading?
    for i in 0..<readings.count where readings[i].result.level != .meaningless {
      let reading = readings[i]
      guard let known = newest else {
        newest = reading
        continue
      }
      switch (reading.at, known.at) {
      case (let a?, let b?): if a >= b { newest = reading }
      case (.some, nil): newest = reading
      case (nil, .some): break
      case (nil, nil): newest = reading
      }
    }
    return newest
  }

  /// Gives each reading that was taken without a trusted clock its time, and tells it.
  mutating func storeLate(_ moment: Moment, _ tell: (Record) -> Void) {
    guard moment.isTrusted, let wall = moment.wall else { return }
    awaitsClock = false
    for i in 0..<readings.count where readings[i].taken == nil {
      guard let at = readings[i].at else { continue }
      let taken = WallTime(milliseconds: wall.milliseconds &- (moment.at - at).count)
      readings[i].taken = taken
      let reading = readings[i]
      tell(
        .reading(
          DiaryReading(
            id: reading.id, taken: taken, result: reading.result, category: reading.category)))
    }
  }

  /// What is kept, for the digest; wall time is not in it.
  func fold(into digest: inout Digest) {
    digest.fold(UInt64(doses.entries.count), UInt64(readings.count))
    if doses.entries.count > 0 {
      let last = doses.entries[doses.entries.count - 1]
      digest.fold(last.id.value, UInt64(bitPattern: last.units.milliunits))
    }
    if readings.count > 0 {
      let last = readings[readings.count - 1]
      digest.fold(last.id.value ^ last.result.tag, last.result.word)
    }
  }
}
