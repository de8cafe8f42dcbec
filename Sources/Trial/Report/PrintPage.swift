/// A page for a printer whose drawings know neither the page's style nor its custom properties.
///
/// weasyprint takes each inline drawing for a document of its own. So each gets the style of light
/// paper, with every colour in place of its name, and the shapes that it uses.
public enum PrintPage {
  public static func html(_ page: String) -> String {
    let style = "<style>\(literal(StyleSheet.text))\(halo)</style>" + shapes
    var rest = page.replacing(
      "</head>", with: "<style>\(layout)</style>\n</head>", maxReplacements: 1)[...]
    var out = ""
    while let drawing = rest.firstRange(of: "<svg class=\""),
      let end = rest[drawing.upperBound...].firstIndex(of: ">")
    {
      out += rest[...end]
      out += style
      rest = rest[rest.index(after: end)...]
    }
    return out + rest
  }

  /// The halo of a label would cover its letters, because weasyprint does not know `paint-order`.
  private static let halo = ".label,.n{stroke:none}"

  /// The same boxes without grid and flex, which weasyprint lays out otherwise.
  private static let layout = """
    .facts,.legend{display:block}
    .facts>div{display:inline-block;width:32%;vertical-align:top;margin-bottom:.5rem}
    .legend li{display:inline-block;margin-right:1.25rem}
    .legend svg{display:inline-block}
    """

  private static let shapes =
    Symbols.svg.firstRange(of: "<defs>").flatMap { start in
      Symbols.svg.firstRange(of: "</defs>").map { end in
        String(Symbols.svg[start.lowerBound..<end.upperBound])
      }
    } ?? ""

  /// The rules outside blocks such as `@media`, with the values of custom properties.
  private static func literal(_ css: String) -> String {
    var plain = ""
    var depth = 0
    var isConditional = false
    for character in css {
      if character == "@", depth == 0 { isConditional = true }
      if character == "{" { depth += 1 }
      if !isConditional { plain.append(character) }
      if character == "}" {
        depth -= 1
        if depth == 0 { isConditional = false }
      }
    }
    var values: [(name: String, value: String)] = []
    if let root = plain.firstRange(of: ":root{"),
      let end = plain[root.upperBound...].firstIndex(of: "}")
    {
      for declaration in plain[root.upperBound..<end].split(separator: ";") {
        let parts = declaration.split(separator: ":", maxSplits: 1)
        let name = parts[0].drop(while: \.isWhitespace)
        if parts.count == 2, name.hasPrefix("--") {
          values.append((String(name), String(parts[1])))
        }
      }
    }
    for (name, value) in values { plain = plain.replacing("var(\(name))", with: value) }
    return plain
  }
}
