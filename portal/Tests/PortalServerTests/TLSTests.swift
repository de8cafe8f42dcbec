import Foundation
import Glibc
import Testing

@Suite("TLS of its own")
struct TLSTests {
  /// A folder with a certificate for localhost in `NAME.pem` and its key in `NAME.key`, made by openssl.
  private final class Keys {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-tls-\(UUID().uuidString)").path

    init() throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    subscript(_ file: String) -> String { folder + "/" + file }

    func make(_ name: String) throws {
      let made = try Tool.run(
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
        "-nodes", "-days", "30", "-subj", "/CN=\(name)", "-addext",
        "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", self[name + ".key"], "-out",
        self[name + ".pem"])
      #expect(made.status == 0, "\(made.errors)")
    }

    func options(_ certificate: String, _ key: String) -> [String] {
      ["--tls-certificate", self[certificate], "--tls-key", self[key]]
    }
  }

  /// The name in the certificate that a new connection is shown.
  private func name(_ portal: PortalProcess) throws -> String {
    try Tool.run(
      "sh", "-c",
      "openssl s_client -connect 127.0.0.1:\(portal.port) </dev/null 2>/dev/null "
        + "| openssl x509 -noout -subject"
    ).output
  }

  private func curl(_ portal: PortalProcess, _ more: String...) throws -> Tool.Outcome {
    try Tool.run(["curl", "--silent", "--show-error"] + more)
  }

  private func address(_ portal: PortalProcess, _ path: String) -> String {
    "https://localhost:\(portal.port)\(path)"
  }

  @Test("Pages come over TLS, to whoever knows the certificate")
  func serves() throws {
    let keys = try Keys()
    try keys.make("one")
    let portal = try PortalProcess(keys.options("one.pem", "one.key"))
    #expect(portal.told.contains("at https://127.0.0.1:\(portal.port)"))
    let page = try curl(
      portal, "--cacert", keys["one.pem"], "--include", address(portal, "/login"))
    #expect(page.output.contains("HTTP/1.1 200"), "\(page.errors)")
    #expect(page.output.contains("Strict-Transport-Security: max-age="))
    #expect(page.output.contains("name=\"password\""))
    // A certificate that nobody vouches for, and words that are not TLS.
    #expect(try curl(portal, address(portal, "/health")).status == 60)
    #expect(try curl(portal, "http://localhost:\(portal.port)/health").status != 0)
    #expect(
      try curl(portal, "--cacert", keys["one.pem"], address(portal, "/health")).output
        .hasPrefix("ok\n"))
    let old = try curl(
      portal, "--cacert", keys["one.pem"], "--tls-max", "1.1", "--tlsv1.0", "--ciphers",
      "DEFAULT@SECLEVEL=0", address(portal, "/health"))
    #expect(old.status == 35, "TLS 1.1 was spoken")
    #expect(portal.end())
  }

  @Test("A renewed certificate is taken at SIGHUP, and a broken one is not")
  func renews() throws {
    let keys = try Keys()
    try keys.make("one")
    try keys.make("two")
    let portal = try PortalProcess(keys.options("one.pem", "one.key"))
    #expect(try name(portal).contains("CN = one"))
    func renew(_ name: String, certificate: String, key: String, until said: String) throws {
      for (from, to) in [(certificate, "one.pem"), (key, "one.key")] {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: keys[from]))
        try bytes.write(to: URL(fileURLWithPath: keys[to]))
      }
      let before = portal.complaints.components(separatedBy: said).count
      Glibc.kill(portal.identifier, SIGHUP)
      while portal.complaints.components(separatedBy: said).count == before { usleep(20_000) }
      #expect(try self.name(portal).contains("CN = \(name)"))
    }
    // The certificate of the one with the key of the other.
    try Data(contentsOf: URL(fileURLWithPath: keys["one.key"]))
      .write(to: URL(fileURLWithPath: keys["kept.key"]))
    try renew(
      "one", certificate: "two.pem", key: "kept.key", until: "does not belong to \(keys["one.pem"])"
    )
    try renew("two", certificate: "two.pem", key: "two.key", until: "was read again")
    #expect(portal.complaints.contains("the certificate of before stays in use"))
    #expect(portal.end())
  }

  @Test("Without TLS a SIGHUP changes nothing")
  func hangup() throws {
    let portal = try PortalProcess()
    #expect(try portal.call("GET", "/health").status == 200)
    Glibc.kill(portal.identifier, SIGHUP)
    usleep(100_000)
    #expect(try portal.call("GET", "/health").status == 200)
  }

  @Test("Files that cannot be used are one line each, and status 2")
  func refuses() throws {
    let keys = try Keys()
    try keys.make("one")
    try keys.make("two")
    try Data("-----BEGIN CERTIFICATE-----\nx\n".utf8)
      .write(to: URL(fileURLWithPath: keys["torn.pem"]))
    let wrong: [(options: [String], says: String)] = [
      (["--tls-certificate", keys["one.pem"]], "--tls-certificate has no --tls-key"),
      (["--tls-key", keys["one.key"]], "--tls-key has no --tls-certificate"),
      (keys.options("none.pem", "one.key"), "none.pem: No such file or directory"),
      (keys.options("one.pem", "none.key"), "none.key: No such file or directory"),
      (keys.options("torn.pem", "one.key"), "torn.pem holds no certificate"),
      (keys.options("one.key", "one.key"), "one.key holds no certificate"),
      (keys.options("one.pem", "one.pem"), "one.pem holds no private key"),
      (keys.options("one.pem", "two.key"), "two.key does not belong to"),
    ]
    for (options, says) in wrong {
      let run = try Tool.run(
        [PortalProcess.program, "serve", "--data", keys["data"], "--listen", "127.0.0.1:0"]
          + options)
      #expect(run.status == 2, "\(options)")
      #expect(run.errors.hasPrefix("vigia-portal: ") && run.errors.contains(says), "\(run.errors)")
      #expect(run.errors.contains("expected"), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: keys["data"]), "it made databases first")
  }
}
