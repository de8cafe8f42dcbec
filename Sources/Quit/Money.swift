import Names

/// A currency by its ISO 4217 code.
public struct Currency: Equatable, Sendable {
  /// ISO 4217, edition 2015: the currencies whose smallest unit is not a hundredth.
  private static let digits: [String: Int] = [
    "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
    "RWF": 0, "UGX": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
    "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
  ]

  /// Three capital letters.
  public let code: String

  /// Nil for anything but three capital letters of ASCII.
  public init?(_ code: String) {
    guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      return nil
    }
    self.code = code
  }

  private init(known code: String) { self.code = code }

  /// The Mexican peso, in which the source system counts.
  public static let mexicanPeso = Currency(known: "MXN")

  /// Decimals of its smallest unit.
  public var decimals: Int { Currency.digits[code] ?? 2 }

  /// Smallest units in one.
  public var scale: Int64 { (0..<decimals).reduce(1) { scale, _ in scale * 10 } }
}

/// An amount in the smallest unit of a currency: centavos of a peso.
public struct Money: Equatable, Comparable, Sendable {
  public var units: Int64
  public init(units: Int64) { self.units = units }
  public static func < (a: Money, b: Money) -> Bool { a.units < b.units }

  /// "412,50" with a comma as its mark; whole where the currency has no decimals.
  public func text(in currency: Currency, mark: String) -> String {
    let whole = String(units / currency.scale)
    guard currency.decimals > 0 else { return whole }
    return whole + mark + (units % currency.scale).padded(currency.decimals)
  }
}

/// The price of one cigarette in ten-thousandths of the currency: a pack of 20 for 5.50 is 0.275 each.
public struct UnitPrice: Equatable, Sendable {
  /// Ten-thousandths in one.
  public static let scale: Int64 = 10_000
  /// 0.0001 to 100,000 of the currency.
  public static let range: ClosedRange<Int64> = 1...1_000_000_000

  public var tenThousandths: Int64
  public init(tenThousandths: Int64) { self.tenThousandths = tenThousandths }
}
