import Foundation

/// The wearers' files below DIR/wearers: opened when they are needed, 64 at most.
public actor WearerFiles {
  public static let most = 64

  private let folder: String
  private var open: [(id: String, file: WearerFile)] = []

  public init(folder: String) throws {
    self.folder = folder + "/wearers"
    try FileManager.default.createDirectory(
      atPath: self.folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  private func path(_ id: String) -> String { "\(folder)/\(id).sqlite" }

  /// The file that was used longest ago is closed when its last user lets it go.
  public func file(_ id: String) throws -> WearerFile {
    precondition(!id.isEmpty && id.utf8.allSatisfy { WearerFiles.isHex($0) }, "no wearer's id")
    if let place = open.firstIndex(where: { $0.id == id }) {
      let entry = open.remove(at: place)
      open.append(entry)
      return entry.file
    }
    do {
      let file = try WearerFile(path: path(id))
      open.append((id, file))
      if open.count > WearerFiles.most { open.removeFirst() }
      return file
    } catch let error as PortalError {
      throw error
    } catch {
      throw PortalError.unwritable("\(path(id)): \(error)")
    }
  }

  public func hasFile(_ id: String) -> Bool { FileManager.default.fileExists(atPath: path(id)) }

  /// The number that is open.
  public var count: Int { open.count }

  /// Deletes a wearer's file.
  public func delete(_ id: String) throws {
    open.removeAll { $0.id == id }
    for end in ["", "-wal", "-shm"] {
      let path = path(id) + end
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
    }
  }

  public func copy(_ id: String, to path: String) throws { try file(id).copy(to: path) }

  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}
