import Linux
import Profile

/// The secrets of the ways out and back, as they were last read.
///
/// One that cannot be read stays as it was, so that a slip with a file closes no way that worked. The
/// device looks again until it reads all.
final class LastSecrets {
  /// A secret that a way asked for.
  private struct Wanted {
    let secret: Routes.Secret
    /// The way that is not used without it, for people.
    let way: String
    /// The path beside the settings in force.
    let own: String
    /// The path beside the file of now.
    let moved: String
    let mistake: (String) -> String?
  }

  /// The reason why a secret cannot be used, for people.
  private struct Complaint: Error { let text: String }

  /// The file of the settings now. Kept ones may name another, beside which nothing is left.
  private let settings: String
  private let log: (String) -> Void
  /// The secrets by server and user: none goes to another server.
  private var known: [String: String] = [:]
  /// Those that the ways ask for now.
  private var wanted: [String: Wanted] = [:]
  private var complaints: [String: String] = [:]
  private var before: [String: String] = [:]
  private var isAsked = false
  /// Lines of this round: mail and inbox may share a file.
  private var said: Set<String> = []
  /// The file of now, where this round needed it.
  private var reading: ProfileReading?

  init(beside settings: String, _ log: @escaping (String) -> Void) {
    (self.settings, self.log) = (settings, log)
  }

  /// Some could not be read when they were last needed.
  var isLacking: Bool { !complaints.isEmpty }

  /// The complaint about a secret in force that another life could not read; nil: it could read them all.
  /// The files are read for it, and nothing of them counts yet.
  var irreplaceable: String? {
    reading = nil
    for (owner, want) in wanted where known[owner] != nil {
      do throws(Complaint) { _ = try find(want) } catch { return error.text }
    }
    return nil
  }

  /// Begins another round, in which each secret is asked for once.
  /// - Parameter isAsked: somebody asked: all are read anew, and what was said before is said again. Else
  ///   only those are that lacked. A new password counts when its owner says so.
  func begin(isAsked: Bool) {
    self.isAsked = isAsked
    before = complaints
    complaints = [:]
    wanted = [:]
    said = []
    reading = nil
  }

  /// The secret for a server and a user; nil: it cannot be read, and never could in this life.
  /// - Parameters:
  ///   - way: what is not used without the secret, for people.
  ///   - mistake: what is wrong with a secret that was read; nil: nothing.
  func read(
    _ secret: Routes.Secret, of profile: Profile, _ way: String,
    mistake: @escaping (String) -> String? = { _ in nil }
  ) -> String? {
    let owner = secret.owner
    let want = Wanted(
      secret: secret, way: way, own: profile.path(of: secret.file),
      moved: Profile.path(of: secret.file, beside: settings), mistake: mistake)
    wanted[owner] = want
    if !isAsked, before[owner] == nil, let secret = known[owner] { return secret }
    do throws(Complaint) {
      let (path, found) = try find(want)
      if before[owner] != nil { say("\(path): can be read again, and counts") }
      known[owner] = found
    } catch {
      let line =
        known[owner] == nil
        ? "\(error.text); \(way) is not used"
        : "\(error.text); for \(way) the secret that was read before stays in force until the device "
          + "starts again"
      if isAsked || before[owner] != line { say(line) }
      complaints[owner] = line
    }
    return known[owner]
  }

  /// Looks for a secret at its own place, then beside the file of now.
  private func find(_ want: Wanted) throws(Complaint) -> (path: String, secret: String) {
    let isMoved = Credentials.isThere(want.own) && want.own != want.moved
    var complaint = ""
    for path in isMoved ? [want.own, want.moved] : [want.moved] {
      do throws(Credentials.Refusal) {
        let secret = try Credentials.read(path)
        let wrong = want.mistake(secret) ?? stray(secret, at: path, want)
        guard let wrong else { return (path, secret) }
        if complaint.isEmpty { complaint = "\(path): \(wrong)" }
      } catch {
        if complaint.isEmpty { complaint = "\(error)" }
      }
    }
    throw Complaint(text: complaint)
  }

  /// Says why a secret that was read may be another server's; nil: it is not. A file with a mistake, and the
  /// settings that stay in force meanwhile, may name two servers for one secret.
  private func stray(_ secret: String, at path: String, _ want: Wanted) -> String? {
    let isOwn = path == want.own
    let known = known[want.secret.owner]
    if isOwn, known == nil || known == secret { return nil }
    let file = reading ?? ProfileReading(settings)
    reading = file
    if file.names(want.secret) || isOwn && file.profile != nil { return nil }
    return "\(settings) does not name it for \(want.way)"
  }

  private func say(_ line: String) { if said.insert(line).inserted { log(line) } }
}
