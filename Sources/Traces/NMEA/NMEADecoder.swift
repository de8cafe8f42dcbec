import HAL
import Names

/// Reads NMEA 0183 logs and merges the sentences of one epoch into one record.
///
/// Mode, position and error come from the same sentences as in gpsd 3.22 (drivers/driver_nmea0183.c).
/// So a replayed log and a live receiver behind gpsd decide alike. We differ on purpose in these:
/// - a position in a void sentence, or in a GGA without a quality of 1 to 9, is never taken;
/// - a GNS counts when any constellation has a fix, with a navigation status of V, too;
/// - a void sentence of one constellation takes nothing from a fix of all in the same epoch. Neither does its
///   GGA with fewer than three satellites;
/// - a GSA without a fix, behind one with a fix in the same epoch, leaves the HDOP;
/// - a GGA without a satellite count keeps its mode;
/// - dates are never moved by rollovers, and one that turns within a minute after midnight turned at midnight;
/// - the accuracy of `$PUBX,00` counts before that of the HDOP;
/// - an epoch is one record, however often its time is repeated.
struct NMEADecoder {
  private let lines: LineScanner
  private(set) var skips = SkipCounts()
  private(set) var endsTorn = false
  /// No sentence has had a checksum so far. Whole lines are then sentences, as for gpsd.
  private var isUnchecked: Bool
  private(set) var bare = BareCounts()

  private var epoch = Epoch()
  private var ready: [TraceRecord] = []
  private var readyIndex = 0
  /// The last epoch that is ready, as it was before a void sentence without a time. It may go on behind that one.
  private var interrupted: Interruption?

  // State that outlives an epoch, as in gpsd.
  private var satellitesInGSA = 0
  private var hdop: Double?
  /// A stated error whose epoch has not begun.
  private var statedAhead: (time: Int64, error: Metres)?

  private var calendar: LogCalendar

  init(_ lines: LineScanner, base: WallTime, isUnchecked: Bool = false) {
    self.lines = lines
    self.isUnchecked = isUnchecked
    calendar = LogCalendar(base: base)
  }

  mutating func next(_ record: inout TraceRecord) throws(TraceError) -> TraceItem? {
    while true {
      if readyIndex < ready.count - (interrupted == nil ? 0 : 1) {
        readyIndex += 1
        record = ready[readyIndex - 1]
        return .epoch
      }
      if interrupted == nil {
        ready.removeAll(keepingCapacity: true)
        readyIndex = 0
      }
      guard let line = try lines.next() else {
        flush()
        if readyIndex == ready.count { return nil }
        continue
      }
      read(line)
    }
  }

  private mutating func read(_ line: LineScanner.Line) {
    // Nothing but padding: what came before it is the end.
    if line.bytes.isEmpty, !line.isTerminated { return }
    endsTorn = false
    let hadSentence = Sentence.scan(line.bytes) { read($0, line) }
    if !hadSentence, line.bytes.contains(where: { $0 > 0x20 }), !readShips(line) {
      skips.add(.noise)
      // Cut off inside the address, before it could be told from noise.
      if line.bytes.suffix(3).contains(0x24) { endsTorn = !line.isTerminated }
    }
  }

  private mutating func read(_ outcome: Sentence.Outcome, _ line: LineScanner.Line) {
    switch outcome {
    case .sentence(let bytes):
      // Another device on the line, such as a ship's radio, says nothing of the receiver's checksums.
      if Sentence.isOfReceiver(bytes) { isUnchecked = false }
      bare.checked += 1
      take(bytes, line: line.number)
    // A damaged byte may look like the beginning of a checksum.
    case .badChecksum: skips.add(.badChecksum)
    case .bare(let bytes) where isUnchecked && line.isTerminated:
      bare.taken += 1
      take(bytes, line: line.number)
    case .noChecksum, .bare:
      if case .bare(let bytes) = outcome, line.isTerminated, Sentence.isOfReceiver(bytes) {
        bare.leftOut += 1
      }
      // The last sentence of a log that was cut off is torn, not a receiver's fault.
      skips.add(.noChecksum)
      endsTorn = !line.isTerminated
    }
  }

