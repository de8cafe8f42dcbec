/// Eight marks in a byte, for what a table holds many of.
struct Marks: Equatable, Sendable {
  private var bits: UInt16 = 0

  /// - Parameter place: 0 to 15.
  subscript(place: UInt16) -> Bool {
    get { bits >> place & 1 == 1 }
    set { bits = newValue ? bits | 1 << place : bits & ~(1 << place) }
  }
}
