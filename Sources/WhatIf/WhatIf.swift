import Device
import Findings
import HAL
import Packed

/// A recorded walk, replayed by the firmware under this circle or another: the page's own device.
///
/// The same source runs in a browser (hal/Wasm) and in the tests of the host.
public final class WhatIf {
  public enum Failure: Error, Equatable, Sendable {
    case packed(PackedError)
    /// The walk has no circle, so that there is none to change.
    case noPerimeter
  }

  /// A part of the circle in place of the recorded one.
  public var change = PerimeterChange()
  /// The result of the last replay, as JSON (docs/module.md).
  public var result: [UInt8] { json.bytes }
  /// The place of the result, for a page that reads it there.
  public var resultAddress: UnsafeRawPointer? { json.bytes.withUnsafeBytes { $0.baseAddress } }
  public var resultLength: Int { json.bytes.count }
  public var count: Int { rerun.columns.count }

  private let bytes: UnsafeRawBufferPointer
  private let recorded: Perimeter
  private let projection: Projection
  private var rerun: Rerun
  private var json = JSONBuffer()

  /// Reads the whole walk once, and replays it as it was.
  /// - Parameter bytes: a packed walk, which stays where it is.
  public init(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    let (positions, recorded) = try WhatIf.survey(bytes)
    guard let recorded else { throw .noPerimeter }
    self.bytes = bytes
    self.recorded = recorded
    projection = Projection(recorded)
    rerun = Rerun(capacity: positions, projection)
    try replay()
    rerun.columns.draw(projection)
  }

  private static func survey(
    _ bytes: UnsafeRawBufferPointer
  ) throws(Failure) -> (positions: Int, recorded: Perimeter?) {
    var (positions, recorded) = (0, Perimeter?.none)
    do throws(PackedError) {
      var reader = try PackedReader(BufferSource(bytes))
      while let item = try reader.next() {
        guard case .event(let event) = item else { continue }
        if case .setting(.perimeter(let circle)) = event.kind { recorded = circle }
        if case .fix(let fix) = event.kind, fix.mode != .none, fix.position != nil {
          positions += 1
        }
      }
    } catch {
      throw .packed(error)
    }
    return (positions, recorded)
  }

  /// Home so many metres from the recorded centre, on the plan.
  /// - Returns: false, and nothing changed, where there is no such place.
  public func move(to place: GroundPoint) -> Bool {
    guard place != GroundPoint(east: 0, north: 0) else {
      change.center = nil
      return true
    }
    guard let position = projection.position(of: place) else { return false }
    change.center = position
    return true
  }

  /// Replays the walk under the recorded circle with `change`.
  public func replay() throws(Failure) {
    var board: PackedBoard<BufferSource>
    do throws(PackedError) {
      board = try PackedBoard(BufferSource(bytes), change: change)
    } catch {
      throw .packed(error)
    }
    var device = Device()
    rerun.begin()
    device.run(
      on: &board,
      { board, event, action in rerun.note(action, event, offset: board.offset) },
      settled: { board, event, device in
        rerun.settle(event, &device, offset: board.offset)
      })
    if let failure = board.failure { throw .packed(failure) }
    rerun.finish(into: &json)
  }

  /// One number a position.
  public enum Column: Int32 {
    case moment, distance, error, refusal, east, north, latitude, longitude
  }

  /// The beginning of a column of `count` numbers: doubles, but bytes of refusals and 32 bits of degrees.
  public func column(_ column: Column) -> UnsafeRawPointer {
    switch column {
    case .moment: UnsafeRawPointer(rerun.columns.moments)
    case .distance: UnsafeRawPointer(rerun.columns.distances)
    case .error: UnsafeRawPointer(rerun.columns.errors)
    case .refusal: UnsafeRawPointer(rerun.columns.refusals)
    case .east: UnsafeRawPointer(rerun.columns.east)
    case .north: UnsafeRawPointer(rerun.columns.north)
    case .latitude: UnsafeRawPointer(rerun.columns.latitudes)
    case .longitude: UnsafeRawPointer(rerun.columns.longitudes)
    }
  }
}
