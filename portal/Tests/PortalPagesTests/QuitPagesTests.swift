import Device
import Quit
import Testing
import Words

@testable import PortalPages

@Suite("Pages about giving up smoking")
struct QuitPagesTests {
  private func page(_ name: String, _ language: Language = .spanish) throws -> String {
    var samples = Samples()
    samples.language = language
    let sample = try #require(samples.quitting.first { $0.name == name })
    return try Renderer().html(sample.page, in: sample.frame).replacing("\u{A0}", with: " ")
  }

  @Test("Before the date there is a countdown, and no figure that would be zero")
  func before() throws {
    let html = try page("quit-before")
    #expect(html.contains("Faltan 2 d 19 h para dejarlo"))
    for word in ["Cigarrillos no fumados", "Dinero sin gastar", "Vida ganada", "Rango</dt>"] {
      #expect(!html.contains(word), "\(word)")
    }
    #expect(html.contains("on_demand"), "nobody learns why there is no answer")
  }

  @Test("Without contact it says up to when answers and slips are known, and counts on")
  func lost() throws {
    let html = try page("quit-lost")
    #expect(html.contains("No hay contacto con el dispositivo desde"))
    #expect(
      html.contains("unos ajustes que este portal no puede leer. Lo que ves es de los anteriores."))
    #expect(html.contains("Lo dejó hace 4 d 4 h"))
    #expect(try !page("quit").contains("No hay contacto"))
  }

  @Test("A profile that cannot be read says so, and shows no figure")
  func unreadable() throws {
    let html = try page("quit-unreadable", .english)
    #expect(html.contains("that this portal cannot read, and there are no others"))
    #expect(!html.contains("<dl>") && !html.contains("tip="))
  }

  /// 12 days and 250 minutes of 12 a day are 146 cigarettes, less 3 of slips, at 0.275 each.
  @Test("Figures stand with their sources")
  func figures() throws {
    let html = try page("quit")
    for part in [
      "Cigarrillos no fumados</dt><dd>143<", "Dinero sin gastar</dt><dd>39,34 EUR<",
      "Rango</dt><dd>3 (1 es el más alto)<", "Para el rango 2 faltan</dt><dd>10,66 EUR<",
      "Vida ganada, según Shaw 2000</dt><dd>1 d 2 h, a 11 min por cigarrillo<",
      "Vida ganada, según Jackson 2024</dt><dd>1 d 23 h, a 20 min por cigarrillo<",
      "Respuestas: 44. Aquí están las últimas 30.", "la boda de Inés", "BMJ 2000;320:53",
      "Sin fumar desde el último resbalón: 1 d.",
    ] {
      #expect(html.contains(part), "\(part)")
    }
    #expect(html.components(separatedBy: "class=\"craving\"").count - 1 == 2 * 30)
    #expect(html.components(separatedBy: " de 10</li>").count - 1 == 30)
  }

  @Test("Of very many slips the newest stand in the list, and the page says so")
  func manySlips() throws {
    var sample = try #require(Samples().quitting.first { $0.name == "quit" })
    guard case .quit(var view) = sample.page, var figures = view.figures else {
      Issue.record("no page of quitting")
      return
    }
    let slips = (1...101).map { number in
      QuitPlan.Slip(
        at: CivilMinute(figures.plan.quitAt.count + Int32(number)), cigarettes: 1,
        note: "número \(number).")
    }
    figures.status = QuitStatus(figures.plan, slips: slips, at: figures.now)
    view.figures = figures
    sample.page = .quit(view)
    let html = try Renderer().html(sample.page, in: sample.frame)
    #expect(html.contains("Resbalones: 101. Aquí están los últimos 100."))
    #expect(html.contains("número 101.") && !html.contains("número 1."))
    #expect(try !page("quit").contains("Aquí están los últimos"))
  }

  @Test("The link to another tip leads through all of them, and back")
  func tips() throws {
    let sample = try #require(Samples().quitting.first { $0.name == "quit" })
    guard case .quit(var view) = sample.page else {
      Issue.record("no page of quitting")
      return
    }
    var seen: [Int] = []
    for _ in Tip.all {
      let html = try Renderer().html(.quit(view), in: sample.frame)
      #expect(html.contains(Markup.escaped(Tip.all[view.tip].text.es)))
      #expect(html.contains(Markup.escaped(Tip.all[view.tip].source.citation)))
      let link = try #require(html.firstMatch(of: #/\?tip=(\d+)#tip/#))
      seen.append(view.tip)
      view.tip = try #require(Int(link.1)) - 1
    }
    #expect(seen.sorted() == Array(Tip.all.indices))
    #expect(view.tip == seen[0])
  }

  @Test("Those links are there for whom they concern, and for nobody else")
  func links() throws {
    let renderer = try Renderer()
    let samples = Samples()
    let calm = try #require(samples.wearer.first { $0.name == "now-calm" })
    #expect(!renderer.html(calm.page, in: calm.frame).contains("Testimonios"))
    var frame = calm.frame
    frame.wearer?.isQuitting = true
    let html = renderer.html(calm.page, in: frame)
    // One on the first page itself, one among the pages below.
    #expect(html.components(separatedBy: "href=\"/w/rosa/quitting\"").count - 1 == 2)
    #expect(html.contains("href=\"/testimonies\"") && !html.contains("/moderation"))
    frame.waitingTestimonies = 2
    #expect(renderer.html(calm.page, in: frame).contains("Moderar testimonios (2)</a>"))
  }

  @Test("A testimony keeps its lines, in its own language, also in the field of a refused form")
  func lines() throws {
    let html = try page("testimonies")
    #expect(html.contains("<p>La primera semana fue la peor.</p>\n<p>Después, cada ducha"))
    #expect(html.contains("<blockquote class=\"quote\" lang=\"es\">"))
    let again = try page("testimonies-problem")
    #expect(again.contains(">\nLo dejé en enero.\n\nY sigo.</textarea>"))
    #expect(again.contains("<option value=\"en\" lang=\"en\" selected>"))
    #expect(again.contains("En este portal no modera nadie todavía"))
  }
}
