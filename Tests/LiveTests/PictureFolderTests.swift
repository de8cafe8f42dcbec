import Foundation
import Profile
import TestSupport
import Testing
import Traces

@testable import Live

@Suite("Pictures in the state")
struct PictureFolderTests {
  private let state = FileManager.default.temporaryDirectory
    .appendingPathComponent("vigia-pictures-\(UUID().uuidString)").path
  private let bytes = Array("a picture".utf8)
  private var hash: String { Fingerprint(of: bytes).sha256 }

  init() throws {
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
  }

  private func clean() { try? FileManager.default.removeItem(atPath: state) }

  @Test("A picture is found again, and only as long as it is whole")
  func whole() throws {
    defer { clean() }
    let folder = PictureFolder(state: state)
    #expect(folder.bytes(hash) == nil)
    try folder.store(bytes, hash)
    #expect(folder.bytes(hash) == bytes)
    let file = "\(folder.path)/sha256-\(hash).jpg"
    try Data(bytes.dropLast()).write(to: URL(fileURLWithPath: file))
    #expect(folder.bytes(hash) == nil, "a broken picture counts")
    try folder.store(bytes, hash)
    #expect(folder.bytes(hash) == bytes, "a broken picture is not replaced")
  }

  @Test("Pictures that no profile names are deleted, and so is what a power cut left")
  func sweep() throws {
    defer { clean() }
    let folder = PictureFolder(state: state)
    folder.keep(only: [])
    try folder.store(bytes, hash)
    let other = Fingerprint(of: [7]).sha256
    try folder.store([7], other)
    try Data([1]).write(to: URL(fileURLWithPath: "\(folder.path)/sha256-\(hash).jpg.new"))
    folder.keep(only: [hash])
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left == ["sha256-\(hash).jpg"])
  }

  @Test("Only a portal's pictures are asked for: wearer, caregivers, reminders (ALZ-1, ALZ-5)")
  func named() throws {
    defer { clean() }
    let hashes = (1...3).map { Fingerprint(of: [$0]).sha256 }
    let names = hashes.map { "sha256-\($0).jpg" }
    let text = """
      wearer: {name: Rosa, photo: \(names[0])}
      caregivers:
        - {name: Ana, kinship: hija, email: ana@example.org, photo: ana.jpg}
        - {name: Luis, kinship: hijo, email: luis@example.org, photo: \(names[1])}
      perimeter: {lat: -2.897400, lon: -79.004500, radius_m: 150}
      reminders:
        - {id: 1, name: Agua, at: 2026-01-01 08:30, repeat: daily, photo: \(names[2])}
      """
    let file = state + "/profile.yaml"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let profile = try #require(try Profile.check(file).profile)
    #expect(profile.pictures == Set(hashes))
  }
}
