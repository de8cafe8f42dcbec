import Checkers
import Device
import HAL
import Sync

/// A portal's server, as the protocol has it: docs/portal-protocol.md.
struct PortalServer: Sendable {
  /// The copy of the device's log, by sequence.
  private(set) var log: [SyncRecord] = []
  /// Words that were said, oldest first.
  private var words: [SyncMessage] = []
  private var outcomes: [Int64: SyncDone] = [:]
  /// The newest revision and its text; 0: none.
  private(set) var revision = 0
  private var text = ""
  /// The device's own file, as it came last.
  private var kept = ""
  private var refused = 0
  private var lastID: Int64 = 0

  var stored: Int64 { log.last?.sequence ?? 0 }

  /// All that is not answered.
  var waiting: [SyncMessage] { words.filter { outcomes[$0.id] == nil } }

  func hasNews(for request: SyncRequest) -> Bool {
    !waiting.isEmpty || revision > max(request.health.profile, refused)
  }

  /// - Returns: the id, which is never used again.
  mutating func say(
    at now: WallTime, until: WallTime?, who: UInt32, _ word: SyncMessage.Word
  ) -> Int64 {
    lastID = max(lastID + 1, now.milliseconds)
    words.append(SyncMessage(id: lastID, until: until?.milliseconds, who: who, word))
    return lastID
  }

  /// Changes of the diary that the device may still make, or has made without their record here.
  var editsUnderWay: [SyncEdit] {
    words.compactMap { message in
      guard case .edit(let edit, _) = message.word else { return nil }
      switch outcomes[message.id]?.outcome {
      case .refused, .expired: return nil
      case .applied, nil: break
      }
      let behind = log.filter { $0.sequence > edit.after }
      let isHere = edit.changes.allSatisfy { change in
        behind.contains { $0.words == change.words }
      }
      return isHere ? nil : edit
    }
  }

  mutating func save(_ text: String) {
    revision += 1
    self.text = text
  }

  mutating func forget() { log = [] }

  /// The token of the newest notice that this copy knows; nil: none.
  var newestToken: UInt64? {
    for record in log.reversed() {
      guard let words = record.words, case .outbox(.notice(let notice)) = Record(words) else {
        continue
      }
      return notice.token
    }
    return nil
  }

  /// Takes a call in.
  /// - Returns: outcomes that are new.
  mutating func take(_ request: SyncRequest) -> [SyncDone] {
    if request.from <= stored { for record in request.records { take(record) } }
    var news: [SyncDone] = []
    for done in request.did where outcomes[done.message] == nil {
      outcomes[done.message] = done
      news.append(done)
    }
    if let refusal = request.profileRefused { refused = max(refused, refusal.revision) }
    // The device's own file has the last word.
    if let file = request.profileKept, file != kept {
      kept = file
      if file != text { save(file) }
    }
    return news
  }

  private mutating func take(_ record: SyncRecord) {
    if record.sequence > stored { return log.append(record) }
    guard let at = log.firstIndex(where: { $0.sequence >= record.sequence }) else { return }
    guard log[at] != record else { return }
    // The device's log goes another way from here on.
    log.removeSubrange(at...)
    log.append(record)
  }

  func answer(to request: SyncRequest, isWatched: Bool) -> SyncAnswer {
    var answer = SyncAnswer(stored: stored)
    answer.messages = Array(waiting.prefix(SyncLimits.messages))
    answer.watched = isWatched
    answer.kept = request.profileKept != nil
    if revision > request.health.profile {
      answer.profile = SyncProfile(revision: revision, yaml: text)
    }
    return answer
  }
}

/// The outcome of a call, as it comes back.
enum PortalSays: Sendable {
  case answer(SyncAnswer)
  /// Nothing, or a server in trouble.
  case nothing
  /// "Too old": trying again soon does not help.
  case upgrade
}
