import Agenda
import Device
import Quit
import Words

extension Profile {
  /// The companions that the profile asks for.
  /// - Parameters:
  ///   - language: nil: the profile's own.
  ///   - zone: the profile's, as the core has it: making it takes a while.
  public func companions(in language: Language? = nil, zone: Zone) -> [any Companion] {
    quit.map {
      [QuitCompanion($0, slips: slips, language: language ?? self.language, zone: zone)]
    } ?? []
  }
}
