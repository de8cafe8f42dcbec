import Foundation
import HAL
import PortalStore
import Profile
import Sync
import Testing

/// Photos of wearer, caregivers and reminders. ALZ-1, ALZ-5, ALZ-7, ALZ-8.
@Suite("Photos through the portal")
struct PhotoTests {
  private func revision(_ family: SettingFamily) async throws -> String {
    String(try #require(try await family.file.currentRevision()).revision)
  }

  /// Ana sends a photo of the wearer.
  private func send(
    _ photo: [UInt8]?, _ family: SettingFamily, named name: String = "IMG_1.jpg",
    _ more: [String: String] = [:]
  ) async throws -> Wire.Answer {
    let fields = ["revision": try await revision(family)].merging(more) { $1 }
    return try family.ana.upload(
      "/w/\(family.wearer)/people/wearer/photo", fields, photo: photo, named: name)
  }

  private func hash(_ family: SettingFamily) async throws -> String? {
    SyncPicture.hash(named: try ProfileText(try await family.text()).profile.wearer.photo)
  }

  @Test(
    "A photo of twelve megapixels becomes two small ones, upright, with nothing of the file beside it",
    arguments: PhotoFile.Format.allCases)
  func formats(_ format: PhotoFile.Format) async throws {
    let family = try await SettingFamily()
    let photo = try PhotoFile.photo(format)
    if format == .jpg { #expect(try PhotoFile.facts(photo).contains("GPSLatitude")) }
    let answer = try await send(photo, family, named: "IMG_2.\(format)")
    #expect(answer.status == 303, "\(answer.text)")
    let hash = try #require(try await hash(family))
    let page = try family.ana.get("/w/\(family.wearer)/people").text
    #expect(page.contains("alt=\"Foto de Rosa\""))
    #expect(page.contains("src=\"/w/\(family.wearer)/picture/\(hash)\""))
    let large = try family.ana.get("/w/\(family.wearer)/picture/\(hash)")
    #expect(large.status == 200)
    #expect(large.header("content-type") == "image/jpeg")
    #expect(large.header("x-content-type-options") == "nosniff")
    #expect(large.header("cache-control")?.hasPrefix("private") == true)
    let facts = try PhotoFile.facts(large.body)
    for word in ["GPS", "XMP", "EXIF]", "Comment", "Secreta", "secreto"] {
      #expect(!facts.contains(word), "\(word) is left: \(facts)")
    }
    // The device asks for what it lacks, and gets the small one.
    let small = try await self.small(hash, family)
    #expect(Secrets.hash(of: small) == hash)
    let sizes = try [large.body, small].map { try size($0) }
    #expect(sizes == [format == .jpg ? "384x512" : "512x384", "160x160"])
    #expect(try PhotoFile.facts(small).contains("GPS") == false)
    guard format == .jpg else { return }
    let halves = try PhotoFile.halves(large.body)
    #expect(halves.upper > 200 && halves.lower < 50, "it is not upright: \(halves)")
  }

  private func size(_ picture: [UInt8]) throws -> String? {
    try PhotoFile.facts(picture).split(separator: "\n").first { $0.contains("ImageSize") }
      .flatMap { $0.split(separator: " ").last.map(String.init) }
  }

  /// The picture that comes down for a device that asks for it.
  private func small(_ hash: String, _ family: SettingFamily) async throws -> [UInt8] {
    var request = family.device.request()
    request.pictures = [hash]
    let answer = try family.portal.call(family.device.bytes(request))
    let picture = try #require(try SyncAnswer(json: answer.body).picture)
    #expect(picture.hash == hash)
    return try #require(picture.bytes)
  }

  @Test("A photo can be set for a caregiver and a reminder, replaced, and taken away")
  func way() async throws {
    let family = try await SettingFamily()
    let wearer = family.wearer
    let photo = try PhotoFile.photo(.jpg)
    let who = String(
      try ProfileText(try await family.text()).profile.caregivers[1].setting.who, radix: 16)
    for path in ["people/caregivers/\(who)", "reminders/1", "reminders/7"] {
      let fields = ["revision": try await revision(family)]
      let answer = try family.ana.upload("/w/\(wearer)/\(path)/photo", fields, photo: photo)
      #expect(answer.status == 303, "\(path): \(answer.text)")
    }
    let profile = try ProfileText(try await family.text()).profile
    let name = try #require(profile.caregivers[1].words.photo)
    #expect(profile.reminders.map(\.words.photo) == [name, name])
    #expect(profile.wearer.photo == nil && profile.caregivers[0].words.photo == nil)
    let hash = try #require(SyncPicture.hash(named: name))
    #expect(try family.ana.get("/w/\(wearer)/people").text.contains("alt=\"Foto de Luis\""))
    #expect(try family.ana.get("/w/\(wearer)/reminders").text.contains("alt=\"Foto de Pastilla\""))
    // It goes as each other change does.
    #expect(try family.ana.get("/w/\(wearer)/changes").text.contains("aún no lo ha recogido"))
    try family.deviceTakes()
    #expect(try family.ana.get("/w/\(wearer)/changes").text.contains("lo confirmó"))
    let edit = try family.ana.get("/w/\(wearer)/reminders/1").text
    #expect(edit.contains("/picture/\(hash)") && edit.contains("Quitar la foto"))
    let fields = ["revision": try await revision(family), "remove": "yes"]
    let gone = try family.ana.upload("/w/\(wearer)/reminders/1/photo", fields, photo: [])
    #expect(gone.status == 303)
    let after = try ProfileText(try await family.text()).profile
    #expect(after.reminders.map(\.words.photo) == [nil, name])
    #expect(try await family.text().contains("# The doctor's words."))
  }

  @Test("The wearer's photo stands on the first page once the device has the profile (ALZ-8)")
  func first() async throws {
    let family = try await SettingFamily()
    let name = ["photo": SyncPicture.name(SettingFamily.photos[0])]
    let fields = ["revision": try await revision(family)].merging(name) { $1 }
    #expect(
      try family.ana.post("/w/\(family.wearer)/people/wearer/photo", fields).status == 303)
    #expect(!(try family.ana.get("/w/\(family.wearer)").text.contains("Foto de Rosa")))
    try family.deviceTakes()
    #expect(try family.ana.get("/w/\(family.wearer)").text.contains("alt=\"Foto de Rosa\""))
  }

  // MARK: What is refused

  struct Bad: Sendable, CustomTestStringConvertible {
    var name: String
    var words: String
    var status = 400
    var make: @Sendable () throws -> [UInt8]
    var testDescription: String { name }
  }

  static let bad: [Bad] = [
    Bad(name: "a drawing named as a photo", words: "no es una foto JPEG, PNG, WebP ni HEIC") {
      Array("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"></svg>".utf8)
    },
    Bad(name: "a bomb", words: "más de 64 megapíxeles") { try PhotoFile.bomb() },
    Bad(name: "twenty megabytes", words: "más de 12 MB", status: 413) {
      try PhotoFile.photo(.jpg) + [UInt8](repeating: 7, count: 20 << 20)
    },
    Bad(name: "an empty field", words: "Elige un archivo y vuelve a guardar") { [] },
    Bad(name: "half a JPEG", words: "dañado o incompleto") {
      let photo = try PhotoFile.photo(.jpg)
      return Array(photo[..<(photo.count / 2)])
    },
    Bad(name: "half a PNG", words: "dañado o incompleto") {
      let photo = try PhotoFile.photo(.png)
      return Array(photo[..<(photo.count / 2)])
    },
    Bad(name: "the beginning of a JPEG", words: "dañado o incompleto") {
      [0xFF, 0xD8, 0xFF, 0xE0]
    },
    Bad(name: "the beginning of a HEIC", words: "dañado o incompleto") {
      [0, 0, 0, 24] + Array("ftypheic".utf8)
    },
  ]

  @Test(
    "A file of which no photo can be made is refused in words that say what to do", arguments: bad)
  func refused(_ bad: Bad) async throws {
    let family = try await SettingFamily()
    let before = try await family.text()
    let pictures = try await family.file.pictures()
    let answer = try await send(try bad.make(), family)
    #expect(answer.status == bad.status)
    #expect(answer.text.contains(bad.words), "\(answer.text)")
    #expect(answer.text.contains("type=\"file\""), "the form is not there again")
    #expect(try await family.text() == before)
    #expect(try await family.file.pictures() == pictures)
  }

  @Test("The name of the file is used for nothing")
  func path() async throws {
    let family = try await SettingFamily()
    let photo = try PhotoFile.photo(.webp)
    let answer = try await send(photo, family, named: "../../../../tmp/vigia-name-of-a-file.png")
    #expect(answer.status == 303)
    #expect(!FileManager.default.fileExists(atPath: "/tmp/vigia-name-of-a-file.png"))
    #expect(!(try await family.text().contains("vigia-name-of-a-file")))
  }

  @Test("A form that is none, or that names a photo which is not here, changes nothing")
  func strange() async throws {
    let family = try await SettingFamily()
    let before = try await family.text()
    let path = "/w/\(family.wearer)/people/wearer/photo"
    let number = try await revision(family)
    let unknown = SyncPicture.name(String(repeating: "0", count: 64))
    let names = ["../../etc/passwd", "rosa.jpg", unknown]
    for name in names {
      #expect(try family.ana.post(path, ["revision": number, "photo": name]).status == 400)
    }
    #expect(try family.ana.post(path, ["revision": number]).status == 400)
    let torn = try family.ana.upload(
      path, ["revision": number], photo: [1],
      headers: ["Content-Type": "multipart/form-data; boundary=other"])
    #expect(torn.status == 400)
    #expect(try await family.text() == before)
  }

  // MARK: Rights

  @Test("Another family is not told that there is a photo, and looking is not enough to set one")
  func rights() async throws {
    let family = try await SettingFamily()
    let (stranger, other) = try await Visitor.invited(
      to: family.portal, "otto@example.org", wearer: "Pepe", as: .administer, name: "Otto")
    let (helper, _) = try await Visitor.invited(
      to: family.portal, "eva@example.org", wearer: "Rosa", as: .help, name: "Eva")
    let path = "/w/\(family.wearer)/picture/\(SettingFamily.photos[0])"
    #expect(try helper.get(path).status == 200)
    #expect(try stranger.get(path).status == 404)
    // It is not there by way of their own wearer, either.
    #expect(try stranger.get("/w/\(other)/picture/\(SettingFamily.photos[0])").status == 404)
    #expect(try Visitor(portal: family.portal).get(path).status == 303)
    let form = "/w/\(family.wearer)/people/wearer/photo"
    let before = try await family.text()
    for (visitor, status) in [(helper, 403), (stranger, 404)] {
      #expect(try visitor.upload(form, ["revision": "1"], photo: [1]).status == status)
    }
    let forged = try family.ana.upload(
      form, ["revision": "1"], photo: [1], headers: ["Sec-Fetch-Site": "cross-site"])
    #expect(forged.status == 403)
    #expect(try await family.text() == before)
  }

  @Test("Every other form keeps its limit")
  func limits() async throws {
    let family = try await SettingFamily()
    let name = String(repeating: "a", count: 20_000)
    let answer = try family.ana.post("/w/\(family.wearer)/people/wearer", ["name": name])
    #expect(answer.status == 413)
  }

  // MARK: The device, copies

  @Test("A device gets one picture at a time, only of its own wearer, and only if it asks")
  func device() async throws {
    let family = try await SettingFamily()
    #expect(try family.device.sync().picture == nil)
    var request = family.device.request()
    request.pictures = [String(repeating: "0", count: 64), SettingFamily.photos[1]]
    let body = try family.portal.call(family.device.bytes(request)).body
    #expect(
      try SyncAnswer(json: body).picture
        == SyncPicture(
          hash: SettingFamily.photos[1], jpeg: Array("b".utf8)))
    let (_, other) = try await Visitor.invited(
      to: family.portal, "otto@example.org", wearer: "Pepe", as: .administer, name: "Otto")
    let stranger = try await TestDevice.paired(with: family.portal, wearer: other, identity: 0x77)
    var theirs = stranger.request()
    theirs.pictures = [SettingFamily.photos[1]]
    let answer = try family.portal.call(stranger.bytes(theirs))
    #expect(answer.status == 200)
    #expect(try SyncAnswer(json: answer.body).picture == nil)
  }

  @Test("A copy of the portal has the photos, and deleting a wearer deletes them")
  func copies() async throws {
    let family = try await SettingFamily()
    let copy = family.portal.folder + ".copy"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    let program = PortalProcess.program
    #expect(try Tool.run(program, "backup", "--data", family.portal.folder, copy).status == 0)
    let kept = try await WearerFiles(folder: copy).file(family.wearer).pictures()
    #expect(kept == Set(SettingFamily.photos))
    let files = try WearerFiles(folder: copy)
    try await files.delete(family.wearer)
    #expect(try await files.file(family.wearer).pictures().isEmpty)
  }
}
