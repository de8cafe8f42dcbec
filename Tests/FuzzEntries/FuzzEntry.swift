import Glibc

/// Every way by which bytes of strangers come into the product, each with what must hold of what comes out.
///
/// The folder Tests/Fuzz/NAME holds an entry's corpus, and what was found with it as `found-…`.
public enum FuzzEntry: String, CaseIterable, Sendable {
  /// gpsd's reports on a live socket.
  case gpsd
  /// Logs of receivers, tracks of phones, and our own JSON lines, as `vigia replay` reads them.
  case nmea, gpx, lines
  /// The records of a state, eighty bytes each.
  case records
  /// Files that a family or an engineer writes.
  case profile, scenario
  /// A mail in parts, and what its text asks of the device.
  case mailHeaders, mailBody, command
  /// Servers: what a relay answers, and whole dialogues of a mailbox and of a submission.
  case http, imap, smtp
  /// Lines of an editor at the running device's socket.
  case diary
  /// Events as bytes, which a page carries and a microcontroller reads.
  case packed
  /// A portal's answers, and calls of devices.
  case sync
  /// Browsers at a portal.
  case form, multipart, cookie

  /// - Throws: `Broken` where something does not hold that must; other errors are as bad.
  public func run(_ bytes: UnsafeRawBufferPointer) throws {
    let bytes = Array(bytes)
    switch self {
    case .gpsd: try GpsdEntry.run(bytes)
    case .nmea, .gpx, .lines: try TraceEntry.run(bytes)
    case .records: try RecordEntry.run(bytes)
    case .profile: try ProfileEntry.run(bytes)
    case .scenario: try ScenarioEntry.run(bytes)
    case .mailHeaders: try MailEntry.runHeaders(bytes)
    case .mailBody: try MailEntry.runBody(bytes)
    case .command: try MailEntry.runCommand(bytes)
    case .http: try RelayEntry.run(bytes)
    case .imap: try ServerEntry.runMailbox(bytes)
    case .smtp: try ServerEntry.runSubmission(bytes)
    case .diary: try DiaryEntry.run(bytes)
    case .packed: try PackedEntry.run(bytes)
    case .sync: try SyncEntry.run(bytes)
    case .form: try FormEntry.runForm(bytes)
    case .multipart: try MultipartEntry.run(bytes)
    case .cookie: try FormEntry.runCookie(bytes)
    }
  }
}

/// A property does not hold.
public struct Broken: Error, CustomStringConvertible {
  public let description: String
}

func must(_ holds: Bool, _ what: @autoclosure () -> String) throws {
  if !holds { throw Broken(description: what()) }
}

/// Bytes that a reader opens by a path, without a disk.
final class MemoryFile {
  private let descriptor: Int32
  var path: String { "/proc/self/fd/\(descriptor)" }

  init(_ bytes: some Collection<UInt8>) throws {
    var name = Array("/dev/shm/vigia-fuzz-XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    unlink(name)
    let bytes = Array(bytes)
    guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Broken(description: "no file in memory: \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }
}

extension [UInt8] {
  /// Cuts them in two, at a place that the bytes themselves choose.
  var halves: (ArraySlice<UInt8>, ArraySlice<UInt8>) {
    let sum = reduce(UInt64(1469)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    let place = Int(sum % UInt64(count + 1))
    return (self[..<place], self[place...])
  }
}
