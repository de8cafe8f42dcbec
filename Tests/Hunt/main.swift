import Checkers
import Device
import Simulator

#if canImport(CMutation)
  import CMutation
#endif

// Lives days one after the other until a device is found wrong: for scripts/mutants.py, which builds
// it with bugs that sleep. A day is a seed, or one that was changed, such as 4711.12.7.
//
//   hunt DAY,DAY... [--steps | --reach | --acts | --all | --for=INVARIANT]
//
// It prints "caught DAY INVARIANT" or "none" and the digest of each life: that of all, a point, that of its actions.
// - `--steps`: "caught" goes on with the number of steps to which the day shrinks;
// - `--all`: it goes on with all invariants that do not hold by the day's end;
// - `--reach`: a line for each day, with its digest and the numbers of the bugs whose places were reached;
// - `--acts`: each event and act of each day, for `diff` between a build with a bug and one without;
// - `--for`: it looks for a day in which that invariant does not hold.

let arguments = Array(CommandLine.arguments.dropFirst())
let days = arguments.first?.split(separator: ",").compactMap { Lineage($0) } ?? []
guard !days.isEmpty, arguments.count <= 2 else {
  fatalError("usage: hunt DAY,DAY... [--steps | --reach | --acts | --all | --for=INVARIANT]")
}
let extra = arguments.dropFirst().first
let name = extra.flatMap { $0.hasPrefix("--for=") ? String($0.dropFirst(6)) : nil }
let sought = name.map { name in
  guard let invariant = Invariant(rawValue: name) else {
    fatalError("no invariant is named \(name)")
  }
  return invariant
}
let end = sought.map { Life.End.violationOf($0) } ?? .violation

func reached() -> [Int32] {
  #if canImport(CMutation)
    (0..<vigia_mutants).filter { vigia_was_reached($0) }
  #else
    []
  #endif
}

let showsActs = extra == "--acts"

var digests: [String] = []
var caught: String?
for day in days {
  #if canImport(CMutation)
    vigia_forget_reached()
  #endif
  let plan = day.plan
  let life = Life.live(plan, until: end) { event, action, _ in
    guard showsActs else { return }
    if let action {
      print(event.at.milliseconds, " ", action)
    } else {
      print(event.at.milliseconds, event.kind)
    }
  }
  let digest = String(life.digest, radix: 16) + "." + String(life.actions, radix: 16)
  digests.append(digest)
  let found = sought.map { life.tripped.contains($0) ? $0 : nil } ?? life.violation?.invariant
  guard let found else {
    if extra == "--reach" {
      print(digest, reached().map { String($0) }.joined(separator: ","))
    }
    continue
  }
  caught = "caught \(day) \(found.rawValue)"
  if extra == "--steps" {
    var shrinker = Shrinker(plan, most: 1000)
    shrinker?.shrink()
    caught? += " \(shrinker?.plan.items.count ?? -1)"
  }
  if extra == "--all" {
    let life = Life.live(plan, until: .plan)
    caught? += " " + life.tripped.map(\.rawValue).joined(separator: ",")
  }
  break
}
if extra != "--reach" || caught != nil { print(caught ?? "none " + digests.joined(separator: " ")) }
