/// A list of figures in order, to ask for its percentiles.
public struct Quantiles: Sendable {
  public let sorted: [Double]

  public init(_ values: [Double]) { sorted = values.sorted() }

  /// The smallest of which at least this share are not larger; 0 of an empty list.
  /// - Parameter share: 0 to 1.
  public func callAsFunction(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return 0 }
    let rank = (share * Double(sorted.count)).rounded(.up)
    return sorted[min(max(Int(rank) - 1, 0), sorted.count - 1)]
  }

  public var median: Double { self(0.5) }
}
