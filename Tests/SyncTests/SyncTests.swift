import HAL
import Sync
import Testing

@Suite("The wire between device and portal")
struct SyncTests {
  static func request() -> SyncRequest {
    var words = RecordWords()
    words.words[0] = 1
    words.words[3] = .max
    var request = SyncRequest(
      device: 0x51b2, boot: 12, from: 1041,
      health: SyncHealth(
        battery: 62, charging: false, gps: .ok, clock: .trusted, movedMinutes: 41,
        diskMegabytes: 812, waiting: 2, version: "0.9", profile: 7, open: true))
    request.records = [
      SyncRecord(sequence: 1042, written: 1_700_000_000_000, words: words),
      SyncRecord(sequence: 1050, written: nil, words: nil),
    ]
    request.annotations = [
      SyncAnnotation(sequence: 1042, category: nil, notes: "tras el paseo, \"lento\"")
    ]
    request.places = [
      SyncPlace(
        time: 1_700_000_000_000, latitude: 195_000_000, longitude: -991_000_000, eph: nil)
    ]
    request.did = [SyncDone(message: 41, outcome: .refused, why: "no such caregiver")]
    request.profileKept = "perimeter: {lat: 19.5}\n"
    request.wait = true
    request.pictures = [picture.hash]
    return request
  }

  static let picture = SyncPicture(hash: String(repeating: "c4", count: 32), jpeg: [0xFF, 0xD8, 0])

  static func edit() -> SyncEdit {
    var words = RecordWords()
    words.words[0] = 0x106
    var seen = words
    seen.words[9] = 1
    return SyncEdit(
      after: 1042, last: words, seen: [seen],
      changes: [
        SyncEdit.Change(
          words: words, text: SyncEdit.Text(category: nil, notes: "tras el paseo, \"lento\"")),
        SyncEdit.Change(words: words),
      ])
  }

  static func answer() -> SyncAnswer {
    var answer = SyncAnswer(stored: 1241, again: 60)
    answer.profile = SyncProfile(revision: 8, yaml: "ñ: \"1\"\n")
    answer.watched = true
    answer.picture = picture
    let until: Int64 = 1_700_000_300_000
    answer.messages = [
      SyncMessage(id: 43, until: until, who: .max, .acknowledge(token: 0x0f3c, caregiver: 2)),
      SyncMessage(id: 44, until: until, .whereIs(caregiver: 1)),
      SyncMessage(id: 45, until: until, .company(until: until, said: nil, caregiver: 1)),
      SyncMessage(id: 46, until: nil, .companyOver(said: until, caregiver: 4)),
      SyncMessage(id: 50, until: nil, .companyOver(said: nil, caregiver: 4)),
      SyncMessage(id: 47, until: until, .testAlert(caregiver: 3)),
      SyncMessage(id: 48, until: until, who: 7, .edit(edit(), caregiver: 2)),
      SyncMessage(id: 49, until: until, .advise(caregiver: 1)),
    ]
    return answer
  }

  @Test(
    "Figures of an advice that nobody can have are refused in one line",
    arguments: [
      #""days":-1"#, #""days":"many""#, #""home_s":9e99"#, #""fixes":-4"#, #""lat_e7":900000001"#,
      #""off_m":1e300"#, #""r95_m":-0.1"#, #""needed_m":null"#, #""radius_m":149"#,
      #""radius_m":1001"#, #""farthest":{"days":1}"#, #""beyond":{"days":1,"distance_m":-3}"#,
      #""rival":7"#,
    ])
  func advice(_ member: String) throws {
    let advice = SyncAdvice(
      days: 3, recorded: 9, atHome: 8, fixes: 7, centre: (1, 2), off: 3, scatter: 4, needed: 54,
      radius: 150)
    #expect(try SyncAdvice(json: advice.json) == advice)
    var request = SyncTests.request()
    request.did = [SyncDone(message: 1, outcome: .applied, advice: advice)]
    #expect(try SyncRequest(json: request.json) == request)
    var text = String(decoding: request.json, as: UTF8.self)
    let name = try #require(member.split(separator: ":").first).dropFirst().dropLast()
    let old = try Regex("\"\(name)\":[-0-9.]+,?")
    text.replace(old, with: "")
    text = text.replacing("\"advice\":{", with: "\"advice\":{\(member),")
    text = text.replacing(",}", with: "}")
    let refusal = try #require(throws: SyncRefusal.self) { try SyncRequest(json: Array(text.utf8)) }
    #expect(!refusal.line.contains("\n") && refusal.line.utf8.count < 200, "\(refusal.line)")
  }

