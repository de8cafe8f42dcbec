/// A bug that sleeps in a copy of the sources until its number is chosen at the start of the program.
struct Mutant {
  var number: Int
  /// Name of a bug that somebody wrote; else the change of the statement or the condition.
  var name: String
  /// Path below the root of the project.
  var file: String
  /// The first line that it changes, from 1.
  var line: Int
  var text: String

  /// One line for the driver: number, name, file, line, text; separated by tabs.
  var row: String {
    let plain = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "\(number)\t\(name)\t\(file)\t\(line)\t\(plain.prefix(200))"
  }
}

/// A text that is put into a source at a place, counted in bytes of UTF-8.
struct Insertion {
  var place: Int
  /// The rank of two at one place: the lower comes first.
  var order: Int
  var text: String

  static func apply(_ insertions: [Insertion], to source: String) -> String {
    let bytes = Array(source.utf8)
    var text: [UInt8] = []
    var last = 0
    for insertion in insertions.sorted(by: { ($0.place, $0.order) < ($1.place, $1.order) }) {
      text += bytes[last..<insertion.place]
      text += Array(insertion.text.utf8)
      last = insertion.place
    }
    return String(decoding: text + bytes[last...], as: UTF8.self)
  }
}
