import Mustache
import Words

/// Text that is HTML already: it goes into a template by `{{{name}}}`, and nothing else does.
struct Rich: Sendable, MustacheCustomRenderable {
  let html: String

  /// Escapes the text.
  init(_ text: String) { html = Markup.escaped(text) }
  init(html: String) { self.html = html }

  var renderText: String { html }
  var isNull: Bool { false }

  static func + (a: Rich, b: Rich) -> Rich { Rich(html: a.html + b.html) }
}

extension Rich {
  /// A photo in the text, with words for whoever does not see it.
  static func photo(_ path: String, of name: String, _ speak: PageWording) -> Rich {
    let words = speak.plain(PhotoPhrase.of).replacingGap(.name, name)
    return Rich(
      html: "<img class=\"photo\" src=\"\(Markup.escaped(path))\" alt=\"\(Markup.escaped(words))\" "
        + "loading=\"lazy\"> ")
  }
}

extension [Rich] {
  func joined(_ separator: String) -> Rich {
    Rich(html: map(\.html).joined(separator: separator))
  }
}

enum Markup {
  /// Escapes scalar by scalar.
  ///
  /// Mustache escapes by grapheme cluster, and lets a bracket with a combining mark on it through.
  /// Control characters, and those that turn the text after them round, become U+FFFD.
  static func escaped(_ text: String) -> String {
    var out = ""
    out.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: out += "&amp;"
      case 0x3C: out += "&lt;"
      case 0x3E: out += "&gt;"
      case 0x22: out += "&quot;"
      case 0x27: out += "&#39;"
      case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: out += "\u{FFFD}"
      default:
        if scalar.turnsText { out += "\u{FFFD}" } else { out.unicodeScalars.append(scalar) }
      }
    }
    return out
  }
}

/// The way in which every template of the portal escapes.
struct PageContent: MustacheContentType {
  static let name = "PAGE"
  func escapeText(_ text: String) -> String { Markup.escaped(text) }
}
