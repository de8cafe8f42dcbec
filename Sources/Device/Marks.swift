/// Eight marks in a byte, for what a table holds many of.
struct Marks: Equatable, Sendable {
  private var bits: UInt8 = 0

  /// - Parameter place: 0 to 7.
  subscript(place: UInt8) -> Bool {
    get { bits >> place & 1 == 1 }
    set { bits = newValue ? bits | 1 << place : bits & ~(1 << place) }
  }
}
