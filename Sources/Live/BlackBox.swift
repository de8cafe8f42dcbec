import CLinux
import Device
import Glibc
import HAL
import Traces

/// Every event that the core saw, from the start on, as a trace: `vigia replay` on it gives the same
/// actions and digest.
///
/// The file of this life is the one that was named. The file of an earlier life, and one that has grown
/// to 64 MB, is put aside beside it, as NAME-BOOT-PART.jsonl. The parts of one life in their order make
/// one trace. A file that is no recording stays, and nothing is recorded.
///
/// Parts 7 days older than the newest are deleted while the system's clock is synchronised, and always the
/// oldest beyond 512 MB. Seven days of a receiver take a fifth of that. On a full disk the black box is the
/// first to yield: its parts go, oldest first. If that does not help it ends, because a trace with a hole
/// replays differently.
public final class BlackBox {
  public static let partSize = 64 << 20
  static let keeps: Int = 7 * 86_400
  /// All parts together, the one that is written included.
  public static let mostBytes = 8 * partSize

  private let path: String
  private let boot: UInt32
  private let partSize: Int
  private let mostBytes: Int
  private let isClockKept: () -> Bool
  private let log: (String) -> Void
  private var part = 1
  private var descriptor: Int32 = -1
  private var written = 0
  /// A pipe or a device is written to, and neither moved nor deleted.
  private var isFile = true
  /// Settings of a row that has not come to its end: the row is written as a whole.
  private var row: [Setting] = []
  private var isInRow = false

  /// - Parameters:
  ///   - path: of the file of this life.
  ///   - boot: numbers the parts.
  ///   - isClockKept: whether the system's clock is synchronised. Another one tells no age.
  ///   - log: told once when it ends.
  public init(
    path: String, boot: UInt32, partSize: Int = BlackBox.partSize,
    mostBytes: Int = BlackBox.mostBytes,
    isClockKept: @escaping () -> Bool = { clinux_clock_is_synchronized() },
    log: @escaping (String) -> Void
  ) {
    self.path = path
    self.boot = boot
    self.partSize = partSize
    self.mostBytes = mostBytes
    self.isClockKept = isClockKept
    self.log = log
    var status = stat()
    let isThere = lstat(path, &status) == 0
    // The file of an earlier life stays, also when it cannot be put aside; a device file is not ours.
    isFile = !isThere || status.st_mode & S_IFMT == S_IFREG
    if isThere, isFile {
      guard isRecordingOrEmpty else {
        log("\(path): is no recording; nothing is recorded, so that it stays as it is")
        return
      }
      guard putAside("0") else { return }
    }
    forgetOld()
    open()
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// False once it has ended.
  public var isRecording: Bool { descriptor >= 0 }

  /// Writes one event down. Deadlines are left out: a replay wakes the device itself.
  /// - Parameter words: what goes with a row of settings.
  public func note(_ event: Event, _ words: () -> TraceWords) {
    guard isRecording else { return }
    let writer = TraceWriter(plain: { [unowned self] in write($0) })
    switch event.kind {
    case .deadline: return
    case .setting(.begin):
      isInRow = true
      row = []
    case .setting(.end):
      isInRow = false
      try? writer.configure(row, words(), at: event.at)
      row = []
    case .setting(let setting) where isInRow: row.append(setting)
    default: try? writer.write(event)
    }
    if isFile, written >= partSize {
      written = 0
      guard putAside("\(part)") else { return }
      part += 1
      open()
      forgetOld()
    }
  }

  /// The disk is full: gives up its oldest part, at last the file of this life, and with it the
  /// recording. False when nothing is left.
  @discardableResult public func yield() -> Bool {
    if BlackBox.yield(path) { return true }
    guard isRecording else { return false }
    log("\(path): recording ends: the disk is full")
    if isFile { ftruncate(descriptor, 0) }
    close(descriptor)
    descriptor = -1
    if isFile { unlink(path) }
    return true
  }

  /// Deletes the oldest part of an earlier life beside `path`. False when there is none.
  static func yield(_ path: String) -> Bool {
    guard let oldest = parts(path).min(by: { ($0.modified, $0.name) < ($1.modified, $1.name) })
    else { return false }
    return unlink(oldest.path) == 0
  }

  private func open() {
    if descriptor >= 0 { close(descriptor) }
    // The device does not wait for a pipe that nobody reads.
    descriptor = Glibc.open(
      path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    written = 0
    if descriptor < 0 { log("\(path): cannot be made: \(String(cString: strerror(errno)))") }
  }

  private func write(_ text: String) {
    guard isRecording else { return }
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count, isRecording {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress! + done, bytes.count - done)
      }
      if count > 0 {
        done += count
      } else if errno == EINTR || errno == ENOSPC && yield() {
        continue
      } else {
        log("\(path): recording ends: \(String(cString: strerror(errno)))")
        close(descriptor)
        descriptor = -1
        return
      }
    }
    written += bytes.count
  }

