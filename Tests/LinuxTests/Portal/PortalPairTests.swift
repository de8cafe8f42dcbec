import Foundation
import Glibc
import HAL
import TestSupport
import Testing

/// The key of a device, and how it comes there.
extension PortalLiveTests {
  @Test("vigia pair writes the key for its owner alone, prints it nowhere, and refuses a bad code")
  func pair() throws {
    let open = try PortalServer("portal", isEncrypted: false)
    func pair(_ url: String, _ code: String) throws -> (status: Int32, out: String, said: [String])
    {
      let daemon = try Daemon([
        LiveRun.binary, "pair", url, code, "--profile", "\(town.folder.path)/profile.yaml",
        "--state", town.statePath,
      ])
      daemon.wait()
      return (daemon.status, try daemon.written(), try daemon.complaints())
    }
    let secret = "\(town.folder.path)/portal.secret"
    try FileManager.default.removeItem(atPath: secret)
    let wrong = try pair(open.url, "ABCD-EFG")
    #expect(
      wrong.status == 2 && wrong.said.first?.contains("expected one such as ABCD-EFGH") == true)
    let port = open.port
    let done = try pair("http://localhost:\(port)/", "abcd efgh")
    #expect(done.status == 0 && done.out.contains("Rosa"), "\(done)")
    #expect(!done.out.contains(PortalServer.key) && done.out.contains("share: open"))
    #expect(try String(contentsOfFile: secret, encoding: .utf8) == PortalServer.key + "\n")
    var facts = stat()
    #expect(stat(secret, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    let asked = open.requests.last
    #expect(asked?["code"] as? String == "ABCD-EFGH" && asked?["name"] as? String == "Rosa")
    try open.status(404)
    let refused = try pair("http://localhost:\(port)", "ABCD-EFGH")
    #expect(refused.status == 1 && refused.said.first?.contains("not today") == true)
    open.stop()
    let away = try pair("http://localhost:\(port)", "ABCD-EFGH")
    #expect(away.status == 1 && away.said.first?.contains("cannot be reached") == true, "\(away)")
    // The device that lives here is the one that was paired.
    let device = asked?["device"] as? String
    let run = try town.start()
    try Town.until("a call") {
      run.look()
      return !portal.requests.isEmpty
    }
    run.kill()
    #expect(portal.requests.last?["device"] as? String == device)
  }
}
