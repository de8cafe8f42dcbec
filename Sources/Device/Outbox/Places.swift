import HAL

/// The place in one list of caregivers of everybody in another.
public struct Places: Equatable, Sendable {
  /// The place of somebody who is not in the list any more.
  static let gone: UInt8 = 0xff

  private var places = InlineArray<4, UInt8>(repeating: Places.gone)

  /// Nobody has moved.
  public init() { for place in 0..<4 { places[place] = UInt8(place) } }

  /// Finds people by their number; where one of the two lists has none, the place counts.
  /// - Parameter count: of the old list.
  init(from old: Whos, count: Int, to new: Whos, count newCount: Int) {
    var taken: UInt8 = 0
    for place in 0..<newCount where new[place] != 0 {
      for before in 0..<count where places[before] == Places.gone && old[before] == new[place] {
        places[before] = UInt8(place)
        taken |= 1 << UInt8(place)
        break
      }
    }
    for place in 0..<min(count, newCount)
    where places[place] == Places.gone && taken >> UInt8(place) & 1 == 0 {
      if old[place] == 0 || new[place] == 0 { places[place] = UInt8(place) }
    }
  }

  /// Nobody who was in the list has another place, or none.
  func isSame(upTo count: Int) -> Bool {
    for place in 0..<count where places[place] != UInt8(place) { return false }
    return true
  }

  /// The new place of who stood there; nil: gone.
  public subscript(caregiver: UInt8) -> UInt8? {
    guard caregiver < 4, places[Int(caregiver)] != Places.gone else { return nil }
    return places[Int(caregiver)]
  }

  /// Bit 0 is the first caregiver.
  public func moved(_ mask: UInt8) -> UInt8 {
    var moved: UInt8 = 0
    for place in 0..<4 as Range<UInt8> where mask >> place & 1 == 1 {
      if let new = self[place] { moved |= 1 << new }
    }
    return moved
  }

  public static func == (a: Places, b: Places) -> Bool {
    for place in 0..<4 where a.places[place] != b.places[place] { return false }
    return true
  }
}
