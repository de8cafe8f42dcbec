import Foundation
import Glibc
import TestSupport

/// An authority that the device believes, with a server's certificate, and one that it does not.
final class Certificates: Sendable {
  static let shared = Certificates()
  private let folder = TemporaryFolderPath()
  var authority: String { "\(folder.path)/good.pem" }
  /// The same, found by its hash.
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
        _ = try? Program.run(["openssl"] + arguments.split(separator: " ").map(String.init))
      }
      chmod("\(server).key", 0o644)
    }
    try? FileManager.default.createDirectory(
      atPath: authorities, withIntermediateDirectories: false)
    try? FileManager.default.copyItem(atPath: authority, toPath: "\(authorities)/good.pem")
    _ = try? Program.run(["openssl", "rehash", authorities])
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
