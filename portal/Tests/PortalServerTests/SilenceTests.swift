import Device
import Foundation
import HAL
import Logging
import PortalPages
import Sync
import Testing

@testable import PortalServer
@testable import PortalStore

@Suite("The portal's own word: no contact since …")
struct SilenceTests {
  /// The time of the device's call.
  private static let call = WallTime(milliseconds: 1_800_000_000_000)

  /// A portal whose clock stands, so many seconds after that call.
  private func portal(
    _ folder: String, ahead: Int64, sendsMails: Bool = true
  ) throws -> PortalServer.Portal {
    var options = PortalOptions(folder: folder)
    if sendsMails {
      // Nobody sends here: the mails wait.
      options.mail = .init(url: "smtp://127.0.0.1:1", from: "vigia@example.org", secret: nil)
    }
    options.start = SilenceTests.call + .seconds(ahead)
    options.pace = 0
    options.address = "https://vigia.example.org"
    return try PortalServer.Portal(
      options, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private func folder() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent(
      "vigia-silence-\(UUID().uuidString)"
    ).path
  }

  /// Pairs a device in the database, and lets it call once.
  private func called(
    _ portal: PortalServer.Portal, isOpen: Bool, profile: String = Proof.profile
  ) async throws -> WearerEntry {
    let database = portal.database
    let now = PortalClock.real
    let id = try await database.makeWearer(named: "Rosa", at: now)
    let token = try await database.invite(
      email: "marta@example.org", name: "Marta", by: nil, to: id, as: .look, at: now)
    _ = try await database.accept(token, name: "Marta", password: nil, language: "en", at: now)
    let code = try await database.makeCode(for: id, at: now)
    _ = try await database.pair(code: code, device: SyncText.hex(1), name: "Rosa", at: now)
    var request = SyncRequest(
      device: 1, boot: 1, from: 0,
      health: SyncHealth(battery: 62, gps: .ok, clock: .trusted, version: "test", open: isOpen))
    request.profileKept = profile
    request.places = [
      SyncPlace(
        time: SilenceTests.call.milliseconds, latitude: -28_974_000, longitude: -790_045_000,
        eph: 240)
    ]
    if profile.contains("share: never") { request.places = [] }
    _ = try await portal.files.file(id).sync(request, at: SilenceTests.call)
    return WearerEntry(id: id, name: "Rosa")
  }

  @Test("A mail takes any error of a position", arguments: [24.4, 1e19, .infinity, .nan])
  func error(metres: Double) throws {
    let position = try #require(Position(latitudeE7: -29_000_000, longitudeE7: -790_045_000))
    let place = PortalPages.Place(position: position, at: nil, accuracy: Metres(metres))
    let text = PortalMail.place("es", place, .utc)
    let error = metres < 100 ? "± 24 m" : metres.isFinite ? "0,0 km" : "± —"
    #expect(text.contains(error), "\(text)")
  }

  @Test("Everybody is mailed once after 30 minutes, and after 10 with an open case")
  func silence() async throws {
    for (isOpen, minutes) in [(false, 30 as Int64), (true, 10)] {
      let folder = folder()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let early = try portal(folder, ahead: minutes * 60 - 1)
      let rosa = try await called(early, isOpen: isOpen)
      try await early.watch(rosa)
      #expect(try await early.database.dueLetters(at: PortalClock.real).isEmpty)
      let late = try portal(folder, ahead: minutes * 60)
      // However often it looks, also after a restart.
      for _ in 0..<3 { try await late.watch(rosa) }
      try await portal(folder, ahead: 86_400).watch(rosa)
      let letters = try await late.database.dueLetters(at: PortalClock.real)
      #expect(
        letters.map(\.recipient).sorted() == [
          "ana@example.org", "luis@example.org", "marta@example.org",
        ])
      let ana = try #require(letters.first { $0.recipient.hasPrefix("ana") })
      #expect(ana.subject.hasPrefix("Rosa: sin contacto desde"))
      for part in [
        "62 %", "± 24 m: http://maps.google.com/maps?q=-2.897400,-79.004500", "/w/\(rosa.id)",
      ] {
        #expect(ana.body.contains(part), "\(part)")
      }
      #expect(ana.body.contains("alerta abierta") == isOpen)
      let marta = try #require(letters.first { $0.recipient.hasPrefix("marta") })
      #expect(marta.subject.hasPrefix("Rosa: no contact since"))
    }
  }

