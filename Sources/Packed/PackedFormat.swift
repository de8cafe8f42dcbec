import Device
import HAL

/// Events of a device as bytes: a fix takes 15 to 20 of them, against 150 in a trace of text.
///
/// Browser and microcontroller read it without strings, heap and text formats. docs/traces.md has the
/// layout. Text and packed form mean the same (PackedTests).
public enum PackedFormat {
  static let version: UInt8 = 1
  /// "VIG" and the number of the format.
  static let magic: InlineArray<4, UInt8> = [0x56, 0x49, 0x47, version]
}

/// The content of a packed walk, in its order.
public enum PackedItem: Equatable, Sendable {
  case event(Event)
  /// The device had no power from then until the next event, or until the end.
  case off(Instant)
  /// Wall time minus device time by the trace, from the next event on.
  case offset(Int64)
}

/// The reason why bytes are no packed walk, or why an event cannot become one.
public enum PackedError: Error, Equatable, Sendable {
  /// The bytes do not begin as a packed walk does.
  case foreign
  /// A later program wrote them.
  case newer
  /// They end in the middle of an item.
  case torn
  /// A value that no event has.
  case damaged
  /// The event has a number that is none, or comes before the one before it.
  case unfit
}

/// The head of an item.
enum Head: UInt8 {
  case undatedFix = 1
  case booted, restored, edited, setting, clock, keys, key, reading, answer, message, battery
  case storage, shuttingDown, deadline, off, offset

  /// A fix whose time, if any, has a date: the other bits say what it holds.
  static let fix: UInt8 = 0x80
  static let position: UInt8 = 0x10
  static let time: UInt8 = 0x08
  static let eph: UInt8 = 0x04
  static let speed: UInt8 = 0x02
  static let course: UInt8 = 0x01
}

/// The head of a setting.
enum SettingHead: UInt8 {
  case begin = 1
  case perimeter, watch, zone, caregiver, reminder, insulin, mealtime, quiet, priority, limits
  case accompanied, kept, noProfile, end, changed
}

/// The values that the next item is told against: most differences fit into a byte or two.
struct Before {
  var at: Int64 = 0
  var latitude: Int64 = 0
  var longitude: Int64 = 0
  /// Receiver time minus device time.
  var lead: Int64 = 0
  var offset: Int64 = 0
  var eph = 0.0
  var speed = 0.0
  var course = 0.0
}

/// Scales of a decimal: its lowest two bits say which. 0 stands for the number before it, or for all
/// eight bytes of one that is no short decimal.
enum Scale {
  static let steps: InlineArray<4, Double> = [0, 10, 1000, 1_000_000]
  /// Larger whole numbers would take more bytes than the eight of a double.
  static let most = Double(1 << 47)
}
