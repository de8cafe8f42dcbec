import Glibc
import TestSupport
import Testing

@testable import Live

@Suite("The owner of the settings after a set-up", .needs(.root))
struct SetupOwnerTests {
  private let folder = TemporaryFolder()

  private func owner(_ path: String) -> uid_t {
    var facts = stat()
    #expect(stat(path, &facts) == 0)
    return facts.st_uid
  }

  @Test("Settings that only root can read go to the device; those that it can read stay")
  func closed() throws {
    let nobody = try #require(getpwnam("nobody")).pointee.pw_uid
    let device = try SetupOwner("nobody")
    let closed = try folder.write("closed.yaml", "a", mode: 0o600)
    let shared = try folder.write("shared.yaml", "a", mode: 0o640)
    for path in [closed, shared, folder.path("none.yaml")] { device.giveClosed(path) }
    #expect(owner(closed) == nobody)
    #expect(owner(shared) == 0)
  }
}
