import Foundation
import HAL
import PortalServer
import PortalStore
import Sync
import Testing

@Suite("The command line")
struct CommandTests {
  private func run(_ arguments: String...) throws -> Tool.Outcome { try run(arguments) }

  private func run(_ arguments: [String]) throws -> Tool.Outcome {
    try Tool.run([PortalProcess.program] + arguments)
  }

  @Test("A copy that was made while it serves can be put back, and devices fill what it lacks")
  func backup() async throws {
    let portal = try PortalProcess()
    let (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    device.log = Array(TestDevice.lived.prefix(20))
    try device.syncAll()
    let copy = portal.folder + ".copy"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    // The shell completes a folder with a stroke at its end.
    #expect(try run("backup", "--data", portal.folder + "/", copy + "/").status == 0)
    #expect(try run("backup", "--data", portal.folder, copy).status == 2, "it overwrites a copy")
    device.log = Array(TestDevice.lived.prefix(50))
    try device.syncAll()
    portal.kill()
    #expect(try run("restore", "--data", portal.folder + "/", copy + "/").status == 0)
    try portal.start()
    #expect(try await device.replica(of: wearer).count == 20)
    try device.syncAll()
    #expect(try await device.replica(of: wearer) == device.log)
    #expect(try ana.get("/w/\(wearer)").status == 200, "the session is not in the copy")
    let asides = try FileManager.default.contentsOfDirectory(
      atPath: (portal.folder as NSString).deletingLastPathComponent
    ).filter { $0.hasPrefix((portal.folder as NSString).lastPathComponent + ".before-") }
    #expect(asides.count == 1)
    for aside in asides {
      let parent = (portal.folder as NSString).deletingLastPathComponent
      try FileManager.default.removeItem(atPath: parent + "/" + aside)
    }
  }

  @Test("A wearer who is deleted leaves nothing")
  func delete() async throws {
    let portal = try PortalProcess()
    let (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa Benítez", as: .administer)
    let device = try await TestDevice.paired(with: portal, wearer: wearer)
    device.askForHelp()
    try device.sync()
    portal.kill()
    #expect(try run("delete", "--data", portal.folder, "Rosa").status == 2)
    let asked = try run("delete", "--data", portal.folder, "Rosa Benítez")
    #expect(asked.status == 0 && asked.output.contains("--yes"))
    #expect(asked.output.contains("so would the log-in of") && asked.output.contains("(ana@"))
    #expect(try await portal.database().wearers().count == 1)
    #expect(try run("delete", "--data", portal.folder, "Rosa Benítez", "--yes").status == 0)
    try portal.start()
    #expect(try ana.get("/w/\(wearer)").status == 303, "nobody knows Ana any more")
    #expect(try portal.call(device.bytes(device.request())).status == 401)
    let files = try FileManager.default.contentsOfDirectory(atPath: portal.folder + "/wearers")
    #expect(files.isEmpty)
  }

  @Test("A moderator is made by the command line while the portal serves, and unmade")
  func moderator() async throws {
    let portal = try PortalProcess()
    var (ana, _) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .look)
    #expect(try ana.get("/moderation").status == 404)
    let made = try run("moderator", "--data", portal.folder, "ana@example.org")
    #expect(made.status == 0 && made.output == "ana@example.org decides about testimonies\n")
    // A change of rights gives every session a new key.
    let renewed = try ana.get("/moderation")
    #expect(renewed.status == 200)
    #expect(renewed.text.contains("Ana modera desde ahora"))
    let other = try ana.get("/moderation")
    #expect(other.status == 200 && other.cookie == nil, "the old key is good for a minute")
    ana.cookie = try #require(renewed.cookie)
    #expect(try run("moderator", "--data", portal.folder).output == "ana@example.org Ana\n")
    let unknown = try run("moderator", "--data", portal.folder, "eva@example.org")
    #expect(unknown.status == 2 && unknown.errors.contains("expected one that has accepted"))
    #expect(
      try run("moderator", "--data", portal.folder, "--remove", "ana@example.org").status == 0)
    #expect(try ana.get("/moderation").status == 404)
    #expect(try run("moderator", "--data", portal.folder).output.isEmpty)
    #expect(try run("moderator", "--data", portal.folder, "--remove").status == 2)
  }

