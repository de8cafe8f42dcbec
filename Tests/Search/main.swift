import Foundation
import Simulator

// Changes drawn days, and keeps those that reach what no day before reached: for scripts/search.sh, which builds it
// with counters in the core.
//
//   search FOLDER ROUNDS FIRST
//   search FOLDER DAY…
//
// It lives 100 drawn days from seed FIRST on and the days that FOLDER/kept names, then ROUNDS changed ones. A day
// that reaches a new pair of an edge of the core and a probe is added to FOLDER/kept and is changed further. A day
// that fails is made small and written to FOLDER. The same folder and numbers give the same days. The second form
// lives and judges days by their names, such as 4711.12.7. Exit status: 0 all held; 1 an invariant failed; 2 bad usage.

func refuse(_ text: String) -> Never {
  FileHandle.standardError.write(Data("search: \(text)\n".utf8))
  exit(2)
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard let folder = arguments.first, arguments.count > 1 else {
  refuse("usage: search FOLDER ROUNDS FIRST, or search FOLDER DAY…")
}
var search = Search(folder: folder)
let days = arguments.dropFirst().map { Lineage($0) }
if arguments.count == 3, let rounds = Int(arguments[1]), let first = UInt64(arguments[2]) {
  if Edges.count == 0 { refuse("it was built without counters; expected scripts/search.sh") }
  do {
    try search.search(rounds: rounds, first: first)
  } catch {
    refuse("\(error)")
  }
} else {
  for (name, day) in zip(arguments.dropFirst(), days) where day == nil {
    refuse("\(name) is no day; expected one such as 4711.12.7")
  }
  search.judge(days.compactMap { $0 })
}
exit(search.hasFailed ? 1 : 0)
