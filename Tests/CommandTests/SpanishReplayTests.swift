import Foundation
import Testing

@Suite("vigia replay --language es")
struct SpanishReplayTests {
  @Test("People read Spanish to the last line, in right plurals; scripts read English")
  func missed() throws {
    let folder = Folder()
    let expect = try folder.write(
      "expect.yaml",
      """
      expect:
      - {event: perimeter.exit, to_s: 10}
      - {event: perimeter.return}
      - {none: help.requested}
      """)
    let trace = Places.own("traces/cuenca-2-pocket.jsonl")
    let text = try Command.vigia("replay", trace, "--expect", expect, "--language", "es")
    #expect(text.status == 1)
    #expect(text.output.contains("779 posiciones en 12 min 58 s; 1 salida, 1 regreso; 0 líneas"))
    #expect(text.output.contains("\n  bien    se esperaba 1 perimeter.return\n"))
    #expect(
      text.output.contains(
        "\n  FALLO   se esperaba 1 perimeter.exit hasta 10 s: ocurrió a los 306,0 s")
    )
    #expect(
      text.output.contains("se esperaba que no hubiera help.requested: ocurrió una vez: a los 600"))
    for word in ["expected", "happened", "MISSED", " until ", "fixes", "skipped"] {
      #expect(!text.output.contains(word), "\(word)")
    }
    let json = try Command.vigia(
      "replay", trace, "--expect", expect, "--language", "es", "--format", "json")
    #expect(
      (json.summary["misses"] as? [String])?.first?.hasPrefix("expected 1 perimeter.exit") == true)
  }
}
