/// How far two words are apart.
enum Spelling {
  /// The word that was probably meant; nil when none is near. What is longer than any word that we
  /// know is near to none of them, and takes no time.
  static func nearest(_ text: String, _ words: [String]) -> String? {
    guard text.utf8.count <= 100 else { return nil }
    let near = words.map { (word: $0, distance: distance(text, $0)) }
      .min { $0.distance < $1.distance }
    return near.flatMap { $0.distance <= 1 + text.count / 4 ? $0.word : nil }
  }

  /// Letters to insert, delete, replace or swap with their neighbour.
  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a)
    let b = Array(b)
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(last[j + 1], row[j]) + 1
        best = min(best, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
