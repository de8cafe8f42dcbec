// Writes a copy of the sources in which bugs sleep until one is chosen by its number: for scripts/mutants.py.
//
//   mutation ROOT TO FOLDER... --random IN [NUMBER,NUMBER...]
//   mutation ROOT TO FOLDER... --named FILE...
//
// `--random` deletes statements and turns conditions in one folder: all, or those numbers. `--named`
// takes the bugs of Tests/Mutants.
//
// It prints a line for each bug: number, name, file, line, text; separated by tabs.

import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
guard let flag = arguments.firstIndex(where: { $0.hasPrefix("--") }), flag >= 3,
  ["--random", "--named"].contains(arguments[flag])
else {
  print("usage: mutation ROOT TO FOLDER... --random IN [NUMBERS] | --named FILE...")
  exit(2)
}
let (root, copy) = (URL(fileURLWithPath: arguments[0]), URL(fileURLWithPath: arguments[1]))
let rest = arguments[(flag + 1)...]

func paths(_ folder: String) throws -> [String] {
  try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
    .filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
}

func write(_ text: String, to path: String) throws {
  let url = copy.appendingPathComponent(path)
  try FileManager.default.createDirectory(
    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
  // A file that has not changed is not compiled again.
  guard (try? String(contentsOf: url, encoding: .utf8)) != text else { return }
  try text.write(to: url, atomically: true, encoding: .utf8)
}

func randomMutants(_ paths: [String], in folder: String, only wanted: Set<Int>?) throws {
  let folders = folder.split(separator: ",").map(String.init)
  var number = 0
  for path in paths {
    let source = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    var chosen: [(Int, RandomMutants.Found)] = []
    for found in folders.contains(where: path.hasPrefix) ? RandomMutants.all(in: source) : [] {
      number += 1
      guard wanted?.contains(number) ?? true else { continue }
      chosen.append((number, found))
      let mutant = Mutant(
        number: number, name: found.kind.rawValue, file: path, line: found.line, text: found.text)
      print(mutant.row)
    }
    try write(RandomMutants.write(chosen, into: source), to: path)
  }
}

func namedMutants(_ paths: [String], _ lists: [String]) throws {
  var blocks: [String: [(Int, NamedMutants.Block)]] = [:]
  var numbers: [String: Int] = [:]
  for list in lists {
    for block in try NamedMutants.read(String(contentsOfFile: list, encoding: .utf8)) {
      // Blocks of one name undo both places at once where two guard the same.
      let isKnown = numbers[block.name] != nil
      let number = numbers[block.name, default: numbers.count + 1]
      numbers[block.name] = number
      guard paths.contains(block.file) else {
        throw NamedMutants.Complaint("\(list): \(block.name): there is no \(block.file)")
      }
      blocks[block.file, default: []].append((number, block))
      guard !isKnown else { continue }
      print(
        Mutant(number: number, name: block.name, file: block.file, line: 0, text: block.new).row)
    }
  }
  for path in paths {
    let source = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    try write(NamedMutants.write(blocks[path] ?? [], into: source), to: path)
  }
}

do {
  let paths = try arguments[2..<flag].flatMap(paths)
  if arguments[flag] == "--named" {
    try namedMutants(paths, Array(rest))
  } else {
    let wanted = rest.dropFirst().first.map { Set($0.split(separator: ",").compactMap { Int($0) }) }
    try randomMutants(paths, in: rest.first ?? "", only: wanted)
  }
} catch {
  FileHandle.standardError.write(Data("mutants: \(error)\n".utf8))
  exit(1)
}