  @Test("No invitation leads into another family by the name alone")
  func sameName() async throws {
    let portal = try PortalProcess()
    let (_, rosa) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    func invite(_ wearer: String, _ email: String, _ more: String...) throws -> (
      status: Int32, text: String
    ) {
      let done = try run(
        ["invite", "--data", portal.folder, "--wearer", wearer, email] + more)
      return (done.status, done.status == 0 ? done.output : done.errors)
    }
    let refused = try invite("Rosa ", "bea@example.org")
    #expect(refused.status == 2 && refused.text.contains("Rosa (\(rosa)) is already"))
    #expect(refused.text.contains("by Ana; expected --existing"))
    #expect(try invite("Rosa", "bea@example.org", "--existing", "--new").status == 2)
    #expect(try invite("Manuel", "bea@example.org", "--existing").status == 2)
    #expect(try await portal.database().wearers().count == 1)
    // Somebody who has lost the way in, the same person's others, and a number are meant.
    #expect(try invite("Rosa", "ANA@example.org").status == 0)
    #expect(try invite("Rosa", "luis@example.org", "--existing").status == 0)
    #expect(try invite(rosa, "luis@example.org").status == 0)
    #expect(try await portal.database().wearers().count == 1)
    #expect(try invite(" Rosa", "bea@example.org", "--new").status == 0)
    #expect(try await portal.database().wearers().map(\.name) == ["Rosa", "Rosa"])
    #expect(try invite("Rosa", "bea@example.org", "--existing").text.contains(rosa))
    // A name that was stored with a blank is the same name.
    let carmen = try await portal.database().makeWearer(named: "Carmen ", at: PortalClock.real)
    #expect(try invite("Carmen", "eva@example.org").status == 0)
    #expect(
      try await portal.database().wearers().filter { $0.name.hasPrefix("Carmen") }.map(\.id)
        == [carmen])
    // Nobody has accepted yet, and the first mail was lost.
    for _ in 0..<2 { #expect(try invite("Manuel", "eva@example.org").status == 0) }
    #expect(try invite("Manuel", "otto@example.org").status == 2)
  }

  @Test("A link lets somebody with an account in, and an invitation leaves a member's right alone")
  func link() async throws {
    let portal = try PortalProcess()
    let (luis, rosa) = try await Visitor.invited(
      to: portal, "luis@example.org", wearer: "Rosa", as: .look, name: "Luis")
    let unknown = try run("link", "--data", portal.folder, "eva@example.org")
    #expect(unknown.status == 2 && unknown.errors.contains("expected one that has accepted"))
    let url = "https://portal.example.org"
    let made = try run("link", "--data", portal.folder, "--url", url, "LUIS@example.org")
    #expect(made.status == 0 && made.output.hasPrefix(url + "/link/"))
    let path = String(made.output.dropFirst(url.count).prefix { $0 != "\n" })
    var again = Visitor(portal: portal)
    again.cookie = try again.post(path).cookie
    #expect(try !again.get("/account").text.contains("name=\"old\""))
    // Level by level: without --right it stays, with it it rises.
    for (more, level) in [([], Level.look), (["--right", "help"], .help)] {
      let invited = try run(
        ["invite", "--data", portal.folder, "--wearer", "Rosa", "luis@example.org"] + more)
      let token = try #require(invited.output.firstMatch(of: #/(/invitation/[\w-]{43})/#)).1
      #expect(try Visitor(portal: portal).post(String(token)).status == 303)
      let members = try await portal.database().members(of: rosa)
      #expect(members.map(\.level) == [level])
    }
    _ = luis
  }

