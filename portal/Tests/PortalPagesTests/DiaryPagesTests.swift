import Device
import Diary
import Entries
import HAL
import Names
import Testing
import Words

@testable import PortalPages

@Suite("The page of readings and doses")
struct DiaryPagesTests {
  private func page(_ name: String, _ language: Language = .spanish) throws -> String {
    var samples = Samples()
    samples.language = language
    let sample = try #require(samples.diary.first { $0.name == name })
    return try Renderer().html(sample.page, in: sample.frame).replacing("\u{A0}", with: " ")
  }

  private func html(_ view: DiaryView, _ language: Language = .spanish) throws -> String {
    var frame = Samples().frame(.look)
    frame.language = language
    frame.wearer?.hasDiary = true
    return try Renderer().html(.diary(view), in: frame).replacing("\u{A0}", with: " ")
  }

  private func count(_ part: String, in html: String) -> Int {
    html.components(separatedBy: part).count - 1
  }

  /// 61, 187.5, HI, 142, 118: the mean is that of the four numbers.
  @Test("LO and HI are said beside the extremes, and are in no mean")
  func words() throws {
    let html = try page("diary-few")
    for part in [
      "<dt>Medidas</dt><dd>5, con 1 HI</dd>", "<dt>La más alta</dt><dd>187,5 mg/dL, y HI</dd>",
      "<dt>La más baja</dt><dd>61 mg/dL</dd>", "<dt>Media</dt><dd>127,1 mg/dL</dd>",
      "Baja, de 54 a menos de 70: <b>20,0 % (1 medida)</b>",
      "Muy alta, más de 250: <b>20,0 % (1 medida)</b>",
      "En rango, de 70 a 180: <b>40,0 % (2 medidas)</b>",
      "<b>187,5 mg/dL</b>, antes del almuerzo", "<b>HI</b>, después del almuerzo",
      "<b>142 mg/dL</b>, tras el paseo", "zumo", "Su hora va por delante del reloj",
    ] {
      #expect(html.contains(part), "\(part)")
    }
    #expect(html.contains("No hay contacto con el dispositivo desde"))
    #expect(html.contains("Hacen falta cinco medidas o más"))
  }

  @Test("All amounts are in the unit of the profile, and limits are those of that unit")
  func units() throws {
    let html = try page("diary-mmol")
    #expect(html.contains("En rango, de 3,9 a 10,0") && html.contains("Muy alta, más de 13,9"))
    #expect(html.contains("<dt>Objetivo</dt><dd>de 5,0 a 7,8 mmol/L</dd>"))
    #expect(html.contains("<dt>Una unidad baja la glucosa</dt><dd>2,5 mmol/L</dd>"))
    #expect(!html.contains("mg/dL"))
    let milligrams = try page("diary", .english)
    #expect(milligrams.contains("<dt>Target</dt><dd>90 to 140 mg/dL</dd>"))
    #expect(milligrams.contains("<dt>Base dose, lunch</dt><dd>6.5 U</dd>"))
    #expect(milligrams.contains("They are changed there only, never from this portal."))
    #expect(!milligrams.contains("mmol/L"))
  }

  @Test("DIA-5: the lowest, the highest and the percentiles are shown in their own range")
  func extremes() throws {
    let samples = Samples()
    func html(_ amounts: [Double], _ unit: GlucoseUnit = .milligrams) throws -> String {
      let records = amounts.enumerated().map { place, amount in
        (samples.reading(UInt64(place + 1), 2000 - Double(place), amount), nil as Annotation?)
      }
      return try self.html(samples.view(samples.items(records), unit))
    }
    let one = try html([69.6])
    #expect(one.contains("<dt>La más alta</dt><dd>69,6 mg/dL</dd>"))
    #expect(one.contains("<dt>La más baja</dt><dd>69,6 mg/dL</dd>"))
    #expect(try html([69.6], .millimoles).contains("<dt>La más baja</dt><dd>3,86 mmol/L</dd>"))
    let both = try html([100, 100.1])
    #expect(both.contains("<dt>La más alta</dt><dd>100,1 mg/dL</dd>"))
    #expect(both.contains("<dt>La más baja</dt><dd>100 mg/dL</dd>"))
    // A median between two readings is measured by none.
    let words = GlucoseWords(unit: .milligrams, speak: PageWording(samples.frame(.look)))
    #expect(words.level(.amount(69.6)) == "69,6" && words.level(.amount(180.4)) == "180,4")
    #expect(words.level(.amount(120.4)) == "120" && words.level(.low) == "LO")
  }

  @Test("The figures for insulin have all the decimals that the profile has (DIA-1)")
  func exactFigures() throws {
    let samples = Samples()
    func html(_ unit: GlucoseUnit, _ sensitivity: Double, _ grams: Double) throws -> String {
      var view = samples.view([], unit)
      view.insulin = samples.insulin(unit, sensitivity: sensitivity, grams: grams)
      return try self.html(view)
    }
    let millimoles = try html(.millimoles, 1.25, 12.25)
    #expect(millimoles.contains("<dd>1,25 mmol/L</dd>") && millimoles.contains("<dd>12,25 g</dd>"))
    #expect(millimoles.contains("<dd>de 5,0 a 7,8 mmol/L</dd>"))
    let milligrams = try html(.milligrams, 37.5, 12)
    #expect(milligrams.contains("<dd>37,5 mg/dL</dd>") && milligrams.contains("<dd>12 g</dd>"))
  }

