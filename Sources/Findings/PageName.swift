import Device

/// The page on the wearer's screen, in JSON and in expectations: the contract with scripts.
public enum PageName: String, CaseIterable, Sendable {
  case home
  case helpCalling = "help.calling"
  case helpTold = "help.told"
  case helpNotThrough = "help.not_through"
  case helpAnswered = "help.answered"
  case helpNobody = "help.nobody"
  case leftPerimeter = "perimeter.exit"
  case reminder
  case medication
  case measure
  case glucose
  case carbohydrates
  case dose
  case doseTaken = "dose.taken"
  case noDose = "dose.refused"
  case lowGlucose = "glucose.low"
  case lowGlucoseAndHelp = "glucose.low_and_help"
  case measureAgain = "measure.again"
  case notDelivered = "notice.failed"
  case batteryLow = "battery.low"
  case positionLost = "position.lost"
  case storageFailed = "storage.failed"
  case noProfile = "profile.none"

  public init(_ page: Page) {
    switch page {
    case .home: self = .home
    case .help(.calling, _): self = .helpCalling
    case .help(.told, _): self = .helpTold
    case .help(.notThrough, _): self = .helpNotThrough
    case .help(.answered, _): self = .helpAnswered
    case .help(.nobody, _): self = .helpNobody
    case .leftPerimeter: self = .leftPerimeter
    case .reminder(let page): self = page.kind == .medication ? .medication : .reminder
    case .dose(.measure): self = .measure
    case .dose(.enterGlucose): self = .glucose
    case .dose(.enterCarbohydrates): self = .carbohydrates
    case .dose(.offer): self = .dose
    case .dose(.taken): self = .doseTaken
    case .dose(.refused): self = .noDose
    case .glucose(.low): self = .lowGlucose
    case .glucose(.lowAndHelp): self = .lowGlucoseAndHelp
    case .dose(.measureAgain): self = .measureAgain
    case .notDelivered: self = .notDelivered
    case .batteryLow: self = .batteryLow
    case .positionLost: self = .positionLost
    case .storageFailed: self = .storageFailed
    case .noProfile: self = .noProfile
    }
  }
}
