import Foundation

/// A walk of some excursions in a file.
struct Input {
  let format: Format
  let path: String
  let excursions: Int
  /// Epochs that a flat Earth puts inside the perimeter.
  private(set) var inside = 0
  private(set) var megabytes = 0.0

  var epochs: Int { excursions * Walk.excursionSeconds }

  /// Writes the file.
  init(_ format: Format, excursions: Int, folder: String) throws {
    self.format = format
    self.excursions = excursions
    path = "\(folder)/\(excursions).\(format.fileExtension)"
    guard let file = fopen(path, "w") else { throw BenchError("\(path): cannot be written") }
    var walk = Walk()
    fputs(format.head, file)
    for _ in 0..<epochs {
      let sight = walk.next()
      if sight.isInside { inside += 1 }
      fputs(format.text(of: sight), file)
    }
    fputs(format.foot, file)
    megabytes = Double(ftell(file)) / 1e6
    guard fclose(file) == 0 else { throw BenchError("\(path): cannot be written") }
  }
}
