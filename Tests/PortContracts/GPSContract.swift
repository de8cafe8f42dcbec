import HAL
import Testing

extension PortContract {
  /// - Parameters:
  ///   - arrive: fixes reach the board, and it has had time to notice.
  ///   - lose: the receiver goes away, and the board has noticed.
  ///   - find: it is back, and the board has noticed.
  public static func gps<G: GPS>(
    _ gps: inout G, arrive: (inout G, [Fix]) throws -> Void, lose: (inout G) throws -> Void,
    find: (inout G) throws -> Void, at place: SourceLocation = #_sourceLocation
  ) throws {
    let before = try gps.read()
    #expect(before == nil, "it invents nothing", sourceLocation: place)
    for metres in [[7.0], [1, 2, 3], [3, 3]] {
      let fixes = metres.map { Fix(mode: .twoD, eph: Metres($0)) }
      try arrive(&gps, fixes)
      for fix in fixes {
        let read = try returnsAtOnce("read", { try gps.read() }, at: place)
        #expect(read == fix, "each comes, oldest first", sourceLocation: place)
      }
      let again = try gps.read()
      #expect(again == nil, "each comes once", sourceLocation: place)
    }

    let last = Fix(mode: .twoD, eph: Metres(9))
    try arrive(&gps, [last])
    try lose(&gps)
    let read = try gps.read()
    #expect(read == last, "what came before it went is not lost", sourceLocation: place)
    #expect(throws: GPSError.unavailable, "it says that it is gone", sourceLocation: place) {
      try gps.read()
    }
    try find(&gps)
    let silent = try gps.read()
    #expect(silent == nil, "it invents nothing when it is back", sourceLocation: place)
    try arrive(&gps, [last])
    let back = try gps.read()
    #expect(back == last, sourceLocation: place)
  }
}
