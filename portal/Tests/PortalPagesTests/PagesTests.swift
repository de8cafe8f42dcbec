import Foundation
import HAL
import Testing
import Words

@testable import PortalPages

/// The pages as HTML. `portal/scripts/pages_look.py` looks at them in a browser.
@Suite("Pages of the portal")
struct PagesTests {
  private func html(_ samples: Samples) throws -> [(name: String, html: String)] {
    let renderer = try Renderer()
    return samples.all.map { ($0.name, renderer.html($0.page, in: $0.frame)) }
  }

  private func page(_ name: String, _ samples: Samples = Samples()) throws -> String {
    let pages = try html(samples)
    return try #require(pages.first { $0.name == name }?.html)
  }

  @Test("Home and a place on both sides of the 180th meridian are neighbours")
  func meridian() {
    let home = Position(latitudeE7: -168_000_000, longitudeE7: 1_799_999_000)
    let place = Position(latitudeE7: -168_000_000, longitudeE7: -1_799_999_000)
    #expect(home?.degreesEast(to: place!) == 2000)
    #expect(place?.degreesEast(to: home!) == -2000)
    #expect(home?.degreesEast(to: home!) == 0)
  }

  /// Also writes every page for the browser, where the variable names a folder.
  @Test("Every page is whole in both languages", arguments: Language.allCases)
  func every(_ language: Language) throws {
    var samples = Samples()
    samples.language = language
    for (name, html) in try html(samples) {
      let body = html[try #require(html.range(of: "<body>")).lowerBound...]
      #expect(body.contains("<h1"), "\(name) has no heading")
      #expect(!body.contains("{"), "\(name) has an open gap: \(gap(body))")
      #expect(
        !body.contains("<p></p>") && !body.contains("<title></title>"), "\(name) is empty somewhere"
      )
      #expect(!html.contains(" style="), "\(name) has a style that the policy forbids")
      #expect(Asset.all.allSatisfy { html.contains($0.path) }, "\(name) lacks style or script")
    }
    if let folder = ProcessInfo.processInfo.environment["VIGIA_PAGE_SAMPLES"] {
      try write(samples, to: folder)
    }
  }

  private func gap(_ html: Substring) -> Substring {
    html.firstIndex(of: "{").map { html[$0...].prefix(60) } ?? ""
  }

