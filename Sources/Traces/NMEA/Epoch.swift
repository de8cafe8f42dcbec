import HAL

/// The facts of one epoch from its sentences so far.
///
/// The mode follows gpsd 3.22, which keeps the fix as it was before a sentence and at the end of the
/// two epochs before.
struct Epoch {
  struct Kind: OptionSet {
    var rawValue: UInt8
    static let rmc = Kind(rawValue: 1)
    static let gga = Kind(rawValue: 2)
    static let gns = Kind(rawValue: 4)
    static let gll = Kind(rawValue: 8)
  }

  var isOpen = false
  var kinds = Kind()
  var line = 0
  var timeOfDay: Int64?
  var day: Int64?
  var position: Position?
  /// Mode after the latest sentence.
  var mode = Fix.Mode.none
  /// Mode after the latest sentence with a position. An epoch is reported by gpsd with the last of
  /// these, so a GSA behind it belongs to the next epoch.
  var reportedMode = Fix.Mode.none
  var isDifferential = false
  var eph: Metres?
  /// The error that the receiver itself states, in a sentence of its maker.
  var stated: Metres?
  var altitude: Double?
  var satellitesUsed: Int?
  var speed: Double?
  var course: Double?
  var sigma: Double?
  var hasGSA = false
  var hasFixInGSA = false

  /// State before the sentence that is being read.
  private(set) var modeBefore = Fix.Mode.none
  private(set) var hasAltitudeBefore = false
  private(set) var hadAltitudeEarlier = false
  private var lastHadAltitude = false
  private var secondLastHadAltitude = false

  /// The talker of the sentence that is being read, its kind, and the kinds that gave a fix of all.
  private(set) var talker = Talker.other
  private var latestKind = Kind()
  private var settledByAll = Kind()
  /// A sentence of one constellation, behind a fix of all of them. The fix was in a sentence of its kind, or
  /// another constellation has sent one of that kind already.
  private(set) var isAside = false

  init() {}

  init(after last: Epoch) {
    mode = last.mode
    lastHadAltitude = last.altitude != nil
    secondLastHadAltitude = last.lastHadAltitude
  }

  /// Begins a sentence that states the mode.
  mutating func begin(_ kind: Kind?, by talker: Talker = .other) {
    let isFirst = kinds.isEmpty
    modeBefore = mode
    hasAltitudeBefore = isFirst ? lastHadAltitude : altitude != nil
    hadAltitudeEarlier = isFirst ? secondLastHadAltitude : lastHadAltitude
    self.talker = talker
    latestKind = kind ?? []
    let repeats = !kinds.isDisjoint(with: latestKind)
    isAside = talker == .one && repeats && !settledByAll.isEmpty
    if let kind { kinds.insert(kind) }
  }

  /// gpsd does not go back from 3-D to 2-D while it still has an altitude.
  mutating func keepThreeD() {
    guard mode != .none, modeBefore == .threeD else { return }
    if hasAltitudeBefore || hadAltitudeEarlier { mode = .threeD }
  }

  /// The sentence gave a fix.
  mutating func settle() {
    reportedMode = mode
    if talker == .all { settledByAll.formUnion(latestKind) }
  }

  /// A void sentence: whatever was said before, there is no fix. A constellation without one of its own
  /// takes nothing from the fix of all.
  mutating func lose() {
    guard !isAside else { return }
    mode = .none
    reportedMode = .none
  }

  /// Takes a GSA: its mode, its satellites and its HDOP.
  /// - Parameters:
  ///   - all: the satellites of the epoch so far.
  ///   - hdop: the HDOP that the receiver stated last.
  mutating func takeGSA(
    _ mode: Fix.Mode, _ satellites: Int, _ dilution: Double?, _ all: inout Int,
    _ hdop: inout Double?
  ) {
    begin(nil)
    self.mode = mode
    all = satellites + (hasGSA ? all : 0)
    hasGSA = true
    // A constellation without a fix, behind one that has it, says nothing about the error of the fix.
    if mode != .none || !hasFixInGSA, let dilution { hdop = dilution }
    if mode != .none { hasFixInGSA = true }
    keepThreeD()
    settleError(hdop: hdop)
  }

  /// eph comes from the HDOP that is known when the epoch becomes a fix, and stays. So where RMC
  /// comes first it is that of the epoch before, as in gpsd.
  mutating func settleError(hdop: Double?) {
    guard eph == nil, mode != .none else { return }
    eph = ErrorModel.eph(hdop: hdop, isDifferential: isDifferential)
  }
}