  @Test("Without a mail server a silence is noted, and no mail waits for a later server")
  func noServer() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let late = try portal(folder, ahead: 1800, sendsMails: false)
    let rosa = try await called(late, isOpen: false)
    try await late.watch(rosa)
    #expect(try await late.files.file(rosa.id).hasSilence(from: SilenceTests.call))
    #expect(try await late.database.dueLetters(at: PortalClock.real).isEmpty)
    let year = try portal(folder, ahead: 365 * 86_400)
    try await year.watch(rosa)
    #expect(try await year.database.dueLetters(at: PortalClock.real).isEmpty)
  }

  @Test("The mail has the profile's name, and says where no place comes here")
  func hiddenPlace() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let late = try portal(folder, ahead: 1800)
    let route = "{url: \"https://vigia.example.org\", credentials: a.secret, share: never}"
    let rosa = try await called(
      late, isOpen: false,
      profile: Proof.profile.replacing("{name: Rosa}", with: "{name: Rosalía}")
        + "\nroutes:\n  portal: \(route)\n")
    try await late.watch(rosa)
    let letters = try await late.database.dueLetters(at: PortalClock.real)
    #expect(letters.count == 3)
    for letter in letters {
      #expect(letter.subject.hasPrefix("Rosalía: "), "the name in the profile is the wearer's")
      #expect(
        letter.body.contains("La posición no llega a este portal")
          || letter.body.contains("The position does not come to this portal"))
    }
  }

  @Test(
    "A place from before share: never stands in the mail with the reason why it is the last one")
  func placeBefore() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let late = try portal(folder, ahead: 1800)
    let rosa = try await called(late, isOpen: false)
    var request = SyncRequest(
      device: 1, boot: 1, from: 0, health: SyncHealth(gps: .ok, clock: .trusted, version: "test"))
    let route = "{url: \"https://vigia.example.org\", credentials: a.secret, share: never}"
    request.profileKept = Proof.profile + "\nroutes:\n  portal: \(route)\n"
    _ = try await late.files.file(rosa.id).sync(request, at: SilenceTests.call)
    try await late.watch(rosa)
    let letter = try #require(
      try await late.database.dueLetters(at: PortalClock.real).first {
        $0.recipient.hasPrefix("ana")
      })
    #expect(letter.body.contains("Última posición, "))
    #expect(letter.body.contains("La posición no llega a este portal"))
  }

  @Test("Where the device says that nothing is open, it has its half hour (SAFE-5)")
  func overUntold() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let early = try portal(folder, ahead: 1799)
    let rosa = try await called(early, isOpen: true)
    let exit = Notice(
      id: NoticeID(boot: 1, number: 1), matter: .perimeter(.left), whereabouts: nil,
      made: SilenceTests.call + .seconds(-1800))
    var request = SyncRequest(
      device: 1, boot: 1, from: 0, health: SyncHealth(gps: .ok, clock: .trusted, version: "test"))
    request.records = [Record.outbox(.notice(exit)), .place(.unknown)].enumerated().map {
      SyncRecord(
        sequence: Int64($0) + 1, written: SilenceTests.call.milliseconds, words: $1.words)
    }
    _ = try await early.files.file(rosa.id).sync(request, at: SilenceTests.call)
    try await early.watch(rosa)
    #expect(try await early.database.dueLetters(at: PortalClock.real).isEmpty)
    let late = try portal(folder, ahead: 1800)
    try await late.watch(rosa)
    let letters = try await late.database.dueLetters(at: PortalClock.real)
    #expect(letters.count == 3)
    #expect(letters.allSatisfy { !$0.body.contains("alerta abierta") })
  }

  @Test("A silence that ends is one gap; the next one is told anew")
  func again() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let late = try portal(folder, ahead: 1900)
    let rosa = try await called(late, isOpen: false)
    try await late.watch(rosa)
    let file = try await late.files.file(rosa.id)
    let request = SyncRequest(
      device: 1, boot: 1, from: 0, health: SyncHealth(gps: .ok, clock: .trusted, version: "test"))
    _ = try await file.sync(request, at: late.clock.now)
    let span = WallTime(milliseconds: 0)..<WallTime(milliseconds: .max)
    let gap = try #require(try await file.silences(span).first)
    let length = try #require(gap.until).milliseconds - gap.from.milliseconds
    #expect(length == 1900_000)
    try await late.watch(rosa)
    #expect(try await late.database.dueLetters(at: PortalClock.real).count == 3)
    try await portal(folder, ahead: 1900 + 1800).watch(rosa)
    #expect(try await late.database.dueLetters(at: PortalClock.real).count == 6)
  }

  @Test("A portal that was away itself waits as long before it speaks of silence")
  func ownOutage() async throws {
    for (isOpen, minutes) in [(false, 30 as Int64), (true, 10)] {
      let folder = folder()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let late = try portal(folder, ahead: 86_400)
      let rosa = try await called(late, isOpen: isOpen)
      try await late.watch(rosa, listened: .seconds(minutes * 60 - 1))
      #expect(try await late.database.dueLetters(at: PortalClock.real).isEmpty)
      try await late.watch(rosa, listened: .seconds(minutes * 60))
      #expect(try await late.database.dueLetters(at: PortalClock.real).count == 3)
    }
  }

  @Test("A clock of the portal that was set back since the last call hides no silence (SAFE-5)")
  func setBack() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let back = try portal(folder, ahead: -86_400)
    let rosa = try await called(back, isOpen: false)
    func scene() async throws -> WearerScene {
      let ana = Account(id: 1, email: "ana@example.org", name: "Ana", language: "es")
      return try await WearerScene(
        rosa, .look, ana, try await back.files.file(rosa.id), at: back.clock.now)
    }
    try await back.watch(rosa, listened: .seconds(86_400), unheard: .seconds(1799))
    try await back.watch(rosa, listened: .seconds(1799), unheard: .seconds(86_400))
    try await back.watch(rosa)
    #expect(try await back.database.dueLetters(at: PortalClock.real).isEmpty)
    #expect(try await scene().contact.state == .fine)
    for _ in 0..<2 {
      try await back.watch(rosa, listened: .seconds(86_400), unheard: .seconds(1800))
    }
    #expect(try await back.database.dueLetters(at: PortalClock.real).count == 3)
    #expect(try await scene().contact.state == .lost)
  }

  @Test("The mail leads to the newest place, that of a notice or the device's own")
  func newestPlace() async throws {
    for isNewer in [true, false] {
      let folder = folder()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let late = try portal(folder, ahead: 1800)
      let rosa = try await called(late, isOpen: false)
      let position = try #require(Position(latitudeE7: -28_970_000, longitudeE7: -790_040_000))
      let notice = Notice(
        id: NoticeID(boot: 1, number: 1), matter: .help,
        whereabouts: Whereabouts(
          position: position, distance: Metres(195), radius: Metres(150), eph: nil),
        made: SilenceTests.call + .seconds(isNewer ? 60 : -60), token: 1, battery: 62)
      var request = SyncRequest(
        device: 1, boot: 1, from: 0, health: SyncHealth(gps: .ok, clock: .trusted, version: "test"))
      request.records = [
        SyncRecord(
          sequence: 1, written: SilenceTests.call.milliseconds,
          words: Record.outbox(.notice(notice)).words)
      ]
      _ = try await late.files.file(rosa.id).sync(request, at: SilenceTests.call)
      try await late.watch(rosa)
      let letter = try #require(try await late.database.dueLetters(at: PortalClock.real).first)
      #expect(letter.body.contains("q=-2.897000,-79.004000") == isNewer)
      #expect(letter.body.contains("q=-2.897400,-79.004500") != isNewer)
    }
  }

  @Test("A device whose calls the portal itself refuses is not silent")
  func ownFailure() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let late = try portal(folder, ahead: 1800)
    let rosa = try await called(late, isOpen: false)
    late.couldNotStore(callOf: rosa.id)
    var told: [String: WallTime] = [:]
    await Watcher(portal: late).watch(.seconds(1800), &told)
    #expect(try await late.database.dueLetters(at: PortalClock.real).isEmpty)
  }

  @Test("A disk that fails between the mails and the note loses none, and sends none twice")
  func fullDisk() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let late = try portal(folder, ahead: 1800)
    let rosa = try await called(late, isOpen: false)
    let file = try await late.files.file(rosa.id)
    func letters() async throws -> Int {
      try await late.database.dueLetters(at: PortalClock.real).count
    }
    let full = "BEGIN SELECT RAISE(ABORT, 'full'); END"
    try await late.database.write {
      // The second of three mails cannot be kept.
      try $0.execute(
        sql: """
          CREATE TRIGGER full BEFORE INSERT ON letter WHEN (SELECT count(*) FROM letter) = 1 \(full)
          """)
    }
    await #expect(throws: PortalError.self) { try await late.watch(rosa) }
    #expect(try await letters() == 0, "all mails or none")
    try await late.database.write { try $0.execute(sql: "DROP TRIGGER full") }
    try await file.write {
      try $0.execute(sql: "CREATE TRIGGER full BEFORE INSERT ON silence \(full)")
    }
    for _ in 0..<3 {
      await #expect(throws: PortalError.self) { try await late.watch(rosa) }
      #expect(try await letters() == 3)
    }
    try await file.write { try $0.execute(sql: "DROP TRIGGER full") }
    try await late.watch(rosa)
    #expect(try await letters() == 3)
    #expect(try await file.hasSilence(from: SilenceTests.call))
  }

  @Test("A wearer's file that cannot be read keeps nobody else from being watched")
  func damaged() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let late = try portal(folder, ahead: 1800)
    _ = try await called(late, isOpen: false)
    // The first by name.
    let id = try await late.database.makeWearer(named: "Amparo", at: PortalClock.real)
    try Data(repeating: 0x78, count: 8192).write(
      to: URL(fileURLWithPath: "\(folder)/wearers/\(id).sqlite"))
    var told: [String: WallTime] = [:]
    await Watcher(portal: late).watch(.seconds(1800), &told)
    #expect(try await late.database.dueLetters(at: PortalClock.real).count == 3)
    #expect(late.isWatchBroken)
    try FileManager.default.removeItem(atPath: "\(folder)/wearers/\(id).sqlite")
    await Watcher(portal: late).watch(.seconds(1800), &told)
    #expect(!late.isWatchBroken)
  }

  @Test("A device that never called, or whose key was revoked, is not silent")
  func neverCalled() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let late = try portal(folder, ahead: 86_400)
    let rosa = try await called(late, isOpen: true)
    try await late.database.revokeDevice(of: rosa.id)
    try await late.watch(rosa)
    let id = try await late.database.makeWearer(named: "Manuel", at: PortalClock.real)
    let code = try await late.database.makeCode(for: id, at: PortalClock.real)
    _ = try await late.database.pair(
      code: code, device: SyncText.hex(2), name: "", at: PortalClock.real)
    try await late.watch(WearerEntry(id: id, name: "Manuel"))
    #expect(try await late.database.dueLetters(at: PortalClock.real).isEmpty)
  }

  @Test("A device in another's place that never calls is silent from its pairing on (SAFE-5)")
  func neverCalledInPlace() async throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // Paired two hours after the last call of the one before, whose silence was told.
    let pairing: Int64 = 7200
    let first = try portal(folder, ahead: pairing)
    let rosa = try await called(first, isOpen: false)
    try await first.watch(rosa)
    let file = try await first.files.file(rosa.id)
    try await file.notePairing(at: first.clock.now)
    func letters() async throws -> [Letter] {
      try await first.database.dueLetters(at: PortalClock.real)
    }
    #expect(try await letters().count == 3)
    try await portal(folder, ahead: pairing + 1799).watch(rosa)
    #expect(try await letters().count == 3)
    for _ in 0..<2 { try await portal(folder, ahead: pairing + 1800).watch(rosa) }
    #expect(try await letters().count == 6)
    // The battery was that of the other device.
    let new = try #require(try await letters().last)
    #expect(!new.body.contains("Batería") && !new.body.contains("Battery"))
    let span = WallTime(milliseconds: 0)..<WallTime(milliseconds: .max)
    #expect(try await file.silences(span).map { $0.until == nil } == [false, true])
  }

  @Test("No text of a stranger begins a header of a mail")
  func mail() {
    let letter = Letter(
      id: 1, recipient: "ana@example.org",
      subject: "Rosa\r\nBcc: evil@example.org\r\n\r\nx ñ" + String(repeating: "ñ", count: 100),
      body: "línea\r\n.\r\nQUIT\r\n", tries: 0)
    let text = PortalMail.message(letter, from: "vigia@example.org", at: Date())
    let head = text.components(separatedBy: "\r\n\r\n")[0]
    let names = head.components(separatedBy: "\r\n").filter { !$0.hasPrefix(" ") }
      .map { $0.split(separator: ":")[0] }
    #expect(
      names == [
        "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version",
        "Content-Type", "Content-Transfer-Encoding",
      ])
    #expect(text.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 100 && $0 != "." })
  }
}
