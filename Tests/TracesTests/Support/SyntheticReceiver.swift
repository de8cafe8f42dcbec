import TestSupport

/// Logs of a receiver that loses and finds its fix, its height and its satellites at random. It sends
/// its sentences in an order of its own.
struct SyntheticReceiver {
  /// R is RMC, G is GGA, A is GSA.
  var order: String
  var seed: UInt64

  private struct Second {
    var time: String
    var place: String
    var isFix: Bool
    var isDifferential: Bool
    var satellites: Int
    var hasHeight: Bool
    var hdop: String
    var mode: Int
  }

  func log(seconds: Int) -> String {
    var random = SplitMix64(seed: seed)
    return (0..<seconds).map { index in
      let second = Self.second(index, &random)
      return order.map { sentence(Self.body($0, second)) + "\r\n" }.joined()
    }.joined()
  }

  private static func second(_ index: Int, _ random: inout SplitMix64) -> Second {
    func pick<T>(_ choices: [T]) -> T { choices[Int(random.next() % UInt64(choices.count))] }
    let isFix = pick([true, true, true, true, true, false])
    let minutes = random.integer(in: 1000...9999)
    return Second(
      time: "15\(10 + index / 50)\(10 + index % 50).00",
      place: isFix ? "0254.\(minutes),S,07900.\(minutes),W" : ",,,",
      isFix: isFix, isDifferential: pick([true, false, false]),
      satellites: isFix ? pick([3, 4, 5, 8]) : 0, hasHeight: pick([true, true, true, false]),
      hdop: pick(["0.8", "1.0", "2.5", "6.0"]), mode: isFix ? pick([2, 3, 3]) : 1)
  }

  private static func body(_ kind: Character, _ s: Second) -> String {
    switch kind {
    case "R":
      let indicator = s.isFix ? (s.isDifferential ? "D" : "A") : "N"
      return "GPRMC,\(s.time),\(s.isFix ? "A" : "V"),\(s.place),1.0,90.0,210315,,,\(indicator)"
    case "G":
      let quality = s.isFix ? (s.isDifferential ? 2 : 1) : 0
      let height = s.isFix && s.hasHeight ? "2560.0" : ""
      return "GPGGA,\(s.time),\(s.place),\(quality),0\(s.satellites),\(s.hdop),\(height),M,10.0,M,,"
    default:
      let used = (1...12).map { $0 <= s.satellites ? "0\($0)" : "" }.joined(separator: ",")
      return "GPGSA,A,\(s.mode),\(used),2.0,\(s.hdop),1.8"
    }
  }
}