  /// Reports of ships are passed over. They come from another device: their checksums say nothing of the receiver's.
  private mutating func readShips(_ line: LineScanner.Line) -> Bool {
    var hasReport = false
    _ = Sentence.scan(line.bytes, from: Sentence.startOfAIS) { outcome in
      switch outcome {
      case .sentence: skips.add(.otherKind)
      case .badChecksum: skips.add(.badChecksum)
      case .bare(let bytes):
        // A remark may have an exclamation mark.
        guard bytes.count > 5, bytes[5] == 0x2C else { return }
        skips.add(isUnchecked && line.isTerminated ? .otherKind : .noChecksum)
        endsTorn = !line.isTerminated
      case .noChecksum: skips.add(.noChecksum)
      }
      hasReport = true
    }
    return hasReport
  }

  // MARK: One sentence

  private mutating func take(_ bytes: Sentence.Bytes, line: Int) {
    // Two letters of talker, three of type. Proprietary sentences begin with P.
    guard bytes.count > 5, bytes[5] == 0x2C, bytes[0] != 0x50 else {
      if bytes.starts(with: "PUBX,00,".utf8) { return takePUBX(Fields(bytes)) }
      skips.add(.otherKind)
      return
    }
    switch (bytes[2], bytes[3], bytes[4]) {
    case (0x52, 0x4D, 0x43): takeRMC(Fields(bytes), line)
    case (0x47, 0x47, 0x41): takeGGA(Fields(bytes), line)
    case (0x47, 0x4E, 0x53): takeGNS(Fields(bytes), line)
    case (0x47, 0x4C, 0x4C): takeGLL(Fields(bytes), line)
    case (0x47, 0x53, 0x41): takeGSA(Fields(bytes))
    case (0x47, 0x53, 0x54): takeGST(Fields(bytes))
    case (0x5A, 0x44, 0x41): takeZDA(Fields(bytes))
    default: skips.add(.otherKind)
    }
  }

  private mutating func takeRMC(_ fields: Fields, _ line: Int) {
    guard fields.count >= 9 else { return skips.add(.malformed) }
    let status = fields.letter(2)
    let isFix = status == 0x41 || status == 0x44
    guard isFix || status == 0x56 || status == 0 else { return skips.add(.malformed) }
    guard open(.rmc, fields, timeField: 1, isFix: isFix, line) else { return }
    guard isFix else {
      epoch.lose()
      return
    }
    guard locate(fields, 3) else { return }
    // A receiver that knows the date says so with a fix; before, it often says nonsense.
    if let date = fields.date(9) { epoch.day = date }
    let isThreeD = epoch.modeBefore == .threeD || satellitesInGSA > 3 || epoch.hasAltitudeBefore
    epoch.mode = isThreeD ? .threeD : .twoD
    epoch.speed = fields.number(7).map { $0 * (1852.0 / 3600.0) } ?? epoch.speed
    epoch.course = fields.number(8) ?? epoch.course
    let isOfOldNMEA = fields.count < 13
    epoch.isDifferential = isOfOldNMEA ? status == 0x44 : fields.isDifferential(12)
    // gpsd does not begin an epoch at an RMC without a date.
    settle(withError: !fields[9].isEmpty)
  }

  private mutating func takeGGA(_ fields: Fields, _ line: Int) {
    guard fields.count >= 13 else { return skips.add(.malformed) }
    let quality = fields.integer(6) ?? 0
    // The standard ends at 8; NovAtel has 9 for a fix with SBAS.
    let isFix = quality >= 1 && quality <= 9
    guard open(.gga, fields, timeField: 1, isFix: isFix, line) else { return }
    let hasTooFew = fields.integer(7).map { $0 < 3 } ?? false
    // The satellites of one constellation are too few for a fix of its own, and part of that of all.
    if epoch.isAside, !isFix || hasTooFew { return }
    if let value = fields.number(8) { hdop = value }
    guard isFix else {
      epoch.lose()
      return
    }
    guard locate(fields, 2) else { return }
    epoch.isDifferential = quality == 2
    takeHeight(fields, altitude: 9, satellites: 7)
    if hasTooFew { epoch.mode = .none }
    settle()
  }

