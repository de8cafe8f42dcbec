import Foundation
import Testing

/// The options of a replay that change text and page. CARD-3.
@Suite("vigia replay: zone, language and circle")
struct ReplayPageTests {
  private let walk = Places.own("traces/cuenca-1-lanyard.jsonl")

  @Test("--time-zone is the zone of text, misses and page, and none of JSON")
  func zone() throws {
    let folder = Folder()
    let expect = try folder.write("e.yaml", "expect:\n- {none: perimeter.exit}\n")
    let page = folder.path("page.html")
    let text = try Command.vigia(
      "replay", walk, "--time-zone", "Europe/Madrid", "--expect", expect, "--report", page)
    #expect(text.output.hasPrefix("2015-03-21 (Europe/Madrid)\n"))
    #expect(text.output.contains("  16:03:34  LEFT the perimeter"))
    #expect(text.output.contains("crossed the edge at 16:03:09"))
    #expect(text.output.contains("(2015-03-21T16:03:34.000+01:00)"))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("Europe/Madrid, UTC+01:00") && html.contains("16:03:34"))
    #expect(!html.contains("10:03:34") && html.contains("2015-03-21 16:03:34"))
    let plain = try Command.vigia("replay", walk, "--format", "json")
    let other = try Command.vigia("replay", walk, "--format", "json", "--time-zone", "Asia/Tokyo")
    #expect(plain.behaviour == other.behaviour)
    expectSuccess(try Command.vigia("verify", page))
  }

  @Test("A zone that is in no table is refused with the nearest one")
  func noZone() throws {
    let result = try Command.vigia("replay", walk, "--time-zone", "Europe/Madri")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "vigia: --time-zone: is \"Europe/Madri\"; did you mean \"Europe/Madrid\"?\n")
  }

  @Test("--perimeter on a device's recording changes the circle, and reminders and help stay")
  func circle() throws {
    let own = try Command.vigia("replay", walk, "--format", "json")
    let wide = try Command.vigia(
      "replay", walk, "--format", "json", "--perimeter=-2.9005,-79.0045,300")
    #expect(own.count("perimeter.exit") == 1 && wide.count("perimeter.exit") == 0)
    for name in ["reminder.due", "reminder.missed", "help.requested"] {
      #expect(own.count(name) > 0 && wide.count(name) == own.count(name), "\(name)")
    }
    // The same circle again is the same behaviour: nothing else was touched.
    let same = try Command.vigia(
      "replay", walk, "--format", "json", "--perimeter=-2.9005,-79.0045,100")
    #expect(same.summary["digest"] as? String == own.summary["digest"] as? String)
    let text = try Command.vigia("replay", walk, "--perimeter=-2.9005,-79.0045,300")
    #expect(text.output.contains("Tomar agua") && text.output.contains("America/Guayaquil"))
  }

  @Test("A walk with two circles is signed for both, and its return is the change's (ALZ-3)")
  func twoCircles() throws {
    let folder = Folder()
    let (trace, page) = (folder.path("day.jsonl"), folder.path("page.html"))
    expectSuccess(
      try Command.vigia(
        "simulate", Places.own("simulations/another-circle.yaml"), "--trace", trace))
    let text = try Command.vigia("replay", trace, "--report", page)
    #expect(text.output.contains("the perimeter was changed"))
    #expect(!text.output.contains("already inside when"))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    let signed = try #require(html.components(separatedBy: "<section class=\"signoff\">").last)
    #expect(signed.contains(/2026-03-10 0[89]:[0-9:]+: [^<]*; 150.m; normal/))
    #expect(signed.contains(/2026-03-10 09:[0-9:]+: [^<]*; 400.m; normal/))
    #expect(!html.contains("<code class=\"command\""))
    expectSuccess(try Command.vigia("verify", page))
  }

  @Test("--perimeter keeps the sensitivity of the recording")
  func sensitivity() throws {
    let folder = Folder()
    let quick = try folder.write(
      "quick.jsonl",
      try String(contentsOfFile: walk, encoding: .utf8).replacing(
        "\"radius_m\":100", with: "\"radius_m\":100,\"temper\":\"quick\""
      ).replacing(
        "\"temper\":\"quick\",\"temper\":\"normal\"", with: "\"temper\":\"quick\""))
    let result = try Command.vigia(
      "replay", quick, "--format", "json", "--perimeter=-2.9005,-79.0045,120")
    let trail = result.summary["signoff"] as? [String: Any]
    #expect(trail?["sensitivity"] as? String == "quick")
  }

  @Test("home: first fix is the centre of a profile's circle, too")
  func homeOfProfile() throws {
    let folder = Folder()
    let far = try folder.write(
      "p.yaml", "perimeter: {lat: 40.4168, lon: -3.7038, radius_m: 300}\ntime_zone: Europe/Madrid\n"
    )
    let expect = try folder.write(
      "e.yaml", "home: first fix\nradius_m: 100\nexpect:\n- {event: perimeter.exit}\n")
    let trace = try folder.write("walk.jsonl", Sample.json)
    let result = try Command.vigia("replay", trace, "--profile", far, "--expect", expect)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("(Europe/Madrid)"))
  }

  @Test("--language es is Spanish in text and on the page")
  func language() throws {
    let folder = Folder()
    let page = folder.path("page.html")
    expectSuccess(try Command.vigia("replay", walk, "--language", "es", "--report", page))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("<html lang=\"es\">"))
    for words in ["Lo esperado", "Se cumplió todo lo esperado: 14", "± 22,4", "Firma"] {
      #expect(html.contains(words), "\(words)")
    }
  }
}
