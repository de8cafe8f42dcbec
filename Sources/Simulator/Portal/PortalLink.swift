import Checkers
import Device
import HAL
import Link
import Simulated
import Sync

/// The link of a simulated device, with its portal.
struct PortalLink: Sendable {
  var link = Link()
  /// The memory as a power cut leaves it.
  var disk = LinkMemory()
  var port = SimulatedPortal<SyncRequest, PortalSays>()
  var server = PortalServer()
  /// The call that the server holds.
  var held: (number: Int, request: SyncRequest)?
  var places = LinkPlaces(.open)
  var sent: [SyncPlace] = []
  var answers = AnsweredTokens()
  var inHand: (id: Int64, message: Message, verdict: LinkVerdict)?
  var handed: [(id: Int64, message: Message)] = []
  var settling: [(message: Message, refusal: String?)] = []
  /// The moment for which the alarm is set.
  var aimed: Instant?
  var draws: Generator
  /// Profiles by the number that stands for their text.
  var profiles: [Household] = []
  /// The family's own file.
  var file = 0
  /// The last moment at which a record came into the log.
  var lastStored = Instant.start
  /// The life whose end cost the medium records; 0: none.
  var shortened: UInt32 = 0
  /// Changes of which no notice is stored.
  var untold = ProfileChanges()
  /// The diary as the maker of a change had seen it, by the number of the change.
  var seen: [Int64: SeenDiary] = [:]

  init(seed: UInt64, _ household: Household) {
    draws = Generator(seed: seed, for: .portalWay)
    profiles = [household]
  }
}

extension Household {
  /// The parts that differ, as the product tells of them.
  func changes(to other: Household) -> ProfileChanges {
    var changes = ProfileChanges()
    if caregivers != other.caregivers { changes.insert(.addresses) }
    if home != other.home || radius != other.radius || temper != other.temper
      || watch != other.watch
    {
      changes.insert(.perimeter)
    }
    if accompanied != other.accompanied { changes.insert(.company) }
    return changes
  }
}
