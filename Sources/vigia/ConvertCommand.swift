import ArgumentParser
import Console
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

      A black box holds the secret of one life's tokens. A token in a mail answers a notice or ends \
      the watch. --share removes the secret, and says what the file still reveals. --without also \
      removes the parts that you name, and the observer's notes. Times of reminders and medicines, \
      what was answered to them, and the hours of the watch, of quiet and of company always stay.

      vigia convert walk.nmea walk.jsonl
      vigia convert blackbox.jsonl public.jsonl --share --without places,names
      """)

  @Argument(
    help: ArgumentHelp("The trace; - is standard input.", valueName: "in"), completion: .file())
  var input: String

  @Argument(
    help: ArgumentHelp("The file to write; its ending names the format.", valueName: "out"),
    completion: .file())
  var output: String

  @Flag(help: "For strangers: removes the secret of the tokens, and says what is left.")
  var share = false

  @Option(
    text: "Also removes these: places, readings, names.", valueName: "places,names",
    completion: .list(TraceSharing.Part.allCases.map(\.rawValue)))
  var without: String?

  @OptionGroup var reading: ReadingOptions

  func run() throws {
    let sharing = try self.sharing()
    let reader = try TraceReader(path: input, options: reading.checked())
    var untimed = 0
    switch (output as NSString).pathExtension.lowercased() {
    case "jsonl", "json": try writeTrace(reader, sharing)
    case "gpx":
      guard sharing == nil else {
        throw InputError(
          file: output, "is GPX: places only; expected .jsonl with --share or --without")
      }
      untimed = try writeGPX(reader)
    default:
      throw InputError(
        file: output, "does not end in .jsonl, .json or .gpx; expected one of them")
    }
    if reader.endsTorn { complain("\(input): the last line is torn; what came before it counts") }
    for complaint in reader.complaints { complain(complaint.description) }
    for doubt in reader.doubts { complain("\(input): \(doubt)") }
    let isGPX = (output as NSString).pathExtension.lowercased() == "gpx"
    let kept: ConvertText.Kept =
      sharing?.hasPlaces == false ? .none : isGPX ? .positions : .all
    complain(ConvertText.summary(of: reader, to: output, kept: kept, untimed: untimed))
  }

  private func sharing() throws -> TraceSharing? {
    guard let without else { return share ? TraceSharing(without: []) : nil }
    let parts = try without.split(separator: ",", omittingEmptySubsequences: false).map { name in
      guard let part = TraceSharing.Part(rawValue: String(name)) else {
        let all = TraceSharing.Part.allCases.map(\.rawValue).joined(separator: ", ")
        throw InputError(file: "--without", "is \"\(without)\"; expected some of \(all)")
      }
      return part
    }
    return TraceSharing(without: Set(parts))
  }

  private func writeTrace(_ reader: TraceReader, _ sharing: TraceSharing?) throws {
    let file = try OutputFile(path: output, inputs: [input])
    var copy = TraceCopy(sharing: sharing) { try file.write($0) }
    try copy.copy(reader)
    try finish(file, reader, others: reader.others)
    if let sharing = copy.sharing { tell(sharing) }
  }

  private func tell(_ sharing: TraceSharing) {
    let left = [
      sharing.places > 0 ? "\(sharing.places) places" : nil,
      sharing.hasHome ? "the home" : nil,
      sharing.readings > 0 ? "\(sharing.readings) readings and doses" : nil,
      sharing.hasInsulin ? "insulin and meals in its settings" : nil,
      sharing.notes > 0 ? "\(sharing.notes) observer's notes" : nil,
      sharing.hasNames ? "the names in its settings" : nil,
      sharing.hasAddresses ? "mail addresses" : nil,
      sharing.hasMedicines ? "descriptions and doses of medicines" : nil,
      sharing.hasReminders ? "the times of reminders and medicines" : nil,
      sharing.hasReminders ? "what was answered to them" : nil,
      sharing.hasHours ? "the hours of the watch, of quiet and of company" : nil,
      sharing.hasZone ? (sharing.hasPlaces ? "the time zone" : "its clock's offset from UTC") : nil,
      "the times of keys, mails and outings",
    ].compactMap(\.self)
    if sharing.notesLeftOut > 0 {
      complain("\(output) lacks \(sharing.notesLeftOut) observer's notes; they may tell anything")
    }
    complain("\(output) holds no token; it still gives away \(left.joined(separator: ", "))")
  }

  /// A conversion that found nothing does not replace a file that may hold something.
  private func finish(_ file: OutputFile, _ reader: TraceReader, others: Int = 0) throws {
    guard reader.fixes + others > 0 else {
      for doubt in reader.doubts { complain("\(input): \(doubt)") }
      throw reader.ruin
        ?? TraceError(file: reader.name, reader.lack() + "; nothing was written")
    }
    try file.finish()
  }

  /// Returns the number of points without a time. A line that says when it arrived has one as soon as the
  /// trace has told any.
  private func writeGPX(_ reader: TraceReader) throws -> Int {
    let file = try OutputFile(path: output, inputs: [input])
    let writer = try GPXWriter { try file.write($0) }
    var untimed = 0
    while let item = try reader.next() {
      guard let record = item.record, record.hasPosition else { continue }
      let isKnown = record.atMilliseconds != nil && reader.knowsWallTime
      let arrival = isKnown ? reader.wallTime(at: item.event.at) : nil
      if record.fix.time == nil, arrival == nil { untimed += 1 }
      try writer.add(record, arrival: arrival)
    }
    try writer.finish()
    try finish(file, reader)
    return untimed
  }
}
