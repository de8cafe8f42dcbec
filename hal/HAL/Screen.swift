/// Why a page is not seen.
public enum ScreenError: Error, Equatable, Sendable {
  /// No display, or it has been unplugged.
  case unavailable
}

/// A display.
///
/// Contract: `show` replaces what is shown and returns at once. What a page is belongs to the
/// board: the core's meanings in a simulation, laid-out text on a panel.
public protocol Screen {
  associatedtype Page
  mutating func show(_ page: Page) throws(ScreenError)
}