  private func write(_ samples: Samples, to folder: String) throws {
    for (name, html) in try html(samples) {
      let file = URL(fileURLWithPath: "\(folder)/\(name)-\(samples.language.rawValue).html")
      try Data(html.utf8).write(to: file)
    }
    // One point, for every photo.
    let photo = URL(fileURLWithPath: folder + Samples.photoPath)
    try FileManager.default.createDirectory(
      at: photo.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(Samples.point).write(to: photo)
    for asset in Asset.all {
      let file = URL(fileURLWithPath: folder + asset.path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(asset.bytes).write(to: file)
    }
  }

  /// The second hides the bracket in a grapheme cluster, and Mustache's own escaping lets it through.
  @Test(
    "Text of strangers stays text",
    arguments: ["<script>alert(1)</script>", "<\u{338}img src=x>", "'\" onload=x "])
  func strangers(_ text: String) throws {
    var samples = Samples()
    let plain = try html(samples)
    samples.text = { $0 + text }
    for ((name, before), (_, after)) in zip(plain, try html(samples)) {
      func count(_ sign: Character, _ html: String) -> Int {
        html.unicodeScalars.count { $0 == sign.unicodeScalars.first }
      }
      for sign in ["<", ">", "\""] as [Character] {
        #expect(count(sign, before) == count(sign, after), "\(name) lets \(sign) through")
      }
      #expect(!after.contains("' onload") && !after.contains("'\""), "\(name) lets ' through")
    }
  }

  @Test("A photo has words for whoever does not see it, in the reader's language")
  func photos() throws {
    for (language, words) in [(Language.spanish, "Foto de Luis"), (.english, "Photo of Luis")] {
      var samples = Samples()
      samples.language = language
      for name in ["photo", "conflict-photo"] {
        let html = try page(name, samples)
        #expect(html.contains("<img class=\"photo\" src=\"\(Samples.photoPath)\" alt=\"\(words)\""))
      }
      #expect(try page("photo", samples).contains("enctype=\"multipart/form-data\""))
    }
    // A photo that nobody has set cannot be removed.
    #expect(try page("photo").contains("name=\"remove\""))
    #expect(try !page("photo-refused").contains("name=\"remove\""))
  }

  // MARK: No text says more than is true

  @Test(
    "The device knows only what it has confirmed",
    arguments: [
      ("alert-waiting", false), ("alert-queued", false), ("alert-fetched", false),
      ("alert-refused", false), ("alert-known", true), ("now-taken", true),
    ])
  func knows(_ name: String, _ isKnown: Bool) throws {
    #expect(try page(name).contains("El dispositivo lo sabe desde") == isKnown)
  }

  @Test("Nobody is said not to have answered while an answer is on its way")
  func underWay() throws {
    #expect(try page("alert-waiting").contains("Nadie ha respondido todavía."))
    for name in ["alert-queued", "alert-fetched"] {
      #expect(try !page(name).contains("Nadie ha respondido"), "\(name)")
    }
  }

  @Test("Without contact nothing of then is shown as now")
  func lost() throws {
    let html = try page("now-lost")
    #expect(html.contains("Lo que ves es de entonces, no de ahora."))
    #expect(html.contains("Última posición conocida") && !html.contains("Dónde está Rosa"))
    // The device lay still when it was last heard: nobody knows whether it does now.
    #expect(!html.contains("no se mueve"))
    #expect(try page("now-calm").contains("Dónde está Rosa"))
  }

  @Test("A portal without a mail server says that it mails nobody of a silence")
  func lostUntold() throws {
    let renderer = try Renderer()
    let samples = Samples()
    let overview = try #require(samples.all.first { $0.name == "now-lost" }?.page)
    let alert = samples.alertPage(
      samples.alert("b1", samples.exit, .urgent, 783, .waiting),
      contact: Contact(state: .lost, last: samples.ago(783), due: samples.ago(768)))
    for page in [overview, alert] {
      var frame = samples.frame()
      let words = "Este portal no manda correos: nadie más se entera"
      #expect(!renderer.html(page, in: frame).contains(words))
      frame.sendsMails = false
      #expect(renderer.html(page, in: frame).contains(words))
    }
  }

  @Test("A device that was paired and has not called is not said to have told anything (SAFE-5)")
  func paired() throws {
    #expect(try page("now-paired").contains("Se emparejó un dispositivo"))
    #expect(try !page("now-paired").contains("Último contacto"))
    let html = try page("now-paired-lost")
    #expect(html.contains("Lo que ves es de antes de emparejar el dispositivo, no de ahora."))
  }

  @Test("A place has its age and its accuracy, on the plan, too")
  func place() throws {
    let html = try page("now-two")
    #expect(html.contains("<p class=\"figures aging\""))
    let plans = html.components(separatedBy: "<svg class=\"plan").dropFirst()
    #expect(plans.count == 2)
    for plan in plans {
      #expect(plan.contains("±\u{A0}24\u{A0}m</text>") && plan.contains("hace 12 min</tspan>"))
    }
  }

  @Test("Who may only look finds no button but the one to leave")
  func look() throws {
    let renderer = try Renderer()
    let samples = Samples()
    for sample in samples.wearer + samples.alerts {
      var frame = sample.frame
      frame.wearer?.right = .look
      let html = renderer.html(sample.page, in: frame)
      let posts = html.components(separatedBy: "method=\"post\" action=\"").dropFirst()
        .map { $0.prefix { $0 != "\"" } }
      #expect(posts == ["/logout"], "\(sample.name)")
    }
  }

  @Test("Who is not on the device's list finds the reason in place of each button")
  func unlisted() throws {
    let renderer = try Renderer()
    let samples = Samples()
    let reason = "El dispositivo no tiene tu dirección, otto@example.org, en su lista"
    for sample in samples.wearer + samples.alerts {
      let named = renderer.html(sample.page, in: sample.frame)
      let html = renderer.html(sample.page, in: samples.unlisted)
      #expect(html.components(separatedBy: "method=\"post\"").count == 2, "\(sample.name)")
      let hadButtons = named.components(separatedBy: "method=\"post\"").count > 2
      if hadButtons { #expect(html.contains(reason), "\(sample.name)") }
    }
  }

  @Test("The first page leads whoever administers to changes that do not count")
  func lostChanges() throws {
    let renderer = try Renderer()
    let sample = try #require(Samples().all.first { $0.name == "now-calm" })
    for (lost, right, leads) in [
      (0, Right.administer, false), (2, .administer, true), (2, .help, false),
    ] {
      var frame = sample.frame
      frame.wearer?.lostChanges = lost
      frame.wearer?.right = right
      let html = renderer.html(sample.page, in: frame)
      #expect(html.contains("href=\"/w/rosa/changes\"") == leads, "\(lost) \(right)")
    }
  }

  @Test(
    "A page asks for itself anew only where no words in its fields can be lost by it",
    arguments: [
      ("settings", false), ("settings-unknown", true), ("perimeter", true),
      ("reminder-new", false), ("reminder-delete", false), ("caregiver", false),
      ("conflict", false), ("reminders", true), ("changes", true),
    ])
  func live(_ name: String, _ isLive: Bool) throws {
    #expect(try page(name).contains(" data-live=") == isLive)
  }

  @Test("The page of several wearers asks for itself anew, as does that of company for its hours")
  func renews() throws {
    let company = try page("company")
    #expect(company.contains(" data-renews") && company.contains(" data-live="))
    #expect(company.contains("<div id=\"choices\" data-part>"))
    let home = try page("home")
    #expect(home.contains(" data-renews") && !home.contains(" data-live="))
    #expect(home.contains("<div id=\"people\" data-part>"))
    #expect(try !page("now-calm").contains(" data-renews"))
    #expect(try !page("day").contains(" data-renews"))
  }

  @Test(
    "A call of the device changes the line about it, and not the button under a finger",
    arguments: [("now-open", "open"), ("alert-waiting", "answer")])
  func button(_ name: String, _ part: String) throws {
    let html = try page(name)
    let parts = html.components(separatedBy: " data-part")
    let contact = try #require(parts.firstIndex { $0.hasSuffix("<div id=\"contact\"") }) + 1
    #expect(parts[contact].contains("class=\"contact\""))
    let answer = try #require(parts.firstIndex { $0.hasSuffix("<div id=\"\(part)\"") }) + 1
    #expect(parts[answer].contains("/take\"") && !parts[answer].contains("class=\"contact\""))
  }

  @Test("Hours of company are as long as they say on the night when the clocks go back")
  func longNight() throws {
    // Saturday 24 October 2026, 23:30 in Madrid: half past two comes twice.
    let night = WallTime(milliseconds: 1_792_877_400_000)
    var frame = Samples().frame()
    frame.now = night
    let view = CompanyView(
      contact: Contact(state: .fine, last: night, due: nil), state: .none(.always), requests: [])
    let html = try Renderer().html(.company(view), in: frame)
    for hours in [1, 2, 4] as [Int64] {
      let until = night.milliseconds + hours * 3_600_000
      #expect(html.contains("id=\"until-\(hours)\" value=\"\(until)\""))
    }
    // The script knows when they go back, and by how much.
    #expect(html.contains(" data-turn=\"1792890000000 -60\""))
    frame.zone = "UTC"
    #expect(try !Renderer().html(.company(view), in: frame).contains("data-turn"))
  }

  @Test(
    "A problem stands at its own form alone",
    arguments: ["people", "settings", "reminder-new", "caregiver", "company"])
  func problems(_ name: String) throws {
    #expect(try page(name).components(separatedBy: "class=\"problem\"").count == 2)
  }

  @Test("Hours of single days stay while a mistake in another row is put right")
  func rowDays() throws {
    #expect(
      try page("perimeter-schedule").contains("<option value=\"mon,wed,fri\" selected>lunes, "))
  }

  @Test("A page says by when the device calls, and when it has not")
  func nextCall() throws {
    #expect(try page("now-calm").contains("Llamará otra vez a <time"))
    #expect(try page("alert-queued").contains("aún no lo ha recogido. Llamará a <time"))
    #expect(try !page("alert-help").contains("Llamará"))
    #expect(try page("alert-help").contains("El dispositivo debía llamar a <time"))
    #expect(try page("now-lost").contains("no lo ha recogido: debía llamar a <time"))
  }

  @Test("A refused or late answer may be given again, one under way not twice")
  func again() throws {
    let take = "action=\"/w/rosa/notice/b1/take\""
    #expect(try page("alert-refused").contains(take))
    #expect(try page("alert-waiting").contains(take))
    #expect(try !page("alert-fetched").contains(take))
    #expect(try !page("now-two").contains(take))
  }
}
