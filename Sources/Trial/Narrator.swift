import Device
import HAL
import Traces
import Words

/// Adds to what the device did what people need to understand it: names, what a notice is about,
/// what the wearer reads.
struct Narrator {
  private let options: Replay.Options
  /// What each notice is about; its fate comes later.
  private var matters: [UInt64: MatterName] = [:]
  private var keys = KeySet.all
  private var insulin: InsulinProfile?
  private var hasInbound = false
  /// As of the last settings, or the last entry.
  private(set) var words = TraceWords()

  init(_ options: Replay.Options) { self.options = options }

  /// Takes in what screens depend on.
  mutating func learn(_ event: Event, _ source: TraceEvents) {
    switch event.kind {
    case .setting(.end): words = options.settings.isEmpty ? source.words : options.words
    case .booted(let boot): keys = boot.keys
    case .keys(let there): keys = there
    case .setting(.begin): (insulin, hasInbound) = (nil, false)
    case .setting(.limits(let limits)): hasInbound = limits.hasInbound
    case .setting(.insulin(let profile)): insulin = profile
    case .restored, .setting, .fix, .clock, .key, .reading, .edited, .answer, .message, .battery,
      .storage, .shuttingDown, .deadline:
      break
    }
  }

  /// - Parameter isTimed: the trace has said what time it is.
  mutating func complete(
    _ entry: inout TimelineEntry, _ source: TraceEvents, isTimed: Bool
  ) {
    words = options.settings.isEmpty ? source.words : options.words
    entry.words = words
    if case .outbox(.queued(let notice)) = entry.action {
      matters[notice.id.value] = MatterName(notice.matter)
    }
    entry.about = entry.action.notice.flatMap { matters[$0.value] }
    entry.hasInbound = hasInbound
    guard options.showsScreens, case .show(let page) = entry.action else { return }
    let language = entry.words.language ?? options.language
    entry.screen =
      language.screen(
        page, names: entry.words.names, now: isTimed ? entry.time : nil,
        zone: ZoneOffset(entry.words.zones), keys: keys, insulin: insulin
      ).lines
  }
}
