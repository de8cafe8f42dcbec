/// A value that an editor writes into a YAML file.
enum YAMLField: Equatable {
  case text(String)
  case number(UInt16)
  case flag(Bool)
  case list([String])

  /// As it stands in the file, in `{}` and outside alike.
  var yaml: String {
    switch self {
    case .text(let text): YAMLField.scalar(text)
    case .number(let number): String(number)
    case .flag(let isYes): isYes ? "yes" : "no"
    case .list(let texts): "[\(texts.map(YAMLField.scalar).joined(separator: ", "))]"
    }
  }

  var tree: YAMLTree {
    switch self {
    case .text(let text): .text(text)
    case .number(let number): .text(String(number))
    case .flag(let isYes): .text(isYes ? "yes" : "no")
    case .list(let texts): .list(texts.map { .text($0) })
    }
  }

  /// Words that other readers of YAML take for something else.
  private static let reserved: Set<String> = [
    "yes", "no", "true", "false", "on", "off", "y", "n", "null",
  ]

  /// Plain where nobody could take it for anything else, else in double quotation marks.
  private static func scalar(_ text: String) -> String {
    let characters = Array(text)
    let isPlain = characters.indices.allSatisfy { index in
      let character = characters[index]
      if character.isLetter || character.isNumber { return true }
      if index == 0 || index == characters.count - 1 { return false }
      return " -._/()+".contains(character)
        || character == ":" && characters[index + 1].isNumber
    }
    if isPlain, !characters.isEmpty, !reserved.contains(text.lowercased()) { return text }
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
