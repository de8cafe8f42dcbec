import Profile
import Traces

extension Profile {
  /// What goes into a trace beside the row of settings.
  public var traceWords: TraceWords {
    TraceWords(
      names: names, language: language, timeZone: timeZone.identifier, settings: settings)
  }
}
