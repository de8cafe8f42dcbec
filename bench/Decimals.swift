/// `value` / 10^`places`, filled with zeros to `width` characters: numbers written from integers
/// are the same on every machine.
func decimal(_ value: Int, places: Int = 0, width: Int = 0) -> String {
  let digits = String(value.magnitude)
  let whole = max(places + 1, places > 0 ? width - 1 : width)
  var text = Array(String(repeating: "0", count: max(0, whole - digits.count)).utf8) + digits.utf8
  if places > 0 { text.insert(UInt8(ascii: "."), at: text.count - places) }
  if value < 0 { text.insert(UInt8(ascii: "-"), at: 0) }
  return String(decoding: text, as: UTF8.self)
}

/// A civil moment of March 2026, the month that the walk is in.
struct Moment {
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int

  /// - Parameter unix: seconds since 1970.
  init(unix: Int) {
    let marchFirst = 1_772_323_200
    let (days, rest) = (unix - marchFirst).quotientAndRemainder(dividingBy: 86_400)
    precondition((0..<31).contains(days), "the walk leaves March 2026")
    day = days + 1
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
  }

  var iso: String {
    "2026-03-\(pair(day))T\(pair(hour)):\(pair(minute)):\(pair(second)).000Z"
  }
  /// hhmmss.ff
  var nmeaTime: String { pair(hour) + pair(minute) + pair(second) + ".00" }
  /// ddmmyy
  var nmeaDate: String { pair(day) + "0326" }

  private func pair(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
