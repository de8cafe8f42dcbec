import HAL

/// Something that happens to the device. All knowledge of the core comes as events.
public struct Event: Equatable, Sendable {
  /// The kinds of events. There are no others.
  public enum Kind: Equatable, Sendable {
    /// The device starts; all that was in memory is gone.
    case booted(Boot)
    /// A record of an earlier life, oldest first, right after the boot.
    case restored(Record)
    /// The profile was loaded, or loaded again.
    case setting(Setting)
    /// The receiver delivered an epoch, with or without a position.
    case fix(Fix)
    /// A clock other than the receiver's spoke.
    case clock(WallTime, ClockSource)
    /// The keys that the board has, which are others than at the start.
    case keys(KeySet)
    case key(KeyPress)
    case reading(MeterReading)
    /// The diary was edited: appended records, taken in like restored ones.
    case edited(Record)
    case answer(NetworkAnswer)
    case message(Message)
    case battery(BatteryLevel)
    /// Storage failed; nil: it works again.
    case storage(StorageError?)
    /// The power goes in a moment.
    case shuttingDown
    /// The moment the core asked to be woken at has come.
    case deadline
  }

  /// Arrival, on the board's clock.
  public var at: Instant
  /// The kind of the event, with its facts.
  public var kind: Kind

  @inlinable public init(at: Instant, _ kind: Kind) {
    self.at = at
    self.kind = kind
  }
}

/// A board's report on itself when it starts.
public struct Boot: Equatable, Sendable {
  /// Counted from 1, never twice the same.
  public var number: UInt32
  /// The keys that the board has at its start.
  public var keys: KeySet
  /// The device's secret: tokens and the jitter of retries are drawn from it.
  public var secret: (UInt64, UInt64)

  public init(number: UInt32, keys: KeySet, secret: (UInt64, UInt64)) {
    self.number = number
    self.keys = keys
    self.secret = secret
  }

  public static func == (a: Boot, b: Boot) -> Bool {
    a.number == b.number && a.keys == b.keys && a.secret == b.secret
  }
}
