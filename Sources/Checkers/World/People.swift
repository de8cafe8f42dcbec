import Device
import HAL

extension Household {
  /// Who stands there, wherever the list has them: the number of a person, else the place.
  public func person(at place: UInt8) -> UInt32 {
    guard place < caregivers.count, caregivers[Int(place)].who != 0 else { return UInt32(place) }
    return caregivers[Int(place)].who
  }

  /// Where the list has somebody; nil: nowhere.
  public func place(of person: UInt32) -> UInt8? {
    (0..<UInt8(min(caregivers.count, 4))).first { self.person(at: $0) == person }
  }
}
