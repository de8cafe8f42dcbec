/// Bounds of the protocol. Both sides refuse what lies beyond them (docs/portal-protocol.md).
public enum SyncLimits {
  /// The only version of the protocol so far.
  public static let version = 1
  /// Bytes of a request or an answer.
  public static let bytes = 2 << 20
  /// Records in a request.
  public static let records = 200
  /// Records in a page of the log that a new device gets.
  public static let restored = 2000
  /// Records of a log that a new device takes: those of ten years and more.
  public static let log = 500_000
  /// Places in a request.
  public static let places = 100
  /// Messages in an answer, and answers to messages in a request.
  public static let messages = 32
  /// UTF-8 bytes of a profile's text.
  public static let profile = 1 << 20
  /// The highest number of a profile's revision: servers count on from it.
  public static let revision = 1 << 53
  /// UTF-8 bytes of a reason, a version or a name.
  public static let text = 300
  /// UTF-8 bytes of a category of the family's own: forty characters, with their marks.
  public static let category = 400
  /// UTF-8 bytes of an entry's notes: 2000 characters.
  public static let notes = 8000
  /// Records of an edit of the diary.
  public static let changes = 4
  /// Records of earlier edits that an edit names: those of all messages that can wait.
  public static let seen = messages * changes
  /// UTF-8 bytes of all notes and categories of a request, so that it stays below `bytes`.
  public static let annotations = 1 << 16
  /// Bytes of a picture: 160 by 160 pixels take a tenth of it.
  public static let picture = 1 << 16
  /// Bytes of a photo for a screen of letters: 64 by 64 pixels of three bytes.
  public static let pixels = 64 * 64 * 3
  /// Pictures that a request names: those of a wearer, four caregivers and 32 reminders.
  public static let pictures = 37
  /// Seconds for which a server holds an answer, if the request says `wait`.
  public static let hold = 50
  /// Seconds after which the device calls again, whatever `again_s` says.
  public static let again = 5...3600
  /// Caregivers, numbered from 1.
  public static let caregivers = 1...4
  /// Milliseconds since 1970 that can be meant: the years 1970 to 2199.
  public static let time: ClosedRange<Int64> = 0...7_258_118_400_000
  /// Characters of a key: 256 bits in base64url without padding.
  public static let key = 43
}
