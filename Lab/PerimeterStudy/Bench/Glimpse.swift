import Checkers
import HAL
import Simulator

/// A fix, as every judge sees it, and what was true then.
struct Glimpse: Sendable {
  var at: Instant
  var fix: Fix
  /// The reported position, from the centre of the circle; nil: none.
  var place: Point?
  /// Of the reported position from the centre.
  var distance: Double
  /// In truth.
  var trueDistance: Double
}

/// What is shown to each judge, and the truth to score it by.
struct BenchTrace: Sendable {
  var glimpses: [Glimpse] = []
  var excursions: [TrueExcursion] = []
  var radius: Double
  /// The circle as the device has it.
  var center: Position
  /// So close to the edge the truth does not decide whether an exit is false. 0 where the truth is
  /// exact.
  var doubt = 0.0
  /// Crossings that are left out because the truth is not clear.
  var unclear = 0
}