  @Test("A wearer is known by the name on the pages, too, and one that two have is refused")
  func newName() async throws {
    let portal = try PortalProcess()
    let (_, rosa) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    let device = try await TestDevice.paired(with: portal, wearer: rosa)
    device.profile = Proof.profile.replacing("{name: Rosa}", with: "{name: Rosalía}")
    try device.sync()
    func invite(_ more: String...) throws -> Tool.Outcome {
      try run(["invite", "--data", portal.folder, "luis@example.org", "--wearer"] + more)
    }
    let refused = try invite("Rosalía")
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains("Rosa, called Rosalía (\(rosa)) is already looked after by Ana"))
    for name in ["Rosalía", "Rosa"] { #expect(try invite(name, "--existing").status == 0) }
    #expect(try await portal.database().wearers().count == 1)
    // Another family's list name is the same.
    let other = try await portal.database().makeWearer(named: "Rosalía", at: PortalClock.real)
    portal.kill()
    let both = try run("delete", "--data", portal.folder, "Rosalía", "--yes")
    #expect(both.status == 2 && both.errors.contains(rosa) && both.errors.contains(other))
    #expect(try await portal.database().wearers().count == 2)
    // One whose file is missing is known by its list name.
    #expect(try run("delete", "--data", portal.folder, other, "--yes").status == 0)
    let done = try run("delete", "--data", portal.folder, "Rosalía", "--yes")
    #expect(done.status == 0 && done.output.contains("Rosa, called Rosalía"))
    #expect(try await portal.database().wearers().isEmpty)
  }

  @Test("A simulated family leaves no file behind")
  func familyLeavesNothing() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-left-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: PortalProcess.program)
    process.arguments = ["family", "--port", "0"]
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try PortalProcess.withoutBlockedSignals { try process.run() }
    var said = ""
    while !said.contains("Ctrl-C") {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the family does not start: \(said)")
      said += String(decoding: data, as: UTF8.self)
    }
    process.terminate()
    process.waitUntilExit()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test("A clone in a folder called portal is told to have another name")
  func folderOfThatName() throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../scripts/setup.sh").standardized.path
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-clone-\(UUID().uuidString)/portal").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer {
      try? FileManager.default.removeItem(atPath: (folder as NSString).deletingLastPathComponent)
    }
    let done = try Tool.run(["sh", "-c", "cd \(folder) && \(script) portal"])
    #expect(done.status == 2)
    #expect(done.errors.hasPrefix("vigia: the portal cannot be built in"))
    #expect(done.errors.contains("expected"))
    #expect(done.errors.split(separator: "\n").count == 1)
  }

  @Test("A careless argument is one line, and status 2")
  func careless() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-none-\(UUID().uuidString)").path
    let calls: [[String]] = [
      ["backup", "--data", folder, folder + "/x"], ["restore", "--data", folder, folder],
      ["delete", "--data", folder, "Rosa"], ["moderator", "--data", folder, "ana@example.org"],
      ["link", "--data", folder, "ana@example.org"],
      ["invite", "--data", folder, "--wearer", "Rosa", "ana"],
      ["invite", "--data", folder, "--wearer", "Rosa", "--right", "all", "ana@example.org"],
      ["serve", "--data", folder, "--listen", "here"], ["serve", "--data", folder, "--mail", "x"],
      ["serve", "--data", folder, "--mail", "smtp://localhost"],
      ["serve", "--data", folder, "--url", "vigia.example.org"],
      ["serve", "--data", folder, "--tiles", "/etc/passwd"],
    ]
    for arguments in calls {
      let process = try run(arguments)
      #expect(process.status == 2, "\(arguments)")
      #expect(process.errors.hasPrefix("vigia-portal: "), "\(arguments)")
      #expect(process.errors.split(separator: "\n").count == 1, "\(process.errors)")
      #expect(process.errors.contains("expected"), "\(process.errors)")
    }
    try? FileManager.default.removeItem(atPath: folder)
  }
}
