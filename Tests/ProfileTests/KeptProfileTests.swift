import Foundation
import HAL
import TestSupport
import Testing

@testable import Profile

@Suite("The last good profile is kept (SAFE-7)")
struct KeptProfileTests {
  private static let good = """
    perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 150}
    caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
    language: en
    insulin:
      unit: mg/dL
      lower_target: 80
      upper_target: 120
      sensitivity: 40
      base_u: {breakfast: 4, lunch: 6, dinner: 5}
      maximum_u: 10
      pen_step_u: 0.5
      meals: {breakfast: "08:00", lunch: "13:00", dinner: "20:00"}

    """
  private let folder = TemporaryFolder()

  private func file(_ text: String) throws -> String { try folder.write("p.yaml", text) }

  private func kept() throws -> KeptProfile {
    let reading = ProfileReading(try file(Self.good))
    let kept = KeptProfile(
      try #require(reading.profile), text: reading.text, since: WallTime(milliseconds: 1234))
    try kept.store(in: folder.path)
    return try #require(KeptProfile(in: folder.path))
  }

  @Test("The kept profile comes back with its date, its text, and the folder of its files")
  func back() throws {
    let kept = try kept()
    #expect(kept.text == Self.good && kept.since == WallTime(milliseconds: 1234))
    #expect(kept.profile.caregivers.map(\.words.name) == ["Ana"])
    #expect(kept.profile.file == folder.path("p.yaml"))
    let mode = try FileManager.default.attributesOfItem(
      atPath: folder.path("profile.kept"))[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test("A kept profile that is damaged, or of somebody else, is none")
  func damaged() throws {
    #expect(KeptProfile(in: folder.path) == nil)
    let path = folder.path("profile.kept")
    for text in [
      "", Self.good, "# vigia keeps 1 x /p\n\(Self.good)", "# vigia keeps 1 5 /p\nx: 1\n",
    ] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(KeptProfile(in: folder.path) == nil, "\(text.prefix(30))")
    }
  }

  @Test("A pipe in the place of the file, or of what is kept, is refused and not waited for")
  func pipe() throws {
    #expect(mkfifo(folder.path("p.yaml"), 0o600) == 0)
    let reading = ProfileReading(folder.path("p.yaml"))
    #expect(reading.profile == nil)
    #expect(reading.mistake?.message == "is a pipe or a device; expected a file with YAML")
    #expect(ProfileReading("/dev/zero").mistake?.message == reading.mistake?.message)
    #expect(ProfileReading(folder.path).mistake?.message == "is a directory; expected YAML")
    #expect(mkfifo(folder.path("profile.kept"), 0o600) == 0)
    #expect(KeptProfile(in: folder.path) == nil)
    #expect(WholeFile.bytes(folder.path("profile.kept")) == nil)
  }

  @Test("A kept profile gives doses only while the file's insulin section reads, and says the same")
  func insulin() throws {
    let kept = try kept()
    func isSure(_ change: (String) -> String) throws -> Bool {
      let reading = ProfileReading(try file(change(Self.good)))
      #expect(reading.profile == nil && reading.mistake != nil)
      return reading.hasSameInsulin(as: kept.profile)
    }
    let broken = { (text: String) in text.replacing("radius_m: 150", with: "radius_m: 5") }
    #expect(try isSure(broken))
    #expect(try isSure { $0.replacing("perimeter:", with: "perimetro:") })
    #expect(try !isSure { broken($0).replacing("sensitivity: 40", with: "sensitivity: 50") })
    #expect(try !isSure { broken($0).replacing("13:00", with: "13:30") })
    #expect(try !isSure { $0.replacing("maximum_u: 10", with: "maximum_u: 1000") })
    #expect(try !isSure { $0.replacing("insulin:", with: "insuline:") })
    #expect(try !isSure { $0 + "}" })
    let away = ProfileReading(folder.path("none.yaml"))
    #expect(!away.hasSameInsulin(as: kept.profile) && away.mistake?.message == "does not exist")
  }

  @Test("A secret is named by a file with a mistake only in a section that reads (SAFE-7)")
  func secrets() throws {
    let routes = """
      routes:
        mail: {host: smtp.example.org, port: 465, user: ana, credentials: a.secret, from: v@example.org}
        relay: {url: "https://relay.example.org/", credentials: r.secret}
        portal: {url: "https://portal.example.org/", credentials: p.secret}
      nonsense: 1

      """
    let mail = Routes.Secret(file: "a.secret", owner: "ana at smtp.example.org:465")
    let relay = Routes.Secret(file: "r.secret", owner: "https://relay.example.org/")
    let portal = Routes.Secret(file: "p.secret", owner: "https://portal.example.org")
    func named(_ change: (String) -> String) throws -> [Bool] {
      let reading = ProfileReading(try file(change(Self.good + routes)))
      #expect(reading.profile == nil)
      return [mail, relay, portal].map(reading.names)
    }
    #expect(try named { $0 } == [true, true, true])
    #expect(try named { $0.replacing("smtp.", with: "mx.") } == [false, true, true])
    #expect(try named { $0.replacing("user: ana", with: "user: eva") } == [false, true, true])
    #expect(try named { $0.replacing("a.secret", with: "b.secret") } == [false, true, true])
    #expect(try named { $0.replacing("port: 465", with: "prt: 465") } == [false, true, true])
    #expect(try named { $0.replacing("//portal.", with: "//new.") } == [true, true, false])
    #expect(try named { $0 + "}" } == [false, false, false])
  }

  @Test("A file with mistakes still tells the language and whom to ask")
  func remnant() throws {
    let reading = ProfileReading(try file(Self.good.replacing("150", with: "5")))
    #expect(reading.remnant?.language == .english)
    #expect(reading.remnant?.caregivers.first?.words.name == "Ana")
    #expect(reading.mistake?.line == 1)
  }
}
