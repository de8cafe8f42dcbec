import Profile

/// The sum of what several explorations said as JSON, in whatever order they are given.
struct ExploreMerge {
  private var pieces: [ExplorePiece] = []

  mutating func add(file: String) throws {
    let piece = try ExplorePiece(file: file)
    if let first = pieces.first { try ExploreMerge.compare(piece, first) }
    pieces.append(piece)
  }

  /// Days of other lengths, and of other devices, do not add up.
  private static func compare(_ piece: ExplorePiece, _ first: ExplorePiece) throws {
    func expect<T: Equatable>(_ member: KeyPath<ExploreSummary, T>, _ name: (T) -> String) throws {
      let (found, expected) = (piece.summary[keyPath: member], first.summary[keyPath: member])
      guard found != expected else { return }
      throw InputError(
        file: piece.file, "is of \(name(found)); expected \(name(expected)), as \(first.file)")
    }
    try expect(\.version) { "version \($0)" }
    try expect(\.commit) { "commit \($0)" }
    try expect(\.days) { "\($0) days a seed" }
  }

  /// As one exploration of all of it would have said.
  func lines() throws -> (lines: [String], failures: Int) {
    let pieces = pieces.sorted {
      $0.summary.seeds.lowerBound < $1.summary.seeds.lowerBound
    }
    guard var sum = pieces.first?.summary else { return ([], 0) }
    for (before, piece) in zip(pieces, pieces.dropFirst()) {
      let seeds = piece.summary.seeds
      let end = before.summary.seeds.upperBound
      if seeds.lowerBound < end {
        throw InputError(
          file: piece.file,
          "is of seeds \(SeedRange.text(seeds)), which overlap "
            + "\(SeedRange.text(before.summary.seeds)) of \(before.file)")
      }
      if seeds.lowerBound > end {
        throw InputError(
          file: piece.file,
          "begins at seed \(seeds.lowerBound); expected seeds "
            + "\(SeedRange.text(end..<seeds.lowerBound)) too, behind \(before.file)")
      }
      sum.add(piece.summary)
    }
    return (pieces.flatMap(\.lines) + [sum.line], sum.failures)
  }
}
