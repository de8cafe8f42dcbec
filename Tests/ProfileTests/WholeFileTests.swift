import Foundation
import Glibc
import TestSupport
import Testing

@testable import Profile

@Suite("A small file is replaced whole, with its owner where that is asked for")
struct WholeFileTests {
  private let folder = TemporaryFolder()

  private func facts(_ name: String) -> (mode: mode_t, user: uid_t) {
    var facts = stat()
    #expect(stat(folder.path(name), &facts) == 0)
    return (facts.st_mode & 0o777, facts.st_uid)
  }

  @Test("Whoever had the file has the new one; else it is ours alone")
  func owner() throws {
    let path = try folder.write("p.yaml", "a", mode: 0o640)
    // A file can be given away by root only.
    let user: uid_t = geteuid() == 0 ? 65_534 : geteuid()
    #expect(chown(path, user, gid_t.max) == 0)
    try WholeFile.replace(path, Array("b".utf8), keepsOwner: true)
    #expect(facts("p.yaml") == (0o640, user))
    #expect(folder.text("p.yaml") == "b")
    try WholeFile.replace(path, Array("c".utf8))
    #expect(facts("p.yaml") == (0o600, geteuid()))
  }

  @Test("The rights are there before the file takes its place")
  func order() throws {
    // Nothing takes the place of a folder that is not empty.
    try FileManager.default.createDirectory(
      atPath: folder.path("p.yaml"), withIntermediateDirectories: false)
    try folder.write("p.yaml/in-the-way", "")
    #expect(chmod(folder.path("p.yaml"), 0o750) == 0)
    #expect(throws: InputError.self) {
      try WholeFile.replace(folder.path("p.yaml"), [1], keepsOwner: true)
    }
    #expect(facts("p.yaml.new").mode == 0o750)
  }
}
