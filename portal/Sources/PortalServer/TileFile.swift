import Foundation
import GRDB
import PortalStore

/// Tiles of a map in one SQLite file, the MBTiles format.
final class TileFile: Sendable {
  private let queue: DatabaseQueue
  let deepest: Int
  private let type: String

  init(_ path: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    do {
      queue = try DatabaseQueue(path: path, configuration: configuration)
      (deepest, type) = try queue.read { db in
        let deepest = try Int.fetchOne(db, sql: "SELECT max(zoom_level) FROM tiles")
        let format = try String.fetchOne(
          db, sql: "SELECT value FROM metadata WHERE name = 'format'")
        return (deepest ?? 0, format == "jpg" ? "image/jpeg" : "image/\(format ?? "png")")
      }
    } catch {
      throw PortalError.refused("\(path) is no file of tiles; expected MBTiles with pictures")
    }
    guard ["image/png", "image/jpeg", "image/webp"].contains(type) else {
      throw PortalError.refused("\(path) has tiles of \(type); expected png, jpg or webp")
    }
  }

  /// Rows count from the south there, and from the north in addresses.
  func tile(zoom: Int, column: Int, row: Int) async throws -> (type: String, bytes: Data)? {
    guard (0...22).contains(zoom), (0..<1 << zoom).contains(row) else { return nil }
    let bytes = try await queue.read { db in
      try Data.fetchOne(
        db,
        sql: """
          SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
          """, arguments: [zoom, column, (1 << zoom) - 1 - row])
    }
    return bytes.map { (type, $0) }
  }
}
