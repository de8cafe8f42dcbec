import Findings
import HAL

/// One number a position and kind, in memory that a browser reads in place.
struct Columns: ~Copyable {
  let capacity: Int
  private(set) var count = 0
  /// Milliseconds since the first event.
  let moments: UnsafeMutablePointer<Double>
  /// Metres from the centre of the last replay; NaN without a circle.
  let distances: UnsafeMutablePointer<Double>
  /// Metres; NaN where the receiver gave none.
  let errors: UnsafeMutablePointer<Double>
  /// Metres east and north of the recorded centre.
  let east: UnsafeMutablePointer<Double>
  let north: UnsafeMutablePointer<Double>
  let latitudes: UnsafeMutablePointer<Int32>
  let longitudes: UnsafeMutablePointer<Int32>
  /// 255: the device counted it.
  let refusals: UnsafeMutablePointer<UInt8>

  init(capacity: Int) {
    self.capacity = capacity
    moments = .allocate(capacity: capacity)
    distances = .allocate(capacity: capacity)
    errors = .allocate(capacity: capacity)
    east = .allocate(capacity: capacity)
    north = .allocate(capacity: capacity)
    latitudes = .allocate(capacity: capacity)
    longitudes = .allocate(capacity: capacity)
    refusals = .allocate(capacity: capacity)
  }

  deinit {
    moments.deallocate()
    distances.deallocate()
    errors.deallocate()
    east.deallocate()
    north.deallocate()
    latitudes.deallocate()
    longitudes.deallocate()
    refusals.deallocate()
  }

  mutating func removeAll() { count = 0 }

  mutating func append(
    _ moment: Milliseconds, _ position: Position, distance: Metres?, eph: Metres?, refusal: UInt8
  ) {
    guard count < capacity else { return }
    moments[count] = Double(moment.count)
    distances[count] = distance?.value ?? .nan
    errors[count] = eph?.value ?? .nan
    latitudes[count] = position.latitudeE7
    longitudes[count] = position.longitudeE7
    refusals[count] = refusal
    count += 1
  }

  /// The places on the plan do not change with the circle: they are worked out once.
  func draw(_ projection: Projection) {
    for i in 0..<count {
      guard
        let position = Position(
          latitudeE7: Int64(latitudes[i]), longitudeE7: Int64(longitudes[i]))
      else { continue }
      let place = projection.point(position)
      east[i] = place.east
      north[i] = place.north
    }
  }
}
