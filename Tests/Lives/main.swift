import Foundation
import Scenarios
import Simulator
import Trial

// Lives scenarios and prints the outcome of each.
//
//   lives SCENARIO...
//
// A line is: name, digest of actions and decisions, digest of the actions alone, and the invariant that did
// not hold, if any.

for path in CommandLine.arguments.dropFirst() {
  do {
    let life = try Life.live(Scenario(file: path).plan)
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let broken = life.violation.map { " " + $0.invariant.rawValue } ?? ""
    print("\(name) \(Summary.text(life.digest)) \(Summary.text(life.actions))\(broken)")
  } catch {
    print("lives: \(error)")
    exit(2)
  }
}