  @Test("Every drawing has a title and a description, and ids that are its own")
  func drawings() throws {
    let html = try page("diary-month")
    var seen: Set<Substring> = []
    var drawings = 0
    for match in html.matches(
      of: /<svg class="(?:plan|rangebar)[^>]*aria-labelledby="([^"]+)" aria-describedby="([^"]+)"/)
    {
      drawings += 1
      for id in [match.1, match.2] {
        #expect(seen.insert(id).inserted, "\(id) is twice")
        #expect(count("id=\"\(id)\"", in: html) == 1, "\(id)")
      }
    }
    #expect(drawings == count("role=\"img\"", in: html) && drawings > 6)
  }

  @Test("The day's chart has a mark for each entry of that day, in both sizes")
  func dayChart() throws {
    let html = try page("diary")
    #expect(html.contains("Un día: lunes 23 de noviembre"))
    #expect(count("class=\"point ", in: html) == 2 * 5)
    #expect(count("class=\"dose\"", in: html) == 2 * 3)
    #expect(html.contains("Medidas: 5. Dosis: 3. Están en la lista de ese día."))
  }

  @Test("Paper has a sheet for each fortnight, the last one ending with the last day")
  func sheets() throws {
    let html = try page("diary-month")
    #expect(count("<section class=\"sheet\">", in: html) == 3)
    #expect(
      html.contains(
        "Rosa: diario de glucosa. Del miércoles 28 de octubre al martes 10 de noviembre"))
    let sheets = html.components(separatedBy: "<section class=\"sheet\">").dropFirst()
    #expect(sheets.map { count("<th scope=\"row\">", in: $0) } == [2, 14, 14])
  }

  @Test("Very long spans print a year, list the newest entries, and say so")
  func long() throws {
    let samples = Samples()
    let records = (0..<601).map { place in
      (samples.reading(UInt64(place + 1), Double(601 - place) * 900, 111), nil as Annotation?)
    }
    let view = samples.view(samples.items(records), .milligrams, days: 400)
    let html = try html(view)
    #expect(html.contains("Anotaciones: 601. Aquí están las últimas 600"))
    #expect(count("<ol class=\"entries\">", in: html) > 300)
    #expect(html.contains("Se imprimen los últimos 26 tramos de 14 días."))
    #expect(count("<section class=\"sheet\">", in: html) == 26)
    #expect(html.contains("<dt>Medidas</dt><dd>601</dd>"), "statistics are of all of them")
  }

  @Test("The link is there for a wearer with a diary, and for no other")
  func links() throws {
    let renderer = try Renderer()
    let calm = try #require(Samples().wearer.first { $0.name == "now-calm" })
    #expect(!renderer.html(calm.page, in: calm.frame).contains("/diary"))
    var frame = calm.frame
    frame.wearer?.hasDiary = true
    let html = renderer.html(calm.page, in: frame)
    #expect(count("href=\"/w/rosa/diary\"", in: html) == 2)
  }

  @Test("What cannot be read is said in words, beside the field and in its value")
  func problem() throws {
    let html = try page("diary-problem")
    #expect(html.contains("No se entiende el día «ayer». Escríbelo así: 2026-11-24."))
    #expect(html.contains("value=\"\" aria-invalid=\"true\" aria-describedby=\"span-problem\""))
    #expect(html.contains("Anotaciones que este portal no puede leer: 2."))
  }

  // MARK: Changes on their way

  @Test("An entry made here is marked until the device knows; what failed stays, and is put away")
  func changes() throws {
    let html = try page("diary-changes")
    #expect(count("El dispositivo todavía no lo sabe.", in: html) == 2, "queued and fetched")
    #expect(count("El dispositivo lo sabe desde", in: html) == 1)
    #expect(html.contains("en el dispositivo se ha anotado algo más entretanto"))
    #expect(html.contains("no conoce esta petición; su programa es anterior a ella"))
    #expect(html.contains("Caducó a ") && count("class=\"request ended failed\"", in: html) == 3)
    for id in [4, 5, 6] { #expect(html.contains("/w/rosa/diary/change/\(id)/dismiss"), "\(id)") }
    #expect(count("/dismiss", in: html) == 3)
    // The entry that is being changed has no second form.
    #expect(!html.contains("/diary/entry/r4\"") && html.contains("/diary/entry/r1\""))
  }

  @Test("Only somebody who administers, and whom the device knows, finds the forms")
  func writers() throws {
    #expect(try page("diary-changes").contains("/w/rosa/diary/new?kind=dose"))
    for name in ["diary", "diary-unlisted"] {
      let html = try page(name)
      #expect(!html.contains("/diary/new") && !html.contains("/diary/entry/"), "\(name)")
    }
    #expect(try page("diary-unlisted").contains("no acepta nada de quien no está en ella"))
  }

  @Test("The question carries all fields to the answer, lines of notes too")
  func question() throws {
    let html = try page("diary-ask")
    for part in [
      "name=\"confirm\" value=\"yes\"", "name=\"notes\" value=\"zumo&#10;y pan\"",
      "name=\"amount\" value=\"1040\"", "name=\"category\" value=\"before-lunch\"",
      "name=\"after\" value=\"7\"", "Sí, anotarla",
    ] {
      #expect(html.contains(part), "\(part)")
    }
    #expect(try page("diary-delete").contains("action=\"/w/rosa/diary/entry/r4/delete\""))
    #expect(try page("diary-new").contains(">\nzumo\ny pan</textarea>"))
  }
}
