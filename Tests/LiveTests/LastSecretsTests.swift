import Foundation
import Glibc
import Profile
import TestSupport
import Testing

@testable import Live

@Suite("Secrets that were read before, and those at another place (SAFE-7, ALZ-9)")
final class LastSecretsTests {
  private let folder = TemporaryFolder()
  private var said: [String] = []

  private static let routes = """
    perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 150}
    routes:
      mail: {host: old.example.org, port: 465, user: vigia, credentials: mail.secret, from: v@example.org}
      relay: {url: "https://old.example.org/", credentials: relay.secret}

    """
  private let mail = Routes.Secret(file: "mail.secret", owner: "vigia at old.example.org:465")
  private let relay = Routes.Secret(file: "relay.secret", owner: "https://old.example.org/")

  private func write(_ place: String, _ text: String = routes) throws -> String {
    try FileManager.default.createDirectory(
      atPath: folder.path(place), withIntermediateDirectories: true)
    return try folder.write("\(place)/profile.yaml", text)
  }

  private func secrets(beside place: String) -> LastSecrets {
    LastSecrets(beside: folder.path("\(place)/profile.yaml")) { [unowned self] in said.append($0) }
  }

  @Test("While one lacks, another that its owner changes waits until the owner asks")
  func unasked() throws {
    let profile = try Profile(file: write("a"))
    try folder.write("a/mail.secret", "old\n", mode: 0o600)
    try folder.write("a/relay.secret", "token\n", mode: 0o644)
    let secrets = secrets(beside: "a")
    func round(isAsked: Bool) -> [String?] {
      secrets.begin(isAsked: isAsked)
      return [
        secrets.read(mail, of: profile, "mail"), secrets.read(relay, of: profile, "the relay"),
      ]
    }
    #expect(round(isAsked: true) == ["old", nil])
    try folder.write("a/mail.secret", "new\n", mode: 0o600)
    #expect(round(isAsked: false) == ["old", nil])
    #expect(secrets.irreplaceable == nil, "a way that never had one waits for nobody")
    chmod(folder.path("a/relay.secret"), 0o600)
    #expect(round(isAsked: false) == ["old", "token"])
    #expect(round(isAsked: true) == ["new", "token"])
    chmod(folder.path("a/mail.secret"), 0o640)
    #expect(secrets.irreplaceable?.contains("/a/mail.secret: has mode 0640") == true)
    #expect(round(isAsked: true) == ["new", "token"])
    #expect(secrets.irreplaceable != nil && secrets.isLacking)
    #expect(said.last?.hasSuffix("stays in force until the device starts again") == true)
    chmod(folder.path("a/mail.secret"), 0o600)
    #expect(secrets.irreplaceable == nil, "an update waits no longer than the file")
    // A server that is new is asked for at once.
    let other = Routes.Secret(file: "relay.secret", owner: "other")
    #expect(secrets.read(other, of: profile, "other") == "token")
  }

  @Test("A way that the settings no longer have holds up no update")
  func gone() throws {
    let profile = try Profile(file: write("a"))
    try folder.write("a/mail.secret", "old\n", mode: 0o600)
    let secrets = secrets(beside: "a")
    #expect(secrets.read(mail, of: profile, "mail") == "old")
    chmod(folder.path("a/mail.secret"), 0o640)
    #expect(secrets.irreplaceable != nil)
    secrets.begin(isAsked: true)
    #expect(secrets.irreplaceable == nil)
  }

  @Test("With a mistake in the file, no old server hears the password of a new one (SAFE-4)")
  func stray() throws {
    let profile = try Profile(file: write("a"))
    try folder.write("a/mail.secret", "old\n", mode: 0o600)
    let secrets = secrets(beside: "a")
    func read() -> String? {
      secrets.begin(isAsked: true)
      return secrets.read(mail, of: profile, "mail")
    }
    #expect(read() == "old")
    try folder.write("a/mail.secret", "new\n", mode: 0o600)
    let changed = Self.routes.replacing("old.example", with: "new.example")
    for text in [changed + "nonsense: 1\n", changed + "}", Self.routes + "}"] {
      _ = try write("a", text)
      #expect(read() == "old")
      #expect(said.last?.contains("does not name it for mail; for mail the secret") == true)
      #expect(secrets.irreplaceable != nil, "another life would send it")
    }
    // The same server has another password, and the mistake is elsewhere.
    _ = try write("a", Self.routes + "nonsense: 1\n")
    #expect(read() == "new")
    #expect(secrets.irreplaceable == nil && !secrets.isLacking)
  }

  @Test("Kept settings take a secret beside the file of now where their own place has none")
  func moved() throws {
    let kept = try Profile(file: write("a"))
    _ = try write("b", Self.routes + "nonsense: 1\n")
    try folder.write("b/mail.secret", "new\n", mode: 0o600)
    func read(beside place: String) -> String? {
      secrets(beside: place).read(mail, of: kept, "mail")
    }
    #expect(read(beside: "b") == "new")
    #expect(said.isEmpty)
    // One that can be read where it was is not lost to a name that somebody mistyped.
    try folder.write("a/mail.secret", "old\n", mode: 0o600)
    #expect(read(beside: "b") == "old" && read(beside: "none") == "old")
    chmod(folder.path("a/mail.secret"), 0o640)
    #expect(read(beside: "b") == "new")
    #expect(read(beside: "none") == nil)
    #expect(said.count == 1 && said[0].contains("/a/mail.secret: has mode 0640"), "\(said)")
    // Moved settings for another server keep their secret to themselves.
    _ = try write("b", Self.routes.replacing("old.example", with: "new.example"))
    #expect(read(beside: "b") == nil)
  }
}
