import HAL
import Testing

extension PortContract {
  /// - Parameters:
  ///   - pages: two or more, each other than the one before.
  ///   - shown: what the wearer sees, once the board has had time to draw it; nil: it is dark.
  ///   - unplug: the display goes away.
  public static func screen<S: Screen>(
    _ screen: inout S, pages: [S.Page], shown: (S) throws -> S.Page?,
    unplug: (inout S) throws -> Void, at place: SourceLocation = #_sourceLocation
  ) throws where S.Page: Equatable {
    for page in pages {
      try returnsAtOnce("show", { try screen.show(page) }, at: place)
      let seen = try shown(screen)
      #expect(seen == page, "a page replaces the one before", sourceLocation: place)
    }
    for page in pages { try screen.show(page) }
    let newest = try shown(screen)
    #expect(newest == pages.last, "the newest is the one that is seen", sourceLocation: place)

    try unplug(&screen)
    for page in pages {
      #expect(throws: ScreenError.unavailable, sourceLocation: place) { try screen.show(page) }
    }
  }
}
