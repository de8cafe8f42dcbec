import Glibc
import Words

/// One life of a device, from its start to its end, in one file or in parts.
public struct RecordedLife: Equatable, Sendable {
  /// Files, in their order.
  public var parts: [String]

  public init(parts: [String]) { self.parts = parts }

  /// The file, or the first and the last one.
  public var name: String {
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
    return "\(parts[0])..\(last.split(separator: "/").last ?? "")"
  }

  /// Whether that file can be read a second time: a pipe and a device cannot. One that is missing is for the reader to
  /// say.
  public static func isReadAgain(_ path: String) -> Bool {
    guard path != "-" else { return false }
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// The lives in a folder, the oldest first, and the parts whose beginning is gone. A black box gives
  /// its oldest parts up on a full disk and after a week, and half a life replays differently.
  ///
  /// Every other file that ends in .jsonl is a life of its own.
  /// - Throws: when the folder cannot be read.
  public static func all(
    in folder: String
  ) throws(TraceError) -> (lives: [RecordedLife], orphans: [String]) {
    let folder = folder.hasSuffix("/") ? folder : folder + "/"
    let files = try names(folder).filter { $0.hasSuffix(PartName.ending) }
    var lives: [RecordedLife] = []
    var orphans: [String] = []
    for stem in Set(files.map(PartName.stem)).sorted() {
      let parts = files.compactMap { file in PartName(file, stem: stem).map { (file, $0) } }
        .sorted { $0.1 < $1.1 }.map(\.0)
      var life: RecordedLife?
      for file in parts + files.filter({ $0 == stem + PartName.ending }) {
        let path = folder + file
        if begins(path) || parts.isEmpty {
          if let life { lives.append(life) }
          life = RecordedLife(parts: [path])
        } else if life == nil {
          orphans.append(path)
        } else {
          life?.parts.append(path)
        }
      }
      if let life { lives.append(life) }
    }
    return (lives, orphans)
  }

  /// A life begins with the device's start.
  private static func begins(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(descriptor, &bytes, bytes.count)
    let line = bytes.prefix(max(count, 0)).prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self).contains(#""class":"\#(OwnClass.boot.rawValue)""#)
  }

  private static func names(_ folder: String) throws(TraceError) -> [String] {
    guard let directory = opendir(folder) else {
      throw TraceError(file: folder, "cannot be read: \(ByteSource.reason(errno))")
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.sorted()
  }
}

/// The name of a part of a black box: NAME-BOOT-PART.jsonl, or NAME-BOOT-PART-COPY.jsonl where that was
/// taken. The part that a device writes now is NAME.jsonl.
///
/// Part 0 of a boot is what the boot before it left behind.
public struct PartName: Comparable, Sendable {
  /// The number of the boot, as the device counts it.
  public var boot: UInt32
  /// The number of the part, from 0.
  public var part: UInt32
  /// Number of the copy, from 1.
  public var copy: UInt32

  /// Nil for every other name.
  /// - Parameter stem: NAME, without a folder.
  public init?(_ name: String, stem: String) {
    guard name.hasPrefix(stem + "-"), name.hasSuffix(PartName.ending) else { return nil }
    let numbers = name.dropFirst(stem.count + 1).dropLast(PartName.ending.count)
      .split(separator: "-", omittingEmptySubsequences: false).map {
        ForeignNumber.exact($0, as: UInt32.self)
      }
    guard (2...3).contains(numbers.count), let boot = numbers[0], let part = numbers[1] else {
      return nil
    }
    guard let copy = numbers.count == 3 ? numbers[2] : 1 else { return nil }
    (self.boot, self.part, self.copy) = (boot, part, copy)
  }

  /// The ending of every file of a black box.
  public static let ending = ".jsonl"

  /// NAME of a file that may be a part, or what is written now.
  public static func stem(_ name: String) -> String {
    guard name.hasSuffix(ending) else { return name }
    let bare = name.dropLast(ending.count)
    for dashes in [3, 2] {
      let words = bare.split(separator: "-", omittingEmptySubsequences: false)
      guard words.count > dashes,
        words.suffix(dashes).allSatisfy({ ForeignNumber.exact($0, as: UInt32.self) != nil })
      else {
        continue
      }
      return words.dropLast(dashes).joined(separator: "-")
    }
    return String(bare)
  }

  public static func < (a: PartName, b: PartName) -> Bool {
    (a.boot, a.part, a.copy) < (b.boot, b.part, b.copy)
  }
}
