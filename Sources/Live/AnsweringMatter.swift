import Device

extension Notice.Matter {
  /// It goes out because a caregiver wrote, and only then.
  var answersMail: Bool {
    switch self {
    case .companyRefused, .location(.asked): true
    default: false
    }
  }
}
