import Foundation
import Glibc

/// Common means of tests with real servers on this machine: a folder, certificates, ports, programs.
enum Loopback {
  static func has(_ program: String) -> Bool { path(program) != nil }

  static func path(_ program: String) -> String? {
    ["/usr/sbin", "/usr/bin", "/bin"].map { "\($0)/\(program)" }
      .first { access($0, X_OK) == 0 }
  }

  /// Memory of this process.
  static var residentMegabytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let words = text.split(separator: " ")
    return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * 4096 / 1_048_576
  }

  /// Nothing listens there.
  static func freePort() throws -> UInt16 {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        guard bind(socket, $0, size) == 0, getsockname(socket, $0, &size) == 0 else {
          throw CocoaError(.featureUnsupported)
        }
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  static func answers(_ port: UInt16) -> Bool {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  /// Its standard output.
  @discardableResult static func run(_ program: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path(program) ?? program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }
}

/// A folder that goes with its test.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/vigia-test-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template))
    // Servers that drop their rights look into it.
    chmod(path, 0o755)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String, mode: mode_t = 0o644) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    chmod("\(path)/\(name)", mode)
  }

  func text(_ name: String) -> String {
    (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? ""
  }

  func files(_ folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
    return names.sorted().map { "\(path)/\(folder)/\($0)" }
  }
}

/// A program that runs as long as its test.
final class ServerProcess {
  private var process: pid_t = 0
  /// Goes after it: it may still write.
  private let folder: TemporaryFolder

  /// Its output goes to the file "out" of its folder.
  /// - Parameter port: it listens there once it is ready.
  init(
    _ program: String, _ arguments: [String], port: UInt16, in folder: TemporaryFolder
  ) throws {
    self.folder = folder
    let log = "\(folder.path)/out"
    process = try ServerProcess.spawn(Loopback.path(program) ?? program, arguments, log: log)
    for _ in 0..<1500 {
      if Loopback.answers(port) { return }
      guard waitpid(process, nil, WNOHANG) == 0 else { break }
      usleep(20_000)
    }
    throw Failure(log: log)
  }

  /// Starts it in a group of its own, to end with its children. Signals are unblocked: a child of a
  /// thread that blocks signals, as those of tests do, could not be told to end.
  private static func spawn(_ program: String, _ arguments: [String], log: String) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&files, 1, log, O_WRONLY | O_CREAT, 0o644)
    posix_spawn_file_actions_adddup2(&files, 1, 2)
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    guard posix_spawn(&process, program, &files, &attributes, &words, environ) == 0 else {
      throw Failure(log: program)
    }
    return process
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(log: String) {
      description = (try? String(contentsOfFile: log, encoding: .utf8)) ?? "no \(log)"
    }
  }

  deinit {
    kill(-process, SIGTERM)
    for _ in 0..<500 {
      if waitpid(process, nil, WNOHANG) != 0 { break }
      usleep(10_000)
    }
    kill(-process, SIGKILL)
    waitpid(process, nil, 0)
  }
}

/// An authority that the device believes, with a server's certificate, and one that it does not.
final class Certificates: Sendable {
  static let shared = Certificates()
  private let folder = TemporaryFolderPath()
  var authority: String { "\(folder.path)/good.pem" }
  /// The folder in which the certificate is found by its hash.
  var authorities: String { "\(folder.path)/hashed" }
  var server: (certificate: String, key: String) { pair("good") }
  var stranger: (certificate: String, key: String) { pair("bad") }

  private func pair(_ name: String) -> (certificate: String, key: String) {
    ("\(folder.path)/\(name)-server.pem", "\(folder.path)/\(name)-server.key")
  }

  private init() {
    let path = folder.path
    for name in ["good", "bad"] {
      let (ca, server) = ("\(path)/\(name)", "\(path)/\(name)-server")
      let names = "\(path)/names"
      try? Data("subjectAltName=DNS:localhost,IP:127.0.0.1".utf8)
        .write(to: URL(fileURLWithPath: names))
      for arguments in [
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=\(name) -keyout \(ca).key -out \(ca).pem",
        "req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout \(server).key -out \(server).csr",
        "x509 -req -in \(server).csr -CA \(ca).pem -CAkey \(ca).key -CAcreateserial -days 2"
          + " -extfile \(names) -out \(server).pem",
      ] {
        _ = try? Loopback.run("openssl", arguments.split(separator: " ").map(String.init))
      }
      chmod("\(server).key", 0o644)
    }
    try? FileManager.default.createDirectory(
      atPath: authorities, withIntermediateDirectories: false)
    try? FileManager.default.copyItem(atPath: authority, toPath: "\(authorities)/good.pem")
    _ = try? Loopback.run("openssl", ["rehash", authorities])
  }
}

/// Shared by all tests of the process, and removed at its end.
private final class TemporaryFolderPath: Sendable {
  let path: String
  init() {
    var template = Array("/tmp/vigia-certificates-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template))
    chmod(path, 0o755)
    Paths.add(path)
  }
}

private enum Paths {
  nonisolated(unsafe) static var all: [String] = []
  static func add(_ path: String) {
    all.append(path)
    atexit { for path in Paths.all { try? FileManager.default.removeItem(atPath: path) } }
  }
}
