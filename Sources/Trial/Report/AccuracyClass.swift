import HAL

/// The accuracy of a fix as the report colours it, from best to worst.
enum AccuracyClass: Int, CaseIterable {
  case within10, within20, within50, beyond50, unknown

  init(_ eph: Metres?) {
    guard let eph, eph.value.isFinite, eph.value > 0 else {
      self = .unknown
      return
    }
    self =
      eph.value <= 10
      ? .within10 : eph.value <= 20 ? .within20 : eph.value <= 50 ? .within50 : .beyond50
  }

  var label: String {
    switch self {
    case .within10: "eph up to 10 m"
    case .within20: "eph 10 to 20 m"
    case .within50: "eph 20 to 50 m"
    case .beyond50: "eph over 50 m"
    case .unknown: "eph unknown"
    }
  }

  /// Style class of its dots.
  var style: String { "a\(rawValue)" }
}
