import HAL
import Testing

extension PortContract {
  /// - Parameters:
  ///   - call: one with that text.
  ///   - answered: the text of the answer that the port gives, once there is one; nil for one that
  ///     brought nothing. The server says "re: " and the text.
  ///   - seen: the texts that have reached the server, in order, once there are so many.
  ///   - fail: the server cannot be reached any more.
  ///   - repair: and now again.
  public static func portal<P: Portal>(
    _ portal: inout P, call: (String) -> P.Call,
    answered: (inout P) throws -> String?, seen: (inout P, Int) throws -> [String],
    fail: (inout P) throws -> Void, repair: (inout P) throws -> Void,
    at place: SourceLocation = #_sourceLocation
  ) throws {
    #expect(!portal.isCalling, sourceLocation: place)
    try returnsAtOnce("call", { try portal.call(call("uno ñ")) }, at: place)
    #expect(portal.isCalling, sourceLocation: place)
    #expect(throws: NetworkError.refused, "one at a time", sourceLocation: place) {
      try portal.call(call("otro"))
    }
    let one = try answered(&portal)
    #expect(one == "re: uno ñ", sourceLocation: place)
    #expect(!portal.isCalling, sourceLocation: place)
    let nothing = portal.read() == nil
    #expect(nothing, "an answer comes once", sourceLocation: place)

    try portal.call(call("dos"))
    let arrived = try seen(&portal, 2)
    #expect(arrived == ["uno ñ", "dos"], sourceLocation: place)
    portal.drop()
    #expect(!portal.isCalling, "a dropped call is over", sourceLocation: place)
    try portal.call(call("tres"))
    let three = try answered(&portal)
    #expect(three == "re: tres", "no answer to a dropped call comes", sourceLocation: place)

    try fail(&portal)
    try returnsAtOnce("call", { try portal.call(call("cuatro")) }, at: place)
    let four = try answered(&portal)
    #expect(four == nil, sourceLocation: place)
    try repair(&portal)
    try portal.call(call("cinco"))
    let five = try answered(&portal)
    #expect(five == "re: cinco", sourceLocation: place)
  }
}
