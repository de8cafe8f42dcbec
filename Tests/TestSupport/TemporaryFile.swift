import Foundation

/// A file that goes away with its owner.
public final class TemporaryFile: Sendable {
  private let folder = TemporaryFolder()
  public let path: String
  public var url: URL { URL(fileURLWithPath: path) }

  public init(_ bytes: [UInt8] = [], name: String = "file") throws {
    path = try folder.write(name, Data(bytes))
  }

  public convenience init(_ text: String, name: String = "file") throws {
    try self.init(Array(text.utf8), name: name)
  }
}
