import HAL
import Testing

extension PortContract {
  /// - Parameters:
  ///   - route: one that the board has, to caregiver 0.
  ///   - arrived: all messages that have arrived, in any order, once the outcome of the last is known.
  ///   - outcome: of the last that was taken; nil for a board that hears of none.
  ///   - fail: nobody can be reached any more.
  ///   - repair: and now again.
  public static func network<N: Network>(
    _ network: inout N, by route: Route, longest: Int, arrived: (inout N) throws -> [String],
    outcome: (inout N) throws -> DeliveryOutcome?, fail: (inout N) throws -> Void,
    repair: (inout N) throws -> Void, at place: SourceLocation = #_sourceLocation
  ) throws {
    let to = Recipient(caregiver: 0, route: route)
    func submit(_ number: UInt64, _ text: String) throws {
      var bytes = Array(text.utf8)
      try returnsAtOnce(
        "submit", { try network.submit(NoticeID(number), to: to, bytes.span) }, at: place)
      // It was copied: what becomes of the bytes afterwards is nobody's business.
      for i in bytes.indices { bytes[i] = UInt8(ascii: "x") }
    }
    let first = "Ana ha salido. ñ €\n\nMapa, segunda línea"
    try submit(1, first)
    let met = try outcome(&network)
    #expect(met == nil || met == .accepted, sourceLocation: place)
    let one = try arrived(&network)
    #expect(one == [first], "it arrives whole, and once", sourceLocation: place)

    #expect(throws: NetworkError.tooLong, sourceLocation: place) {
      try submit(2, String(repeating: "a", count: longest + 1))
    }
    try fail(&network)
    do {
      try submit(3, "Nadie lo recibe\n\n")
      let lost = try outcome(&network)
      #expect(lost == .transient, "trying again may succeed", sourceLocation: place)
    } catch let error as NetworkError {
      #expect(error == .unreachable, sourceLocation: place)
    }
    try repair(&network)
    let second = "Ana ha vuelto.\n\nFin"
    try submit(4, second)
    _ = try outcome(&network)
    let both = try arrived(&network)
    #expect(both.sorted() == [first, second].sorted(), sourceLocation: place)
  }

  /// - Parameter route: one that the board does not have.
  public static func refuses<N: Network>(
    _ network: inout N, by route: Route, at place: SourceLocation = #_sourceLocation
  ) {
    let bytes = Array("Hola".utf8)
    #expect(throws: NetworkError.refused, sourceLocation: place) {
      try network.submit(NoticeID(9), to: Recipient(caregiver: 0, route: route), bytes.span)
    }
  }

  /// - Parameter heard: how many signs of life have arrived, once that number is not below the one
  ///   given.
  public static func ping<N: Network>(
    _ network: inout N, heard: (inout N, Int) throws -> Int,
    at place: SourceLocation = #_sourceLocation
  ) throws {
    for count in 1...2 {
      try returnsAtOnce("ping", { try network.ping() }, at: place)
      let heard = try heard(&network, count)
      #expect(heard == count, sourceLocation: place)
    }
  }
}
