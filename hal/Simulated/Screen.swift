import Device
import HAL

/// A screen that remembers the pages it was given, as the core's meanings.
public struct SimulatedScreen: Screen {
  public var isUnplugged = false
  public private(set) var pages: [Page] = []
  public init() {}

  /// What the wearer sees; nil while it is dark.
  public var shown: Page? { isUnplugged ? nil : pages.last }

  public mutating func show(_ page: Page) throws(ScreenError) {
    if isUnplugged { throw .unavailable }
    pages.append(page)
  }
}
