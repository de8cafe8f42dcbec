import Foundation
import GRDB
import HAL

/// A start of the device, and what it takes over from those before.
public struct DeviceLife: Sendable {
  /// From 1, never twice the same.
  public var number: UInt32
  /// The name by which servers know the device comes from it.
  public var secret: (UInt64, UInt64)
  /// The secret of each life comes from it; it never leaves the state.
  public var root: (UInt64, UInt64)
  /// The program of the lives before, if it was another and said so.
  public var programBefore: String?

  public init(number: UInt32, secret: (UInt64, UInt64), root: (UInt64, UInt64)) {
    self.number = number
    self.secret = secret
    self.root = root
  }
}

extension RecordStore {
  /// Counts one more start of the device on this state.
  ///
  /// - Parameters:
  ///   - program: the version that begins it; nil: it does not say.
  ///   - newSecret: drawn for a state that has none yet.
  /// - Returns: the number of this start, and the device's secrets, the same in all lives. The number
  ///   counts from 1 and is never twice the same, also when the start comes to nothing.
  public func beginLife(
    program: String? = nil, newSecret: () -> (UInt64, UInt64)
  ) throws(StorageError) -> DeviceLife {
    do {
      return try writeAny { db in
        if try Row.fetchOne(db, sql: "SELECT 1 FROM device") == nil {
          try db.execute(
            sql: "INSERT INTO device (boots, secret) VALUES (0, ?)",
            arguments: [RecordStore.data(newSecret())])
        }
        try db.execute(sql: "UPDATE device SET boots = boots + 1")
        // A black box of an older program holds the secret: it makes no token any more.
        try db.execute(
          sql: "UPDATE device SET root = ? WHERE root IS NULL",
          arguments: [RecordStore.data(newSecret())])
        guard let row = try Row.fetchOne(db, sql: "SELECT boots, secret, root FROM device"),
          let secret = RecordStore.words(row["secret"]), let root = RecordStore.words(row["root"])
        else { throw StorageError.failed }
        var life = DeviceLife(number: row["boots"], secret: secret, root: root)
        let before = try StateSchema.lastProgram(db)
        guard let program, before != program else { return life }
        life.programBefore = before
        try db.execute(
          sql: "INSERT OR REPLACE INTO program (boot, version) VALUES (?, ?)",
          arguments: [life.number, program])
        return life
      }
    } catch {
      throw RecordStore.storageError(error)
    }
  }

  /// The next life's number is above this one.
  /// - Throws: `StorageError` when the disk refuses.
  public func count(boot: UInt32) throws(StorageError) {
    do {
      try writeAny { db in
        try db.execute(sql: "UPDATE device SET boots = max(boots, ?)", arguments: [boot])
      }
    } catch {
      throw RecordStore.storageError(error)
    }
  }

  static func data(_ secret: (UInt64, UInt64)) -> Data {
    var data = Data()
    for word in [secret.0, secret.1] {
      withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  static func words(_ data: Data) -> (UInt64, UInt64)? {
    guard data.count == 16 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    for (offset, byte) in data.enumerated() {
      if offset < 8 {
        words.0 |= UInt64(byte) << UInt64(offset * 8)
      } else {
        words.1 |= UInt64(byte) << UInt64((offset - 8) * 8)
      }
    }
    return words
  }
}
