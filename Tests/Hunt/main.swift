import Checkers
import Simulator

// Lives seeds one after the other until a device is found wrong: for scripts/mutants.py, which builds it
// with bugs that sleep.
//
//   hunt FIRST LAST [--steps]   prints "caught SEED INVARIANT" and, asked for, to how many steps the day
//                               shrinks; else "none" and the digest of each life

let arguments = CommandLine.arguments.dropFirst()
let bounds = arguments.prefix(2).compactMap { UInt64($0) }
guard bounds.count == 2, bounds[0] <= bounds[1],
  arguments.dropFirst(2).allSatisfy({ $0 == "--steps" })
else { fatalError("usage: hunt FIRST LAST [--steps]") }

var digests: [String] = []
var caught: String?
for seed in bounds[0]..<bounds[1] {
  let plan = Swarm.plan(seed: seed)
  let life = Life.live(plan)
  digests.append(String(life.digest, radix: 16))
  guard let violation = life.violation else { continue }
  caught = "caught \(seed) \(violation.invariant.rawValue)"
  if arguments.count > 2 {
    var shrinker = Shrinker(plan, most: 1000)
    shrinker?.shrink()
    caught? += " \(shrinker?.plan.items.count ?? -1)"
  }
  break
}
print(caught ?? "none " + digests.joined(separator: " "))
