import Mustache

/// Turns pages into HTML. Made once, and shared: it holds the templates.
public struct Renderer: Sendable {
  private let library: MustacheLibrary

  /// - Throws: only for a mistake in a template.
  public init() throws {
    library = MustacheLibrary(templates: [:])
  }

  /// A whole page in UTF-8. The same values give the same text.
  public func html(_ page: Page, in frame: Frame) -> String { "" }
}
