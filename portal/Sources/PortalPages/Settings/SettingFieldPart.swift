import Device

/// One field of a form, ready for the template "setting-field".
struct SettingFieldPart {
  struct Option {
    var optionValue: String
    var optionLabel: Rich
    var optionName: String
    var boxKind: String
    var isChosen: Bool
  }

  var id: String
  var fieldName: String
  var label: Rich
  // Names that no page has: where a part has no value, Mustache asks the page for one.
  var fieldHelp: Rich?
  var fieldProblem: String?
  var value: String
  var kind = "text"
  var isNeeded = false
  var isSelect = false
  var isGroup = false
  /// The kinds of files that a browser should offer.
  var accepted: String?
  var longest: String?
  var least: String?
  var most: String?
  var mode: String?
  var described: String?
  var options: [Option] = []

  init(_ field: SettingField, in form: FormView, _ speak: PageWording) {
    id = "\(form.form.rawValue)-\(field.name)"
    fieldName = field.name
    value = form.values[field.name] ?? ""
    let words = SettingFieldWords(field, form.form)
    label = words.label(speak)
    fieldHelp = words.help.map { speak.language.say($0) }.map { Rich($0) }
    isNeeded = words.isNeeded
    if let problem = form.problem, problem.field == field, !problem.isQuoted {
      fieldProblem = SettingFieldPart.words(problem.reason, speak)
    }
    let parts = [
      fieldHelp == nil ? nil : "\(id)-help", fieldProblem == nil ? nil : "\(id)-problem",
    ]
    described = parts.contains { $0 != nil } ? parts.compactMap { $0 }.joined(separator: " ") : nil
    switch words.kind {
    case .text(let most, let isMail):
      longest = String(most)
      if isMail { kind = "email" }
    case .number(let least, let most):
      kind = "number"
      (self.least, self.most) = (String(least), String(most))
    case .photo:
      (kind, value) = ("file", "")
      accepted = "image/jpeg,image/png,image/webp,image/heic,image/heif"
    case .decimal: mode = "text"
    case .date: kind = "date"
    case .time: kind = "time"
    case .each(let choices):
      isGroup = true
      options = choices.map { option($0, speak) }
    case .one(let choices):
      isSelect = true
      options = choices.map { option($0, speak) }
      // A rule that no choice has stays as it is.
      if !value.isEmpty, !options.contains(where: \.isChosen), form.problem?.field != field,
        case .rowDays = field
      {
        options.append(
          Option(
            optionValue: value, optionLabel: Rich(words.words(value, speak)),
            optionName: field.name, boxKind: "radio", isChosen: true))
      }
    case .boxes(let choices):
      isGroup = true
      let chosen = value.split(separator: ",").map(String.init)
      options = choices.map { choice in
        Option(
          optionValue: "yes", optionLabel: choice.label(speak),
          optionName: "\(field.name)_\(choice.value)", boxKind: "checkbox",
          isChosen: chosen.contains(choice.value))
      }
    case .yes:
      isGroup = true
      options = [
        Option(
          optionValue: "yes", optionLabel: Rich(speak.plain(SettingPhrase.yes)),
          optionName: field.name, boxKind: "checkbox", isChosen: value == "yes")
      ]
    }
  }

  private func option(_ choice: SettingFieldWords.Choice, _ speak: PageWording) -> Option {
    Option(
      optionValue: choice.value, optionLabel: choice.label(speak), optionName: fieldName,
      boxKind: "radio", isChosen: choice.value == value)
  }

  /// The reason in one sentence. The device's own words stand beside it.
  static func words(_ reason: SettingProblem.Reason, _ speak: PageWording) -> String {
    switch reason {
    case .missing: speak.plain(SettingPhrase.missing)
    case .tooLong(let most):
      speak.plain(SettingPhrase.tooLong).replacingGap(.number, String(most))
    case .unreadable: speak.plain(SettingPhrase.unreadable)
    case .outside(let least, let most):
      speak.plain(SettingPhrase.outside).replacingGap(.from, least).replacingGap(.until, most)
    case .beforeBeginning: speak.plain(SettingPhrase.beforeBeginning)
    case .past: speak.plain(SettingPhrase.past)
    case .noDay: speak.plain(SettingPhrase.noDay)
    case .full(let most): speak.plain(SettingPhrase.full).replacingGap(.number, String(most))
    case .nobodyLeft: speak.plain(SettingPhrase.nobodyLeft)
    case .zoneIsTheirs: speak.plain(SettingPhrase.zoneIsTheirs)
    case .twice: speak.plain(SettingPhrase.twice)
    case .photo(let problem): words(problem, speak)
    case .layout: speak.plain(SettingPhrase.layout)
    case .refused: speak.plain(SettingPhrase.deviceSays)
    }
  }
  private static func words(_ problem: PhotoProblem, _ speak: PageWording) -> String {
    switch problem {
    case .none: speak.plain(PhotoPhrase.none)
    case .tooHeavy(let most):
      speak.plain(PhotoPhrase.tooHeavy).replacingGap(.number, String(most))
    case .tooManyPixels(let most):
      speak.plain(PhotoPhrase.tooManyPixels).replacingGap(.number, String(most))
    case .unknownFormat: speak.plain(PhotoPhrase.unknownFormat)
    case .broken: speak.plain(PhotoPhrase.broken)
    case .unavailable: speak.plain(PhotoPhrase.unavailable)
    }
  }
}
