import Sync

/// The settings on which a device lives, as its portal is told of them.
public struct LinkFile {
  /// The text of the device's own file.
  public var text: String
  /// Stands for the text: equal texts have equal marks.
  public var mark: String
  /// The portal's revision that is in force over it; nil: the file counts alone.
  public var revision: SyncProfile?

  public init(text: String, mark: String, revision: SyncProfile? = nil) {
    self.text = text
    self.mark = mark
    self.revision = revision
  }
}
