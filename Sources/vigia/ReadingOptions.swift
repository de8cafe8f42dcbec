import ArgumentParser
import HAL
import Names
import Profile
import Traces

/// How a trace is read: the same for replay and convert.
struct ReadingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The day on which a log without dates begins.", valueName: "yyyy-mm-dd"),
    transform: TypedValue.text)
  var date: String?

  @Option(
    name: .customLong("assume-eph"), parsing: .unconditional,
    help: ArgumentHelp("The accuracy of fixes that state none.", valueName: "m"),
    transform: TypedValue.text)
  var assumeEph: String?

  func checked() throws -> TraceReader.Options {
    var options = TraceReader.Options()
    if let date {
      guard let day = CivilTime.parse("\(date)T00:00:00Z") else {
        throw InputError(file: "--date", "is \"\(date)\"; expected a day such as 2015-03-21")
      }
      options.baseDate = day
    }
    if let assumeEph {
      guard let metres = Double(assumeEph), metres > 0, metres <= 1000 else {
        throw InputError(
          file: "--assume-eph", "is \"\(assumeEph)\"; expected metres above 0, up to 1000")
      }
      options.assumedEph = Metres(metres)
    }
    return options
  }
}
