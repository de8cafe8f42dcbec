import ArgumentParser
import Device
import Foundation
import HAL
import Profile
import Traces
import Trial

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Writes any trace as our own format (.jsonl, .json) or as GPX (.gpx).",
    discussion: """
      The converted .jsonl replays to the same digest, with all that a trace of ours holds. GPX \
      holds positions only: epochs without one are left out.
      """)

  @Argument(help: ArgumentHelp("The trace; - is standard input.", valueName: "in"))
  var input: String

  @Argument(help: ArgumentHelp("The file to write; its ending names the format.", valueName: "out"))
  var output: String

  @OptionGroup var reading: ReadingOptions

  func run() throws {
    let reader = try TraceReader(path: input, options: reading.checked())
    switch (output as NSString).pathExtension.lowercased() {
    case "jsonl", "json": try writeTrace(reader)
    case "gpx": try writeGPX(reader)
    default:
      throw InputError(
        file: output, "does not end in .jsonl, .json or .gpx; expected one of them")
    }
    if reader.endsTorn { complain("\(input): the last line is torn; what came before it counts") }
    for complaint in reader.complaints { complain(complaint.description) }
    complain(
      "\(reader.fixes) fixes written to \(output), \(reader.skips.total) lines of \(input) skipped")
  }

  private func writeTrace(_ reader: TraceReader) throws {
    let file = try OutputFile(path: output, inputs: [input])
    var copy = TraceCopy { try file.write($0) }
    try copy.copy(reader)
    try finish(file, reader, others: reader.others)
  }

  /// A conversion that found nothing does not replace a file that may hold something.
  private func finish(_ file: OutputFile, _ reader: TraceReader, others: Int = 0) throws {
    guard reader.fixes + others > 0 else {
      throw TraceError(file: reader.name, "holds no position; nothing was written")
    }
    try file.finish()
  }

  private func writeGPX(_ reader: TraceReader) throws {
    let file = try OutputFile(path: output, inputs: [input])
    let writer = try GPXWriter { try file.write($0) }
    while let item = try reader.next() {
      if let record = item.record { try writer.add(record) }
    }
    try writer.finish()
    try finish(file, reader)
  }
}
