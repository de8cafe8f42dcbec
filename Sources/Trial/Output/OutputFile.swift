import Glibc
import Profile

/// A file that is written whole or not at all.
///
/// The text goes to a neighbour first and takes the name at the end. So a full disk or a crash leaves
/// the old file. A pipe or a device is written directly.
public final class OutputFile {
  private let path: String
  /// The name as the caller has it, for people.
  private let name: String
  private let temporary: String?
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var isFinished = false

  /// Fails at once when the place cannot be written to, or holds one of the inputs. "-" is refused: it
  /// means standard output elsewhere, and there the command's own text goes. Among the inputs it means
  /// what standard input reads.
  public init(path: String, inputs: [String] = []) throws {
    guard path != "-" else {
      throw InputError(
        file: path,
        "standard output has the text; expected the name of a file, or ./- for one called -")
    }
    name = path
    // A link stays a link; what it leads to is written.
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    let path = path.hasPrefix("/dev/") ? path : resolved.map { String(cString: $0) } ?? path
    self.path = path
    var status = stat()
    let exists = stat(path, &status) == 0
    try OutputFile.refuse(path, asOneOf: inputs)
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw InputError(file: path, "is a directory; expected a file to write")
    }
    // Renaming over /dev/stdout would replace the link and not what it leads to.
    let isSpecial = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    if exists, isSpecial || status.st_mode & S_IFMT != S_IFREG {
      temporary = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      if exists, access(path, W_OK) != 0 {
        throw InputError(file: path, "cannot be written: \(OutputFile.reason(errno))")
      }
      let (name, part) = (name, "\(path).\(getpid()).part")
      temporary = part
      descriptor = Interruption.postpone {
        let descriptor = open(
          part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, exists ? 0o600 : 0o644)
        if descriptor >= 0 { Interruption.begin(name, as: part, replaces: exists) }
        return descriptor
      }
      if exists, descriptor >= 0 {
        // The new file gets the readers of the replaced one, and no others. Giving it to another owner
        // is for root only.
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        _ = fchmod(descriptor, status.st_mode & 0o7777)
      }
    }
    guard descriptor >= 0 else {
      throw InputError(file: path, "cannot be written: \(OutputFile.reason(errno))")
    }
  }

  /// Throws for an output that is one of the inputs, under whatever name. Among these, "-" means what
  /// standard input reads; one that is not there is no output's.
  public static func refuse(_ path: String, asOneOf inputs: [String]) throws(InputError) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    for input in inputs {
      var other = stat()
      let isKnown = input == "-" ? fstat(STDIN_FILENO, &other) == 0 : stat(input, &other) == 0
      if isKnown, other.st_dev == status.st_dev, other.st_ino == status.st_ino {
        throw InputError(file: path, "is the same file as the input \(input); expected another")
      }
    }
  }

  /// Two names, or one name twice, for the same file. Devices and pipes may well have two writers.
  public func isSame(as other: OutputFile) -> Bool {
    guard temporary != nil else { return false }
    var (own, others) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && fstat(other.descriptor, &others) == 0
      && own.st_dev == others.st_dev && own.st_ino == others.st_ino
  }

  deinit {
    close(descriptor)
    guard !isFinished, let temporary else { return }
    unlink(temporary)
    Interruption.end(name, isWritten: false)
  }

  public func write(_ text: String) throws { try write(text.utf8) }

  public func write(_ bytes: some Collection<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Gives the file its name. Without this call nothing remains of it.
  public func finish() throws {
    try flush()
    guard let temporary else {
      isFinished = true
      return
    }
    let isWritten =
      fsync(descriptor) == 0
      && Interruption.postpone {
        guard rename(temporary, path) == 0 else { return false }
        Interruption.end(name, isWritten: true)
        return true
      }
    guard isWritten else {
      throw InputError(file: path, "cannot be written: \(OutputFile.reason(errno))")
    }
    isFinished = true
  }

  private func flush() throws {
    guard let code = OutputFile.writeAll(buffer, to: descriptor) else {
      return buffer.removeAll(keepingCapacity: true)
    }
    throw InputError(file: path, "cannot be written: \(OutputFile.reason(code))")
  }

  /// Nil when everything was written, else errno.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress! + written, bytes.count - written)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      written += count
    }
    return nil
  }

  static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// Standard output, in big helpings.
public final class StandardOutput {
  private var buffer: [UInt8] = []
  /// The reader has gone away (`| head`): what would follow interests nobody.
  public private(set) var isClosed = false

  public init() {}

  public func write(_ text: String) throws {
    if isClosed { return }
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 15 { try flush() }
  }

  /// One text with its line break, at once.
  public static func print(_ text: String) throws {
    let output = StandardOutput()
    try output.write(text + "\n")
    try output.flush()
  }

  public func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard !isClosed, let code = OutputFile.writeAll(buffer, to: STDOUT_FILENO) else { return }
    if code == EPIPE {
      isClosed = true
    } else {
      throw InputError(
        file: "standard output", "cannot be written: \(OutputFile.reason(code))")
    }
  }
}
