/// A page for a printer whose drawings know neither the page's style nor its custom properties.
///
/// weasyprint takes each inline drawing for a document of its own. So each gets the style of light
/// paper, with every colour in place of its name, and the shapes that it uses.
public enum PrintPage {
  public static func html(_ page: String) -> String {
    let rules = unconditional(StyleSheet.text)
    let colours = properties(rules)
    let style = "<style>\(literal(rules, colours))\(halo)</style>" + shapes
    var rest = colouredKeys(page)
      .replacing(StyleSheet.text, with: literal(StyleSheet.text, colours) + layout)[...]
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

  /// A style reaches what is in a drawing, and not the drawing itself: so its colour goes on a group in it.
  private static func colouredKeys(_ page: String) -> String {
    page.replacing(/<svg class="key ([a-z]+)"([^>]*)>(.*?)<\/svg>/) { key in
      "<svg class=\"key\"\(key.output.2)><g class=\"\(key.output.1)\">\(key.output.3)</g></svg>"
    }
  }

  /// The halo of a label would cover its letters, because weasyprint does not know `paint-order`.
  private static let halo = ".label,.n{stroke:none}"

  /// The same boxes without grid and flex, which weasyprint lays out otherwise.
  private static let layout = """

    .facts,.legend,.multiples{display:block}
    .mini{display:inline-block;width:23%;margin-right:1%}
    .sign{break-inside:avoid}
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

  /// The rules outside blocks such as `@media`.
  private static func unconditional(_ css: String) -> String {
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
    return plain
  }

  /// The custom properties of light paper.
  private static func properties(_ css: String) -> [(name: String, value: String)] {
    guard let root = css.firstRange(of: ":root{"),
      let end = css[root.upperBound...].firstIndex(of: "}")
    else { return [] }
    return css[root.upperBound..<end].split(separator: ";").compactMap { declaration in
      let parts = declaration.split(separator: ":", maxSplits: 1)
      let name = parts[0].drop(while: \.isWhitespace)
      return parts.count == 2 && name.hasPrefix("--") ? (String(name), String(parts[1])) : nil
    }
  }

  private static func literal(_ css: String, _ values: [(name: String, value: String)]) -> String {
    values.reduce(css) { $0.replacing("var(\($1.name))", with: $1.value) }
  }
}
