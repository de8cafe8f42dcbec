import Foundation
import Glibc
import HAL
import PortalServer
import PortalStore

/// A real portal: the program itself, on a free port of this machine.
final class PortalProcess {
  let folder: String
  private(set) var port = 0
  /// The line by which it said that it serves.
  private(set) var told = ""
  private var process = Process()
  private let more: [String]
  private let temporary: String?

  /// - Parameters:
  ///   - more: further options of `serve`.
  ///   - temporary: its folder for short-lived files, if it is another than ours.
  init(_ more: [String] = [], temporary: String? = nil) throws {
    self.more = more
    self.temporary = temporary
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-portal-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try start()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The program beside the tests.
  static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("vigia-portal").path

  /// Starts it; after `kill`, on the same port as before.
  func start() throws {
    process = Process()
    process.executableURL = URL(fileURLWithPath: PortalProcess.program)
    process.arguments =
      ["serve", "--data", folder, "--listen", "127.0.0.1:\(port)"] + more
    if let temporary {
      process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": temporary]) {
        $1
      }
    }
    let output = Pipe()
    process.standardOutput = output
    let errors = folder + ".err"
    if !FileManager.default.fileExists(atPath: errors) {
      _ = FileManager.default.createFile(atPath: errors, contents: nil)
    }
    process.standardError = FileHandle(forWritingAtPath: errors)
    try PortalProcess.withoutBlockedSignals { try process.run() }
    var line = ""
    while !line.contains("\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else {
        let said = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
        throw Wire.Failure(description: "the portal does not start: \(said)")
      }
      line += String(decoding: data, as: UTF8.self)
    }
    told = line
    let digits = line.split(separator: "\n")[0].split(separator: ":").last.map(String.init) ?? ""
    port = Int(digits) ?? 0
  }

  /// SIGKILL: no word, no time to tidy up.
  ///
  /// The system says when it has ended. Foundation can miss that with a thousand open files, and wait without end.
  func kill() {
    guard process.isRunning else { return }
    let child = process.processIdentifier
    Glibc.kill(child, SIGKILL)
    var ended = siginfo_t()
    while waitid(P_PID, id_t(child), &ended, WEXITED | WNOWAIT) == -1, errno == EINTR {}
  }

  /// SIGTERM.
  ///
  /// - Returns: whether it ended by itself. It is given longer than a stream lives between two beats.
  func end() -> Bool {
    process.terminate()
    let deadline = Date(timeIntervalSinceNow: 60)
    while process.isRunning, Date() < deadline { usleep(10_000) }
    return !process.isRunning && process.terminationReason == .exit
  }

  var identifier: Int32 { process.processIdentifier }

  /// All that it has written to standard error.
  var complaints: String { (try? String(contentsOfFile: folder + ".err", encoding: .utf8)) ?? "" }

  static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }

  // MARK: Calls

  func call(
    _ method: String, _ path: String, _ headers: [String: String] = [:], body: String = ""
  ) throws -> Wire.Answer {
    try call(Wire.request(method, path, headers, body: Array(body.utf8)))
  }

  func call(_ bytes: [UInt8]) throws -> Wire.Answer {
    let wire = try Wire(port: port)
    defer { wire.close() }
    try wire.send(bytes)
    return try wire.answer()
  }

  /// A database of the portal, beside the server's own connection.
  func database() throws -> PortalDatabase { try PortalDatabase(folder: folder) }
}

/// Somebody with a browser.
struct Visitor {
  let portal: PortalProcess
  var cookie: String?

  func get(_ path: String) throws -> Wire.Answer {
    try portal.call("GET", path, cookie.map { ["Cookie": $0] } ?? [:])
  }

  func post(
    _ path: String, _ fields: [String: String] = [:], headers: [String: String] = [:]
  ) throws -> Wire.Answer {
    var all = [
      "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin",
    ]
    if let cookie { all["Cookie"] = cookie }
    all.merge(headers) { $1 }
    return try portal.call("POST", path, all, body: Visitor.encoded(fields))
  }

  /// The same person, made a moderator: every change of rights brings a new key.
  func moderating(_ email: String) async throws -> Visitor {
    _ = try await portal.database().setModerator(email, true, at: PortalClock.real)
    var visitor = self
    visitor.cookie = try get("/account").cookie
    return visitor
  }

  static func encoded(_ fields: [String: String]) -> String {
    fields.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }.joined(separator: "&")
  }

  /// Takes an invitation from the command line, as the first person does.
  static func invited(
    to portal: PortalProcess, _ email: String, wearer: String, as level: Level,
    password: String = Visitor.password, name: String = "Ana"
  ) async throws -> (visitor: Visitor, wearer: String) {
    let database = try portal.database()
    let known = try await database.wearers().first { $0.name == wearer }?.id
    let id =
      if let known { known } else {
        try await database.makeWearer(named: wearer, at: PortalClock.real)
      }
    let token = try await database.invite(
      email: email, name: name, by: nil, to: id, as: level, at: PortalClock.real)
    var visitor = Visitor(portal: portal)
    let answer = try visitor.post(
      "/invitation/\(token)", ["name": name, "password": password, "language": "es"])
    guard answer.status == 303, let cookie = answer.cookie else {
      throw Wire.Failure(description: "the invitation was answered with \(answer.status)")
    }
    visitor.cookie = cookie
    return (visitor, id)
  }

  static let password = "una frase bien larga"
}
