/// Why the settings file cannot be used, for the page that says so.
public struct FileTrouble: Equatable, Sendable {
  /// Its name, without folders.
  public var file: String
  /// Counted from 1; nil when the whole file is meant.
  public var line: Int?
  /// What is wrong in it, and what was expected, as `profile check` says it.
  public var reason: String
  /// Who is to be asked; empty where the file does not even say that.
  public var caregiver: String

  public init(file: String, line: Int?, reason: String, caregiver: String) {
    self.file = file
    self.line = line
    self.reason = reason
    self.caregiver = caregiver
  }
}

extension Wording {
  /// Whom to ask comes first: the rest is for them.
  func noProfile(_ trouble: FileTrouble?) -> ScreenText {
    let name = oneLine(trouble?.caregiver ?? "")
    var body = [name.isEmpty ? say(ScreenPhrase.askFamily) : say(ScreenPhrase.ask, (.name, name))]
    if let trouble {
      let file = oneLine(trouble.file)
      body.append(
        trouble.line.map { say(ScreenPhrase.fileLine, (.text, file), (.number, String($0))) }
          ?? say(ScreenPhrase.file, (.text, file)))
      body.append(oneLine(trouble.reason))
    }
    return ScreenText(headline: say(ScreenPhrase.noSettings), body: body, hints: [help])
  }
}