  @Test("What goes up and down is read as it was written, and written the same again")
  func roundTrip() throws {
    let request = SyncTests.request()
    #expect(try SyncRequest(json: request.json) == request)
    #expect(try SyncRequest(json: request.json).json == request.json)
    let answer = SyncTests.answer()
    #expect(try SyncAnswer(json: answer.json) == answer)
  }

  @Test("Members are named as docs/portal-protocol.md names them")
  func names() {
    let text = String(decoding: SyncTests.request().json, as: UTF8.self)
    #expect(
      text.contains(#""records":[[1042,1700000000000,"1 0 0 ffffffffffffffff"],[1050,null,""]]"#))
    #expect(text.contains(#""annotations":[[1042,null,"tras el paseo, \"lento\""]]"#))
    #expect(text.contains(#""places":[[1700000000000,195000000,-991000000,null]]"#))
    #expect(text.contains(#""moved_min":41"#) && text.contains(#""disk_mb":812"#))
    #expect(text.contains(#""device":"00000000000051b2""#))
    #expect(text.contains(#""pictures":["\#(SyncTests.picture.hash)"]"#))
    let down = String(decoding: SyncTests.answer().json, as: UTF8.self)
    #expect(down.contains(#""acknowledge":{"caregiver":2,"token":"0000000000000f3c"}"#))
    #expect(
      down.contains(
        #""edit":{"after":1042,"caregiver":2,"last":"106","#
          + #""records":[["106",null,"tras el paseo, \"lento\""],["106"]],"#
          + #""seen":["106 0 0 0 0 0 0 0 0 1"]}"#))
    #expect(
      down.contains(#""picture":{"hash":"\#(SyncTests.picture.hash)","jpeg":"/9gA"}"#))
    #expect(down.contains(#""again_s":60"#) && down.contains(#""test_alert":{"caregiver":3}"#))
  }

  @Test("A word of a newer server is refused by itself, and the rest of the answer counts")
  func newerWord() throws {
    let text =
      #"{"v":1,"stored":3,"messages":[{"id":9,"until_ms":5,"sing":{"caregiver":1}}],"x":[]}"#
    let answer = try SyncAnswer(json: Array(text.utf8))
    #expect(answer.messages == [SyncMessage(id: 9, until: 5, .unknown)])
    #expect(answer.stored == 3 && answer.again == 900 && !answer.watched)
  }

  @Test(
    "Bytes that break the protocol are refused with one line",
    arguments: [
      ("", "is no JSON"), ("[]", "another type"), ("{\"v\":2}", "v is 2"),
      (#"{"v":1}"#, "stored is missing"), (#"{"v":1,"stored":-1}"#, "stored is -1"),
      (#"{"v":1,"stored":1e30}"#, "no JSON that can be read"),
      (#"{"v":1,"stored":"1"}"#, "stored has another type"),
      (#"{"v":1,"stored":1,"again_s":-5}"#, "again_s"),
      (#"{"v":1,"stored":1,"messages":[{"id":0,"company_over":{"caregiver":1}}]}"#, "the id 0"),
      (#"{"v":1,"stored":1,"messages":[{"id":1,"company_over":{"caregiver":5}}]}"#, "caregiver 5"),
      (#"{"v":1,"stored":1,"messages":[{"id":1,"where":{"caregiver":1}}]}"#, "no until_ms"),
      (
        #"{"v":1,"stored":1,"messages":[{"id":1,"until_ms":1,"acknowledge":{"caregiver":1}}]}"#,
        "token"
      ),
      (#"{"v":1,"stored":1,"profile":{"revision":0,"yaml":""}}"#, "revision is 0"),
      (
        #"{"v":1,"stored":1,"messages":[{"id":1,"where":{"caregiver":1},"company_over":{"caregiver":1}}]}"#,
        "says 2 things"
      ),
    ])
  func refuses(_ bytes: String, _ reason: String) {
    #expect {
      try SyncAnswer(json: Array(bytes.utf8))
    } throws: {
      let line = ($0 as? SyncRefusal)?.line ?? ""
      return line.contains(reason) && !line.contains("\n")
    }
  }

  @Test("Requests beyond the bounds are refused")
  func bounds() {
    func refusal(_ change: (inout SyncRequest) -> Void) -> String? {
      var request = SyncTests.request()
      change(&request)
      do {
        _ = try SyncRequest(json: request.json)
        return nil
      } catch { return error.line }
    }
    #expect(refusal { _ in } == nil)
    #expect(refusal { $0.records.swapAt(0, 1) }?.contains("order of the log") == true)
    #expect(refusal { $0.from = 1042 }?.contains("order of the log") == true)
    #expect(refusal { $0.places = Array(repeating: $0.places[0], count: 101) } != nil)
    #expect(refusal { $0.device = "51b2" } != nil)
    #expect(refusal { $0.health.battery = 101 } != nil)
    #expect(refusal { $0.health.movedMinutes = 1441 } != nil)
    #expect(refusal { $0.health.profile = 1 << 53 } == nil)
    #expect(refusal { $0.health.profile = .max }?.contains("health.profile") == true)
    #expect(refusal { $0.profileRefused = SyncProfileRefusal(revision: .max, why: "") } != nil)
    #expect(refusal { $0.places[0].latitude = 900_000_001 }?.contains("places[0]") == true)
    #expect(refusal { $0.pictures = ["../x"] }?.contains("pictures") == true)
    #expect(refusal { $0.pictures = Array(repeating: SyncTests.picture.hash, count: 38) } != nil)
    #expect(refusal { $0.did[0].why = String(repeating: "x", count: 301) } != nil)
    #expect(throws: SyncRefusal.self) {
      try SyncRequest(json: [UInt8](repeating: 0x20, count: SyncLimits.bytes + 1))
    }
  }

  @Test("Deep nesting ends as a refusal")
  func depth() {
    let deep = Array((#"{"v":1,"x":"# + String(repeating: "[", count: 100_000)).utf8)
    #expect(throws: SyncRefusal.self) { try SyncAnswer(json: deep) }
  }

  @Test(
    "A pairing code is read as people type it",
    arguments: [
      ("ABCD-EFGH", "ABCD-EFGH"), ("abcdefgh", "ABCD-EFGH"), (" ab cd–efgh", nil),
      ("OIL0-0000", "0110-0000"), ("ABCD-EFG", nil), ("ABCD-EFGU", nil), ("", nil),
    ] as [(String, String?)])
  func code(_ typed: String, _ code: String?) { #expect(SyncText.code(typed) == code) }

  @Test(
    "A picture that cannot be read counts as none, and the rest of the answer counts",
    arguments: [
      #"7"#, #"{"hash":"x"}"#, #"{"hash":7,"jpeg":""}"#,
      #"{"hash":"","jpeg":"not base64!"}"#, #"{"hash":"","jpeg":""}"#,
    ])
  func badPicture(_ picture: String) throws {
    let text = #"{"v":1,"stored":7,"profile":{"revision":8,"yaml":"x"},"picture":\#(picture)}"#
    let answer = try SyncAnswer(json: text.utf8)
    #expect(answer.profile?.revision == 8)
    #expect(answer.picture?.bytes == nil)
  }

  @Test("A picture has at most 64 KB, and a profile's name for it is read back")
  func picture() {
    let hash = SyncTests.picture.hash
    let most = [UInt8](repeating: 7, count: SyncLimits.picture)
    #expect(SyncPicture(hash: hash, jpeg: most).bytes == most)
    #expect(SyncPicture(hash: hash, jpeg: most + [7]).bytes == nil)
    #expect(SyncPicture.hash(named: SyncPicture.name(hash)) == hash)
    for name in ["rosa.jpg", "sha256-.jpg", "sha256-../../x.jpg", "\(hash).jpg"] {
      #expect(SyncPicture.hash(named: name) == nil)
    }
    #expect(SyncPicture.hash(named: SyncPicture.name(hash.uppercased())) == nil)
  }
}