  private mutating func takeGNS(_ fields: Fields, _ line: Int) {
    guard fields.count >= 13 else { return skips.add(.malformed) }
    let modes = fields[6]
    let isFix = modes.contains { $0 != 0x4E }
    // One without a mode may be a share of the fix before it.
    guard open(.gns, fields, timeField: 1, isFix: isFix || modes.isEmpty, line) else { return }
    guard isFix else {
      // A single constellation behind the fix of all tells its satellites only, with neither mode nor place.
      let isShare = epoch.talker == .one && modes.isEmpty && fields[2].isEmpty
      if !isShare || epoch.reportedMode == .none { epoch.lose() }
      return
    }
    // Navigation status: U is unsafe. V says only that the receiver does not state any.
    if fields.letter(13) == 0x55 { return }
    if let value = fields.number(8) { hdop = value }
    guard locate(fields, 2) else { return }
    epoch.isDifferential = fields.isDifferential(6)
    takeHeight(fields, altitude: 9, satellites: 7)
    settle()
  }

  private mutating func takeGLL(_ fields: Fields, _ line: Int) {
    guard fields.count >= 7 else { return skips.add(.malformed) }
    let status = fields.letter(6)
    // A sentence that was cut behind its last comma states none.
    let isWhole = status == 0x41 || status == 0x56 || status == 0 && fields.count > 7
    guard isWhole else { return skips.add(.malformed) }
    let isFix = status == 0x41 && fields.letter(7) != 0x4E
    guard open(.gll, fields, timeField: 5, isFix: isFix, line) else { return }
    guard isFix, locate(fields, 1) else {
      epoch.lose()
      return
    }
    if epoch.hasAltitudeBefore || satellitesInGSA > 3 {
      epoch.mode = .threeD
    } else if epoch.modeBefore == .none || !epoch.hadAltitudeEarlier {
      epoch.mode = .twoD
    }
    if fields.isDifferential(7) { epoch.isDifferential = true }
    settle()
  }

  private mutating func takeGSA(_ fields: Fields) {
    guard fields.count >= 18, let number = fields.integer(2),
      let mode = Fix.Mode(rawValue: UInt8(clamping: number))
    else { return skips.add(.malformed) }
    let satellites = (3..<15).count { !fields[$0].isEmpty }
    let dilution = fields.number(16)
    epoch.takeGSA(mode, satellites, dilution, &satellitesInGSA, &hdop)
    // The epoch before a void sentence may go on behind it.
    interrupted?.takeGSA(mode, satellites, dilution)
  }

  private mutating func takeGST(_ fields: Fields) {
    guard fields.count >= 9 else { return skips.add(.malformed) }
    guard fields.timeOfDay(1) == epoch.timeOfDay, let north = fields.number(6),
      let east = fields.number(7)
    else { return }
    let sigma = (north * north + east * east).squareRoot()
    epoch.sigma = sigma.isFinite ? sigma : nil
  }

  /// The hAcc of u-blox is one standard deviation in the plane: the root of the sum of both axes' squares.
  /// Our eph is the radius that holds 95 %. That is 1.73 times as much for a circular normal error (Rayleigh
  /// distribution).
  private static let perStatedAccuracy = 1.73

  /// u-blox: `$PUBX,00,time,lat,N,long,E,altRef,navStat,hAcc,…`. Only the accuracy is taken from it.
  private mutating func takePUBX(_ fields: Fields) {
    guard fields.count >= 20 else { return skips.add(.malformed) }
    guard let time = fields.timeOfDay(2), let accuracy = fields.number(9), accuracy > 0 else {
      return
    }
    let metres = min(accuracy, 1e6) * NMEADecoder.perStatedAccuracy
    let error = Metres((metres * 1000).rounded() / 1000)
    // It may come before the first sentence of its epoch, while the epoch before is still open.
    if epoch.isOpen, epoch.timeOfDay == time {
      epoch.stated = error
    } else {
      statedAhead = (time, error)
    }
  }

  private mutating func takeZDA(_ fields: Fields) {
    guard fields.count >= 5 else { return skips.add(.malformed) }
    guard let time = fields.timeOfDay(1), let dayOfMonth = fields.integer(2),
      let month = fields.integer(3), let year = fields.integer(4),
      let date = CivilDate.days(year: year, month: month, day: dayOfMonth), year >= 1980
    else { return }
    if interrupted?.epoch.timeOfDay == time { interrupted?.epoch.day = date }
    if epoch.isOpen, epoch.timeOfDay == time {
      epoch.day = date
    } else if (epoch.isOpen ? epoch.reportedMode : epoch.mode) != .none {
      // A receiver may send it apart from its fixes. The open epoch belongs before it.
      flush()
      calendar.take(date, at: time)
    }
  }

  // MARK: One epoch

