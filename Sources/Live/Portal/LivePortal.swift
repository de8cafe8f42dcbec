import CLinux
import Device
import Diary
import Glibc
import HAL
import Link
import Linux
import Profile
import Sync

/// The device's way to a portal: the link, the port and what is kept of both.
final class LivePortal {
  /// Milliseconds for a call, and for one that the server holds.
  static let limit: Int64 = 60_000
  static let heldLimit = Int64(SyncLimits.hold + 20) * 1000

  let port: LinuxPortal
  let url: String
  let key: String
  var link: Link
  var places: LinkPlaces
  /// The places in the call that is out.
  var sent: [SyncPlace] = []
  var moved = MovedMinutes()
  var battery: BatteryLevel?
  /// Pictures whose bytes were found right in this life.
  var soundPictures: Set<String> = []
  /// Pictures that came broken, or could not be written. They are asked for again after the next start.
  var failedPictures: Set<String> = []
  /// Questions for advice that wait for the work on it.
  var advised: Set<Int64> = []
  var adviceWork: AdviceWork?
  /// The last report of the receiver, and whether its position counts.
  var heard: Instant?
  var hasPosition = false
  /// The message that the core is dealing with, and what it does about it.
  var inHand: (message: Message, verdict: LinkVerdict)?
  /// Messages that the core has dealt with, whose records may still wait for the disk.
  var settling: [(message: Message, refusal: String?)] = []
  private let timer: Reactor.Timer
  private let reactor: Reactor
  private let log: (String) -> Void
  private var complaint: String?

  init(
    _ reactor: Reactor, url: String, key: String, share: Routes.Sharing, authorities: String?,
    memory: LinkMemory, log: @escaping (String) -> Void, call: @escaping () -> Void
  ) throws(SystemError) {
    self.reactor = reactor
    self.url = url
    self.key = key
    self.log = log
    port = try LinuxPortal(reactor, authorities: authorities, most: SyncLimits.bytes)
    link = Link(memory)
    places = LinkPlaces(share.policy)
    timer = reactor.addTimer(.rest, ring: call)
  }

  deinit { reactor.remove(timer) }

  func wake(at moment: BootTime?) { reactor.set(timer, at: moment) }

  /// A complaint is worth one line until it changes, and so is the end of it.
  func say(_ line: String?) {
    guard line != complaint else { return }
    complaint = line
    log(line.map { "portal: \($0)" } ?? "portal: works again")
  }
}

extension Routes.Sharing {
  var policy: PlaceSharing {
    switch self {
    case .open: .open
    case .always: .always
    case .never: .never
    }
  }
}
