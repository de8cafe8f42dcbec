import Entries
import Foundation
import GRDB
import HAL

/// A row that lies in a page of a damaged database, told by its shape: each of our tables has another.
enum LeafRow {
  case record(sequence: Int64, words: RecordWords, writer: StateWriter, written: Int64?)
  case annotation(record: Int64, category: String?, notes: String?)
  case device(boots: Int64, secret: Data, root: Data?)

  /// All rows of a page that are whole; none where it is no leaf of a table.
  static func all(in page: ArraySlice<UInt8>) -> [LeafRow] {
    let page = Array(page)
    // The first page begins with the file's head and holds the schema only.
    guard page[0] == 0x0d else { return [] }
    let count = Int(page[3]) << 8 | Int(page[4])
    guard 8 + 2 * count <= page.count else { return [] }
    return (0..<count).compactMap { i in
      var cell = LeafCell(page, at: Int(page[8 + 2 * i]) << 8 | Int(page[9 + 2 * i]))
      return cell.row()
    }
  }
}

/// Reads one cell: length, rowid, then a head with the kinds of all columns, then their values.
private struct LeafCell {
  private let page: [UInt8]
  private var at: Int
  private var end: Int

  private enum Value {
    case null
    case number(Int64)
    case text(String)
    case blob(ArraySlice<UInt8>)
  }

  init(_ page: [UInt8], at: Int) {
    self.page = page
    self.at = at
    end = page.count
  }

  mutating func row() -> LeafRow? {
    // A longer row goes on in other pages; only a note of four thousand letters is one.
    guard let length = varint(), let rowid = varint(), length > 0, length <= Int64(page.count - 35),
      at + Int(length) <= page.count
    else { return nil }
    end = at + Int(length)
    guard let values = values() else { return nil }
    switch values.count {
    case 5:
      guard case .null = values[0], case .number(let kind) = values[1],
        case .blob(let blob) = values[2], case .text(let name) = values[3],
        let words = RecordWords(data: Data(blob)), words.kind == kind,
        let writer = StateWriter(rawValue: name)
      else { return nil }
      switch values[4] {
      case .null: return .record(sequence: rowid, words: words, writer: writer, written: nil)
      case .number(let written):
        return .record(sequence: rowid, words: words, writer: writer, written: written)
      case .text, .blob: return nil
      }
    case 3:
      if case .number(let boots) = values[0] { return device(boots, values[1], values[2]) }
      guard case .null = values[0], let category = text(values[1]), let notes = text(values[2])
      else { return nil }
      return .annotation(record: rowid, category: category, notes: notes)
    case 2:
      // An older program stored no root.
      guard case .number(let boots) = values[0] else { return nil }
      return device(boots, values[1], .null)
    default: return nil
    }
  }

  private func device(_ boots: Int64, _ secret: Value, _ root: Value) -> LeafRow? {
    guard (0...Int64(UInt32.max)).contains(boots), case .blob(let secret) = secret,
      secret.count == 16
    else { return nil }
    switch root {
    case .null: return .device(boots: boots, secret: Data(secret), root: nil)
    case .blob(let root) where root.count == 16:
      return .device(boots: boots, secret: Data(secret), root: Data(root))
    case .number, .text, .blob: return nil
    }
  }

  private func text(_ value: Value) -> String?? {
    switch value {
    case .null: .some(nil)
    case .text(let text): text
    case .number, .blob: nil
    }
  }

  private mutating func values() -> [Value]? {
    let start = at
    guard let size = varint(), size > 0, size <= Int64(end - start) else { return nil }
    let body = start + Int(size)
    var kinds: [Int64] = []
    while at < body {
      guard let kind = varint(), at <= body, kinds.count < 5 else { return nil }
      kinds.append(kind)
    }
    var values: [Value] = []
    for kind in kinds {
      guard let value = value(kind) else { return nil }
      values.append(value)
    }
    return at == end ? values : nil
  }

  private mutating func value(_ kind: Int64) -> Value? {
    switch kind {
    case 0: return .null
    case 8, 9: return .number(kind - 8)
    case 1...6:
      guard let bytes = take([1, 2, 3, 4, 6, 8][Int(kind) - 1]) else { return nil }
      var number: Int64 = bytes.first.map { $0 > 127 } == true ? -1 : 0
      for byte in bytes { number = number << 8 | Int64(byte) }
      return .number(number)
    case 12...:
      guard let bytes = take(Int((kind - 12) / 2)) else { return nil }
      if kind % 2 == 0 { return .blob(bytes) }
      return String(validating: bytes, as: UTF8.self).map(Value.text)
    default: return nil
    }
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= end - at else { return nil }
    defer { at += count }
    return page[at..<at + count]
  }

  /// Up to nine bytes of seven bits, the highest first; the ninth has eight.
  private mutating func varint() -> Int64? {
    var value: UInt64 = 0
    for i in 0..<9 {
      guard at < end, at >= 0 else { return nil }
      let byte = page[at]
      at += 1
      if i == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7f)
      if byte < 0x80 { return Int64(bitPattern: value) }
    }
    return nil
  }
}
