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

  private func profile(_ place: String) throws -> Profile {
    try FileManager.default.createDirectory(
      atPath: folder.path(place), withIntermediateDirectories: true)
    let file = try folder.write(
      "\(place)/profile.yaml", "perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 150}\n")
    return try Profile(file: file)
  }

  private func secrets(beside place: String) -> LastSecrets {
    LastSecrets(beside: folder.path("\(place)/profile.yaml")) { [unowned self] in said.append($0) }
  }

  @Test("While one lacks, another that its owner changes waits until the owner asks")
  func unasked() throws {
    let profile = try profile("a")
    try folder.write("a/mail.secret", "old\n", mode: 0o600)
    try folder.write("a/relay.secret", "token\n", mode: 0o644)
    let secrets = secrets(beside: "a")
    func round(isAsked: Bool) -> [String?] {
      secrets.begin(isAsked: isAsked)
      return [
        secrets.read("mail.secret", of: profile, for: "mail", "mail"),
        secrets.read("relay.secret", of: profile, for: "relay", "the relay"),
      ]
    }
    #expect(round(isAsked: true) == ["old", nil])
    try folder.write("a/mail.secret", "new\n", mode: 0o600)
    #expect(round(isAsked: false) == ["old", nil])
    #expect(!secrets.isIrreplaceable, "a way that never had one waits for nobody")
    chmod(folder.path("a/relay.secret"), 0o600)
    #expect(round(isAsked: false) == ["old", "token"])
    #expect(round(isAsked: true) == ["new", "token"])
    chmod(folder.path("a/mail.secret"), 0o640)
    #expect(round(isAsked: true) == ["new", "token"])
    #expect(secrets.isIrreplaceable && secrets.isLacking)
    #expect(said.last?.hasSuffix("stays in force until the device starts again") == true)
    // A server that is new is asked for at once.
    #expect(secrets.read("relay.secret", of: profile, for: "other", "other") == "token")
  }

  @Test("Kept settings take a secret beside the file of now where their own place has none")
  func moved() throws {
    let kept = try profile("a")
    _ = try profile("b")
    try folder.write("b/mail.secret", "new\n", mode: 0o600)
    func read(beside place: String) -> String? {
      secrets(beside: place).read("mail.secret", of: kept, for: "mail", "mail")
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
  }
}
