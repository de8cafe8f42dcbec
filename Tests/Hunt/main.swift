import Simulator

// Says in which seed, and by which invariant, a device is first found wrong, and to how many steps the
// day shrinks: for scripts/mutants.py, which builds it with one bug at a time.

let arguments = CommandLine.arguments
guard arguments.count == 2, let most = UInt64(arguments[1]) else {
  print("usage: hunt SEEDS")
  fatalError("one argument")
}
var caught = "none"
for seed in 0..<most {
  if let violation = Life.live(Swarm.plan(seed: seed)).violation {
    var shrinker = Shrinker(Swarm.plan(seed: seed), most: 1000)
    shrinker?.shrink()
    caught = "\(seed) \(violation.invariant.rawValue) \(shrinker?.plan.items.count ?? -1)"
    break
  }
}
print(caught)