  // MARK: Parts

  /// The files of all lives, oldest first, with the one that is written now.
  /// - Parameter path: of the file of this life.
  public static func files(_ path: String) -> [String] {
    let parts = parts(path).sorted { ($0.modified, $0.name) < ($1.modified, $1.name) }.map(\.path)
    var status = stat()
    let hasOwn = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    return parts + (hasOwn ? [path] : [])
  }

  /// The name without its ending.
  private static func stem(_ path: String) -> String {
    path.hasSuffix(".jsonl") ? String(path.dropLast(6)) : path
  }

  /// Whether a file may be the end of an earlier life. Every line of one begins alike.
  ///
  /// A power cut leaves the first line torn, or zeros in its place.
  private var isRecordingOrEmpty: Bool {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    // A file that cannot be read may be anything.
    guard file >= 0 else { return false }
    defer { close(file) }
    let start = Array("{\"class\":\"".utf8)
    var head = [UInt8](repeating: 0, count: start.count)
    let count = read(file, &head, head.count)
    guard count >= 0 else { return false }
    return start.starts(with: head[..<count]) || head.allSatisfy { $0 == 0 }
  }

  private func putAside(_ name: String) -> Bool {
    let stem = BlackBox.stem(path)
    var target = "\(stem)-\(boot)-\(name).jsonl"
    // A state that cannot be written does not count its lives.
    var copy = 1
    while access(target, F_OK) == 0 {
      copy += 1
      target = "\(stem)-\(boot)-\(name)-\(copy).jsonl"
    }
    if rename(path, target) == 0 { return true }
    log("\(path): cannot be put aside: \(String(cString: strerror(errno)))")
    return false
  }

  private func forgetOld() {
    let parts = BlackBox.parts(path)
    // A clock that leads by years dates its own parts, too: beside the second of them all others look old.
    let knowsAge = isClockKept()
    // A device that was off for a month has what it recorded before.
    let now = min(time(nil), parts.map(\.modified).max() ?? .max)
    // The part that was put aside last stays: a clock that lagged may have dated it.
    let last = parts.map(\.name).max()
    var left: [Part] = []
    for part in parts {
      if knowsAge, part.modified < now - BlackBox.keeps, part.name != last {
        unlink(part.path)
      } else {
        left.append(part)
      }
    }
    left.sort { ($0.modified, $0.name) < ($1.modified, $1.name) }
    // The sum includes room for the part that is being written.
    var bytes = left.reduce(partSize) { $0 + $1.bytes }
    for part in left where bytes > mostBytes {
      unlink(part.path)
      bytes -= part.bytes
    }
  }

  private typealias Part = (path: String, modified: Int, bytes: Int, name: PartName)

  private static func parts(_ path: String) -> [Part] {
    let stem = stem(path)
    let slash = stem.lastIndex(of: "/")
    let folder = slash.map { String(stem[...$0]) } ?? "./"
    let last = slash.map { String(stem[stem.index(after: $0)...]) } ?? stem
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var parts: [Part] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      // Other files belong to somebody else.
      guard let part = PartName(name, stem: last) else { continue }
      var status = stat()
      guard stat(folder + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      parts.append((folder + name, status.st_mtim.tv_sec, Int(status.st_size), part))
    }
    return parts
  }
}
