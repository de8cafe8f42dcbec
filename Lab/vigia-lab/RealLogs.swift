import Foundation
import PerimeterStudy
import Profile

/// The folder of real receiver logs: what stands still is named `stat_`, what walks `walk_` or `hike_`.
struct RealLogs {
  private let still: [String]
  private let walks: [String]

  init(folder: String) throws {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw InputError(file: folder, "cannot be read; expected a folder of receiver logs")
    }
    func paths(_ prefixes: String...) -> [String] {
      names.filter { name in prefixes.contains { name.hasPrefix($0) } }.sorted()
        .map { (folder as NSString).appendingPathComponent($0) }
    }
    still = paths("stat_")
    walks = paths("walk_", "hike_")
    guard !still.isEmpty || !walks.isEmpty else {
      throw InputError(file: folder, "has no logs; expected files named stat_…, walk_… or hike_…")
    }
  }

  func add(to plan: inout BenchPlan) throws {
    plan.add(try still.map { try StillLog(path: $0) })
    plan.add(try walks.map { try WalkedTrack(path: $0) })
  }
}
