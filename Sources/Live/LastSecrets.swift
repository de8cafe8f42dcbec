import Linux
import Profile

/// The secrets of the ways out and back, as they were last read.
///
/// One that cannot be read stays as it was, so that a slip with a file closes no way that worked. The
/// device looks again until it reads all.
final class LastSecrets {
  /// The file of the settings now. Kept ones may name another, beside which nothing is left.
  private let settings: String
  private let log: (String) -> Void
  /// The secrets by server and user: none goes to another server.
  private var known: [String: String] = [:]
  private var complaints: [String: String] = [:]
  private var before: [String: String] = [:]
  private var isAsked = false
  /// Lines of this round: mail and inbox may share a file.
  private var said: Set<String> = []

  init(beside settings: String, _ log: @escaping (String) -> Void) {
    (self.settings, self.log) = (settings, log)
  }

  /// Some could not be read when they were last needed.
  var isLacking: Bool { !complaints.isEmpty }
  /// Whether one is in force that another life could not read.
  var isIrreplaceable: Bool { complaints.keys.contains { known[$0] != nil } }

  /// Begins another round, in which each secret is asked for once.
  /// - Parameter isAsked: somebody asked: all are read anew, and what was said before is said again. Else
  ///   only those are that lacked. A new password counts when its owner says so.
  func begin(isAsked: Bool) {
    self.isAsked = isAsked
    before = complaints
    complaints = [:]
    said = []
  }

  /// The secret for a server and a user; nil: it cannot be read, and never could in this life.
  /// - Parameters:
  ///   - name: as the profile has it.
  ///   - way: what is not used without the secret, for people.
  ///   - mistake: what is wrong with a secret that was read; nil: nothing.
  func read(
    _ name: String, of profile: Profile, for owner: String, _ way: String,
    mistake: (String) -> String? = { _ in nil }
  ) -> String? {
    if !isAsked, before[owner] == nil, let secret = known[owner] { return secret }
    let own = profile.path(of: name)
    let moved = Profile.path(of: name, beside: settings)
    var complaint = ""
    for path in Credentials.isThere(own) && own != moved ? [own, moved] : [moved] {
      do throws(Credentials.Refusal) {
        let secret = try Credentials.read(path)
        guard let wrong = mistake(secret) else {
          if before[owner] != nil { say("\(path): can be read again, and counts") }
          known[owner] = secret
          return secret
        }
        if complaint.isEmpty { complaint = "\(path): \(wrong)" }
      } catch {
        if complaint.isEmpty { complaint = "\(error)" }
      }
    }
    let line =
      known[owner] == nil
      ? "\(complaint); \(way) is not used"
      : "\(complaint); for \(way) the secret that was read before stays in force until the device "
        + "starts again"
    if isAsked || before[owner] != line { say(line) }
    complaints[owner] = line
    return known[owner]
  }

  private func say(_ line: String) { if said.insert(line).inserted { log(line) } }
}
