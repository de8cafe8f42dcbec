import HAL
import Testing

extension PortContract {
  /// - Parameters:
  ///   - route: one that the board has, to caregiver 0.
  ///   - letter: of that notice, with a subject and a text.
  ///   - arrived: the subject, an empty line and the text of all that have arrived, in any order, once the
  ///     outcome of the last is known.
  ///   - outcome: of the last that was taken; nil for a board that hears of none.
  ///   - fail: nobody can be reached any more.
  ///   - repair: and now again.
  public static func network<N: Network>(
    _ network: inout N, by route: Route, longest: Int,
    letter: (NoticeID, Recipient, _ subject: String, _ text: String) -> N.Letter,
    arrived: (inout N) throws -> [String],
    outcome: (inout N) throws -> DeliveryOutcome?, fail: (inout N) throws -> Void,
    repair: (inout N) throws -> Void, at place: SourceLocation = #_sourceLocation
  ) throws {
    let to = Recipient(caregiver: 0, route: route)
    func submit(_ number: UInt64, _ subject: String, _ text: String) throws {
      let letter = letter(NoticeID(number), to, subject, text)
      try returnsAtOnce("submit", { try network.submit(letter) }, at: place)
    }
    let first = "Ana ha salido. ñ €\n\nMapa, segunda línea"
    try submit(1, "Ana ha salido. ñ €", "Mapa, segunda línea")
    let met = try outcome(&network)
    #expect(met == nil || met == .accepted, sourceLocation: place)
    let one = try arrived(&network)
    #expect(one == [first], "it arrives whole, and once", sourceLocation: place)

    #expect(throws: NetworkError.tooLong, sourceLocation: place) {
      try submit(2, "", String(repeating: "a", count: longest + 1))
    }
    try fail(&network)
    do {
      try submit(3, "Nadie lo recibe", "")
      let lost = try outcome(&network)
      #expect(lost == .transient, "trying again may succeed", sourceLocation: place)
    } catch let error as NetworkError {
      #expect(error == .unreachable, sourceLocation: place)
    }
    try repair(&network)
    let second = "Ana ha vuelto.\n\nFin"
    try submit(4, "Ana ha vuelto.", "Fin")
    _ = try outcome(&network)
    let both = try arrived(&network)
    #expect(both.sorted() == [first, second].sorted(), sourceLocation: place)
  }

  /// - Parameter letter: by a route that the board does not have.
  public static func refuses<N: Network>(
    _ network: inout N, _ letter: N.Letter, at place: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: NetworkError.refused, sourceLocation: place) { try network.submit(letter) }
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
