import Foundation

// usage: bench [PYTHON] [--rounds N] [--json]
//
// PYTHON is an interpreter that has what requirements.txt names; without it, and without gpsbabel
// on the path, those columns stay empty. Exit status: 0 fine; 1 a result is not what the walk
// implies, or a program failed; 2 bad usage.

func complain(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

func usage(_ problem: String) -> Never {
  complain("bench: \(problem); usage: bench [PYTHON] [--rounds N] [--json]\n")
  exit(2)
}

var python: String?
var rounds = 5
var isJSON = false
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--json": isJSON = true
  case "--rounds":
    let value = arguments.popFirst() ?? ""
    guard let number = Int(value), (1...1000).contains(number) else {
      usage("--rounds is '\(value)'; expected 1 to 1000")
    }
    rounds = number
  default:
    guard python == nil, !argument.hasPrefix("-") else { usage("unknown argument '\(argument)'") }
    python = argument
  }
}

let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent("vigia-bench-\(ProcessInfo.processInfo.processIdentifier)").path
do {
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let isTerminal = isatty(STDERR_FILENO) == 1
  let bench = Bench(rounds: rounds, python: python, folder: folder) { text in
    if isTerminal { complain("\r\u{1B}[K\(text)") }
  }
  let results = try bench.run()
  bench.note("")
  if isJSON {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    print(String(decoding: try encoder.encode(results), as: UTF8.self))
  } else {
    print(Table(results: results).text)
  }
} catch {
  complain("bench: \(error)\n")
  exit(1)
}
