/// A life's knowledge of the mailbox. Numbers of mails count only until the server numbers anew.
package final class MailboxMemory {
  /// Numbers that are remembered; then the oldest are forgotten.
  static let mostDone = 16_384
  static let mostFailures = 256
  /// A mail that failed so often is asked for ever more seldom, and one that is gone is forgotten.
  static let often = 8
  /// Mails that are marked by one command.
  static let mostMarks = 100

  private var validity: UInt32?
  /// Handed over or ignored: they come no second time.
  private(set) var done: Set<UInt32> = []
  /// The device has them, and has not stored what they say.
  private var taken: [UInt32] = []
  /// To be marked as read, the next ones first.
  private var marks: [UInt32] = []
  private var markSize = mostMarks
  /// The server was asked to mark these, and has not answered.
  private var asked: [UInt32] = []
  /// The number of times that a mail's text did not come, the looks it waits, and whether the server
  /// broke off last.
  private var failures: [UInt32: (count: Int, wait: Int, brokeOff: Bool)] = [:]
  /// More mails are unread than make a line that can be read.
  var isCrowded = false
  /// The server broke off when it was asked to mark: mails are fetched first.
  private(set) var marksLast = false
  /// The server broke off at these searches: so many looks leave them out, and so many after the next failure.
  private var leftOut: [InboxSession.Rank: (looks: Int, again: Int)] = [:]

  package init() {}

  var hasFailures: Bool { failures.values.contains { $0.count <= MailboxMemory.often } }
  var isMarking: Bool { !marks.isEmpty }

  /// The numbers of another mailbox, or of one that was made anew, say nothing of this one.
  func begin(_ validity: UInt32) {
    if let before = self.validity, before != validity { forget() }
    self.validity = validity
  }

  private func forget() {
    (done, taken, marks, asked, failures, isCrowded) = ([], [], [], [], [:], false)
    (marksLast, leftOut) = (false, [:])
  }

  /// It was handed to the device, or answers nothing.
  func finish(_ mail: UInt32, marks isMarked: Bool) {
    failures[mail] = nil
    done.insert(mail)
    if done.count > MailboxMemory.mostDone, let oldest = done.min() { done.remove(oldest) }
    if isMarked { marks.append(mail) }
  }

  // MARK: Marking

  package func take(_ mail: UInt32) { taken.append(mail) }

  /// - Returns: whether there is something to mark now.
  package func settle() -> Bool {
    guard !taken.isEmpty else { return false }
    marks += taken
    taken = []
    return true
  }

  func nextToMark() -> [UInt32] {
    asked = Array(marks.prefix(markSize))
    return asked
  }

  /// Takes the answer to the last request. A server that refuses is asked for fewer mails, and for others first.
  /// - Parameter brokeOff: the look ended with it, so that in the next ones everything else comes first.
  func marked(_ isFine: Bool, brokeOff: Bool = false) {
    marksLast = brokeOff
    // More may have come meanwhile, behind them.
    marks.removeFirst(min(asked.count, marks.count))
    if !isFine { marks += asked }
    asked = []
    markSize = isFine ? min(markSize * 2, MailboxMemory.mostMarks) : max(markSize / 2, 1)
  }

  // MARK: Failing

  func searchBroke(_ rank: InboxSession.Rank) {
    let looks = leftOut[rank]?.again ?? 1
    leftOut[rank] = (looks, min(2 * looks, 16))
  }

  func searchWent(_ rank: InboxSession.Rank) { leftOut[rank] = nil }

  /// Asked once a look.
  func leavesOut(_ rank: InboxSession.Rank) -> Bool {
    guard let out = leftOut[rank], out.looks > 0 else { return false }
    leftOut[rank]?.looks -= 1
    return true
  }

  func hasFailed(_ mail: UInt32) -> Bool { failures[mail] != nil }

  /// - Parameter brokeOff: the look ended with it, so that others go before it.
  func fail(_ mail: UInt32, brokeOff: Bool) {
    let count = min((failures[mail]?.count ?? 0) + 1, 2 * MailboxMemory.often)
    failures[mail] = (count, count < 4 ? 0 : 1 << min(count - 3, 6), brokeOff)
    if failures.count > MailboxMemory.mostFailures,
      let worst = failures.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })
    {
      failures[worst.key] = nil
    }
  }

  /// Those whose turn it is in this look: those that lie there, those that end no look, the fewest failures,
  /// the newest.
  /// - Parameters:
  ///   - answers: to open notices; they are asked for in each look.
  ///   - unread: what the searches of this look found; one that failed often and is not among it is gone.
  func failedBefore(_ answers: Set<UInt32>, among unread: Set<UInt32>) -> [UInt32] {
    for (mail, failure) in failures {
      if failure.count >= MailboxMemory.often, !unread.contains(mail) { failures[mail] = nil }
      failures[mail]?.wait -= 1
    }
    return failures.filter { mail, failure in
      failure.wait < 0 || answers.contains(mail)
    }.sorted {
      let places = (unread.contains($0.key) ? 0 : 1, unread.contains($1.key) ? 0 : 1)
      return (places.0, $0.value.brokeOff ? 1 : 0, $0.value.count, $1.key)
        < (places.1, $1.value.brokeOff ? 1 : 0, $1.value.count, $0.key)
    }.map(\.key)
  }
}