  /// Makes the sentence part of the epoch it belongs to. False when its time is no time.
  /// - Parameter isFix: false for a void sentence.
  private mutating func open(
    _ kind: Epoch.Kind, _ fields: Fields, timeField: Int, isFix: Bool, _ line: Int
  ) -> Bool {
    let time = fields.timeOfDay(timeField)
    if time == nil, !fields[timeField].isEmpty {
      skips.add(.malformed)
      return false
    }
    if let time, !resume(at: time) { interrupted = nil }
    let repeats = epoch.kinds.contains(kind)
    var isLater = false
    let belongs: Bool
    if let time, let current = epoch.timeOfDay {
      belongs = time == current
    } else {
      // The order of the sentences alone separates the epochs when one side has no time. A void sentence that
      // lost the time as well is of a later epoch than the fix before it, whose own sentence may be missing.
      isLater = !isFix && time == nil && epoch.reportedMode != .none && epoch.timeOfDay != nil
      // Another constellation without a fix is of the same moment.
      let isAnother =
        !isFix && time == nil && epoch.reportedMode == .none
        && interrupted?.add(fields.address) == true
      belongs = isAnother || !repeats && !isLater
    }
    if epoch.isOpen, !belongs {
      let last =
        isLater
        ? Interruption(
          epoch: epoch, calendar: calendar, hdop: hdop, satellitesInGSA: satellitesInGSA,
          address: fields.address)
        : nil
      flush()
      interrupted = last
    }
    if !epoch.isOpen {
      epoch.isOpen = true
      epoch.line = line
    }
    epoch.begin(kind, by: fields.talker)
    epoch.timeOfDay = epoch.timeOfDay ?? time
    if let ahead = statedAhead, ahead.time == epoch.timeOfDay {
      epoch.stated = ahead.error
      statedAhead = nil
    }
    return true
  }

  /// Goes on with the epoch of that time: the void sentences stood among its own, and were none of a later one.
  private mutating func resume(at time: Int64) -> Bool {
    guard let last = interrupted, last.epoch.timeOfDay == time, epoch.reportedMode == .none,
      epoch.timeOfDay == nil
    else { return false }
    (epoch, calendar, hdop, satellitesInGSA) = last.state
    interrupted = nil
    ready.removeLast()
    return true
  }

  /// Takes the position of a valid sentence. A valid sentence without one is a fix without one.
  private mutating func locate(_ fields: Fields, _ index: Int) -> Bool {
    guard let (latitude, longitude) = fields.position(index) else {
      if !fields[index].isEmpty || !fields[index + 2].isEmpty { skips.add(.malformed) }
      epoch.lose()
      return false
    }
    guard let position = Position(latitudeE7: latitude, longitudeE7: longitude) else {
      skips.add(.outOfRange)
      epoch.lose()
      return false
    }
    epoch.position = position
    return true
  }

  private mutating func takeHeight(_ fields: Fields, altitude: Int, satellites: Int) {
    epoch.mode = .twoD
    epoch.satellitesUsed = fields.integer(satellites)
    if let value = fields.number(altitude) {
      epoch.altitude = value
      if (epoch.satellitesUsed ?? 0) >= 4 { epoch.mode = .threeD }
    }
  }

  /// Takes the facts of a sentence with a position; they count, unlike those of a GSA.
  private mutating func settle(withError: Bool = true) {
    epoch.keepThreeD()
    epoch.settle()
    if withError { epoch.settleError(hdop: hdop) }
  }

  private mutating func flush() {
    defer { epoch = Epoch(after: epoch) }
    interrupted = nil
    guard epoch.isOpen else { return }
    let mode = epoch.reportedMode
    var fix = Fix(mode: mode, position: mode == .none ? nil : epoch.position)
    if let time = epoch.timeOfDay {
      fix.time = calendar.time(at: time, isFix: mode != .none, date: epoch.day)
    }
    if fix.mode != .none {
      fix.eph =
        epoch.stated ?? epoch.eph
        ?? ErrorModel.eph(hdop: hdop, isDifferential: epoch.isDifferential)
      fix.speed = epoch.speed.map { MetresPerSecond($0) }
      fix.course = epoch.course.map { Degrees($0) }
    }
    var record = TraceRecord(fix: fix, line: epoch.line)
    record.altitude = epoch.altitude.map { Metres($0) }
    record.hdop = hdop
    record.satellitesUsed = epoch.satellitesUsed
    record.sigma = epoch.sigma.map { Metres($0) }
    ready.append(record)
  }
}
