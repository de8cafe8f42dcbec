import Names

/// Questions that have words for an answer.
extension YAMLValue {
  var line: Int? { node.mark?.line }

  /// `key:` with nothing after it.
  var isEmpty: Bool {
    if case .scalar(let scalar) = node {
      scalar.string.isEmpty && scalar.style == .plain
    } else {
      false
    }
  }

  /// YAML's words for nothing. A person of that name stands between quotes.
  var isNull: Bool {
    guard case .scalar(let scalar) = node, scalar.style == .plain else { return false }
    return ["~", "null", "Null", "NULL"].contains(scalar.string)
  }

  public func isYes() throws -> Bool {
    switch try text().lowercased() {
    case "yes", "true": return true
    case "no", "false": return false
    default: throw refuse("is \(shown); expected yes or no")
    }
  }

  /// One line that people read, of 1 to `most` letters.
  func words(most: Int) throws -> String {
    let text = try text()
    // A line break in a name would begin a header of its own in a mail.
    guard text.unicodeScalars.allSatisfy({ !YAMLValue.isControl($0) }) else {
      throw refuse("has a line break or control character; expected one line")
    }
    guard text.contains(where: { !$0.isWhitespace }), text.count <= most else {
      throw refuse("has \(text.count) letters; expected 1 to \(most)")
    }
    // One letter may carry a page of accents, and a trace's line has an end.
    guard text.unicodeScalars.count <= most * 4 else {
      throw refuse("has letters of too many parts; expected plain ones")
    }
    return text
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  public func whole<T: FixedWidthInteger>(in range: ClosedRange<T>, _ unit: String = "") throws -> T
  {
    guard case .scalar(let scalar) = node, let value = T(scalar.string), range.contains(value)
    else {
      throw refuse(
        "is \(shown); expected a whole number from \(range.lowerBound) to \(range.upperBound)\(unit)"
      )
    }
    return value
  }

  /// Minute of the day; 1440 for "24:00".
  public func minuteOfDay(in range: ClosedRange<Int16>) throws -> Int16 {
    guard let minute = CivilText.minuteOfDay(try text()), range.contains(minute) else {
      let least = CivilText.text(minuteOfDay: range.lowerBound)
      throw refuse(
        "is \(shown); expected a time from \(least) to "
          + CivilText.text(minuteOfDay: range.upperBound))
    }
    return minute
  }

  /// One of the values that have a name in every file.
  package func spelled<T: Spelled>() throws -> T {
    guard let spelled = T(spelling: try text()) else {
      throw refuse("is \(shown); expected \(T.choices)")
    }
    return spelled
  }
}
