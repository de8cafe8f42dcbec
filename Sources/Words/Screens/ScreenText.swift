import HAL

/// A page in words: what to draw, not how. Size, colour and place are the display's business.
public struct ScreenText: Equatable, Sendable {
  /// What a key does on this page.
  public struct KeyHint: Equatable, Sendable {
    public var key: Key
    public var isLong: Bool
    /// What the key is called: "OK".
    public var label: String
    /// What it does; empty when its name says so.
    public var text: String

    public init(key: Key, isLong: Bool, label: String, text: String) {
      self.key = key
      self.isLong = isLong
      self.label = label
      self.text = text
    }
  }

  /// "10:04": the biggest thing there is.
  public var clock: String?
  /// What the page is about, small.
  public var title: String?
  /// The one thing to read; empty on a home page without a name.
  public var headline: String
  /// One idea a line.
  public var body: [String]
  /// A file name from the profile.
  public var photo: String?
  /// Only of keys that the board has.
  public var hints: [KeyHint]

  public init(
    clock: String? = nil, title: String? = nil, headline: String, body: [String] = [],
    photo: String? = nil, hints: [KeyHint] = []
  ) {
    self.clock = clock
    self.title = title
    self.headline = headline
    self.body = body
    self.photo = photo
    self.hints = hints
  }

  /// The page as lines of a text terminal, from the top down.
  public var lines: [String] {
    let top = [clock, title, headline].compactMap { $0 }.filter { !$0.isEmpty }
    let keys = hints.map { $0.text.isEmpty ? "[\($0.label)]" : "[\($0.label)] \($0.text)" }
    return top + body + (photo.map { ["<\(oneLine($0))>"] } ?? []) + keys
  }
}
