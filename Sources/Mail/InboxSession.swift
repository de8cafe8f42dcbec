import HAL

/// One look into the mailbox. RFC 3501.
///
/// A mail counts as fetched only when the server sent its text and said OK to that. If that fails the
/// next one is tried, and the failed one waits at the end of the next look. If more mails are unread
/// than a look takes, answers to open notices come first, by their tokens, then caregivers' mails. So
/// no crowd of other mails hides them. A token is looked for in mails that are read, too: somebody else
/// may have read them.
package final class InboxSession {
  package enum Event {
    case text(InboundText, mail: UInt32)
    /// Nobody's answer.
    case ignored
    /// - Parameter hasMore: the next look should come soon.
    case ended(complaint: String?, hasMore: Bool)
  }

  private enum Step { case select, mark, find, highest, header, text, leave }

  /// The groups of mails to search for; the first are fetched first.
  enum Rank: Int { case answer, caregiver, other }

  private struct Search {
    var rank: Rank
    var condition: String
    /// Nil: all mails at once, as long as the answer fits.
    var high: UInt32?
    var span: UInt32 = InboxSession.firstSpan
    var windows = 0
    /// The lowest number that is asked for.
    var low: UInt32 { high.map { $0 >= span ? $0 - span + 1 : 1 } ?? 1 }
  }

  /// A mail of 50 MB costs no more than this.
  package static let longestText = 65_536
  static let longestHeader = 16_384
  /// Bytes of one line without its literals: 8,000 numbers of ten digits, and more.
  static let longestLine = 100_000
  /// The allowance of a whole look. A server that does not know parts of a mail sends all of it, and
  /// most of that is dropped.
  static let allowance = Conversation.Allowance(bytes: 16_777_216, lines: 65_536)
  static let mostMails = 20
  /// Mails whose numbers are asked for at once where the numbers of all make no line that can be read.
  static let firstSpan: UInt32 = 8000
  static let leastSpan: UInt32 = 500
  static let mostFound = 65_536
  static let mostWindows = 64
  /// Tokens, or addresses, of one search.
  static let mostInSearch = 16

  private var conversation: Conversation?
  private let inbox: NetworkOptions.Inbox
  private let options: NetworkOptions
  private let memory: MailboxMemory
  private let tell: (Event) -> Void
  /// In the subjects of answers to open notices, the newest first.
  private let tokens: [String]
  private var step = Step.select
  private var number = 0
  private var searches: [Search] = []
  /// The server broke off at these in an earlier look.
  private var leftOut: Set<Rank> = []
  private var candidates: [Rank: Set<UInt32>] = [:]
  /// The number that the next mail will have.
  private var next: UInt32?
  /// Mails in the order in which they are fetched.
  private var mails: ArraySlice<UInt32> = []
  private var hasLooked = false
  private var hasMore = false
  private var complaint: String?
  private var claim: MailHeader.Claim?
  /// The server's answer, piece by piece.
  private var line = MailboxLine()
  private var missing = 0
  /// The rest of a line that is too long to be kept.
  private var isDropping = false
  /// Results of the command that runs.
  private var found: [UInt32] = []
  private var isCut = false
  private var content: [UInt8]?
  private var received: String?

  /// - Returns: nil when there is no memory.
  package init?(
    _ dialler: any Dialler, _ inbox: NetworkOptions.Inbox, _ options: NetworkOptions,
    _ memory: MailboxMemory, tokens: [String], tell: @escaping (Event) -> Void
  ) {
    self.inbox = inbox
    self.options = options
    self.memory = memory
    self.tokens = tokens
    self.tell = tell
    conversation = Conversation(
      dialler, inbox.server, scheme: "imap", path: "", authorities: options.authorities,
      limit: options.waits.exchange, InboxSession.allowance
    ) { [weak self] in self?.take($0) }
    if conversation == nil { return nil }
  }

  package func close() { conversation?.close() }

  private func take(_ event: Conversation.Event) {
    switch event {
    case .open: ask(.select, "SELECT \(InboxSession.quoted(inbox.mailbox))")
    case .heard: while hear() {}
    case .ended(let ending): fail(ending.text)
    }
  }

  private func ask(_ next: Step, _ command: String) {
    step = next
    number += 1
    found = []
    isCut = false
    content = nil
    received = nil
    conversation?.wait(options.waits.exchange)
    conversation?.say("v\(number) \(command)")
  }

  // MARK: What the server says

  /// False: what is there is not whole.
  private func hear() -> Bool {
    guard step != .leave else { return false }
    while missing > 0 {
      guard let bytes = conversation?.bytes(missing) else { return false }
      missing -= bytes.count
      line.append(literal: bytes)
    }
    guard let piece = conversation?.line(InboxSession.longestLine) else { return false }
    if isDropping {
      isDropping = !piece.isWhole
      return true
    }
    let size = line.append(piece.bytes)
    guard piece.isWhole, line.text.count <= InboxSession.longestLine else {
      guard line.starts(with: "* SEARCH ") else {
        return fail("the server sends a line without an end")
      }
      isCut = true
      isDropping = !piece.isWhole
      line = MailboxLine()
      return true
    }
    if let size {
      missing = size
      return true
    }
    let whole = line
    line = MailboxLine()
    understand(whole)
    return true
  }

  private func understand(_ line: MailboxLine) {
    if line.starts(with: "v\(number) ") { return answer(line) }
    guard line.starts(with: "* ") else { return }
    if line.starts(with: "* BYE") {
      fail("the server said: \(line.said)")
    } else if step == .select {
      next = line.code("UIDNEXT") ?? next
      if let validity = line.code("UIDVALIDITY") { memory.begin(validity) }
    } else if step == .find {
      found += line.found ?? []
      if found.count > InboxSession.mostFound { (isCut, found) = (true, []) }
    } else if let fetched = line.fetched {
      note(fetched)
    }
  }

  /// A FETCH of another mail, or of flags only: somebody else reads the mailbox as well.
  private func note(_ fetched: MailboxLine.Fetched) {
    if step == .highest, let mail = fetched.mail { next = max(next ?? 0, min(mail, .max - 1) + 1) }
    guard let mail = fetched.mail, mail == mails.first, let body = fetched.body, !body.isEmpty
    else { return }
    switch step {
    case .header: if fetched.section.hasPrefix("BODY[HEADER") { content = body }
    case .text:
      guard fetched.section.hasPrefix("BODY[]") else { return }
      (content, received) = (body, fetched.received)
    case .select, .mark, .find, .highest, .leave: break
    }
  }

  private func answer(_ line: MailboxLine) {
    let isFine = line.starts(with: "v\(number) OK")
    if !isFine, complaint == nil { complaint = "the server said: \(line.answer)" }
    switch step {
    case .select:
      guard isFine else {
        fail(complaint ?? "")
        return
      }
      if memory.marksLast { goOn() } else { mark() }
    case .mark:
      memory.marked(isFine)
      if isFine, memory.isMarking { mark() } else { goOn() }
    case .find: note(isFine)
    case .highest: next == nil ? dropSearch() : searchOn()
    case .header: isFine && content != nil ? judge() : pass()
    case .text: isFine && content != nil ? deliver() : pass()
    case .leave: break
    }
  }

  // MARK: What is searched for

  private func mark() {
    let marks = memory.nextToMark()
    guard !marks.isEmpty else { return goOn() }
    let list = marks.map { String($0) }.joined(separator: ",")
    ask(.mark, "UID STORE \(list) +FLAGS.SILENT (\\Seen)")
  }

  private func goOn() {
    guard !hasLooked else { return leave() }
    leftOut = Set([.answer, .caregiver, .other].filter { memory.leavesOut($0) })
    if !memory.isCrowded, !leftOut.contains(.other) {
      searches = [Search(rank: .other, condition: "UNSEEN")]
    }
    var rest = leftOut.contains(.answer) ? [] : tokens[...]
    while !rest.isEmpty {
      let some = rest.prefix(InboxSession.mostInSearch)
      rest = rest.dropFirst(some.count)
      searches.append(
        Search(rank: .answer, condition: InboxSession.any(of: some.map { ("SUBJECT", $0) })))
    }
    if memory.isCrowded || leftOut.contains(.other) { searchCrowd() }
    searchOn()
  }

  /// More are unread than fit into one look, or into one line.
  private func searchCrowd() {
    let addresses = options.caregivers.flatMap { $0 }
    // A server finds "eva@" in no search for "eva+vigia@".
    let senders = (addresses.map(\.address) + addresses.compactMap(\.withoutTag))
      .prefix(InboxSession.mostInSearch).map { ("FROM", $0) }
    if !senders.isEmpty, !leftOut.contains(.caregiver) {
      searches.append(
        Search(rank: .caregiver, condition: "UNSEEN \(InboxSession.any(of: senders))"))
    }
    if memory.isCrowded, !leftOut.contains(.other) {
      searches.append(Search(rank: .other, condition: "UNSEEN", high: .max))
    }
  }

  private func searchOn() {
    guard let search = searches.first else { return begin() }
    guard let high = search.high else {
      return ask(.find, "UID SEARCH \(search.condition)")
    }
    guard let next else { return ask(.highest, "UID FETCH * (UID)") }
    guard next > 1 else { return dropSearch() }
    searches[0].high = min(high, next - 1)
    ask(.find, "UID SEARCH UID \(searches[0].low):\(min(high, next - 1)) \(search.condition)")
  }

  private func dropSearch() {
    searches.removeFirst()
    searchOn()
  }

  private func note(_ isFine: Bool) {
    // A server that cannot search for them shows them with all others.
    guard isFine, var search = searches.first else { return dropSearch() }
    memory.searchWent(search.rank)
    search.windows += 1
    if isCut {
      if search.rank == .other, search.high == nil {
        memory.isCrowded = true
        searches.removeFirst()
        searchCrowd()
        return searchOn()
      }
      guard search.high == nil || search.span > InboxSession.leastSpan,
        search.windows < InboxSession.mostWindows
      else { return dropSearch() }
      if search.high == nil {
        search.high = .max
      } else {
        search.span = max(search.span / 4, InboxSession.leastSpan)
      }
      searches[0] = search
      return searchOn()
    }
    let new = found.filter {
      // Some servers take "7:9" for the newest mail where none of that number is.
      $0 >= search.low && $0 <= search.high ?? .max && !memory.done.contains($0)
    }
    candidates[search.rank, default: []].formUnion(new)
    let count = candidates[search.rank]?.count ?? 0
    if search.rank == .other, search.high == nil, count > InboxSession.mostMails { searchCrowd() }
    guard search.high != nil else { return dropSearch() }
    if search.low == 1, search.rank == .other { memory.isCrowded = count > InboxSession.mostMails }
    guard search.low > 1, count <= InboxSession.mostMails,
      search.windows < InboxSession.mostWindows
    else { return dropSearch() }
    search.high = search.low - 1
    if found.count < 1000, search.span < .max / 4 { search.span *= 4 }
    searches[0] = search
    searchOn()
  }

  // MARK: What is fetched

  private func begin() {
    hasLooked = true
    let answers = candidates[.answer] ?? []
    let caregivers = (candidates[.caregiver] ?? []).subtracting(answers)
    let others = (candidates[.other] ?? []).subtracting(answers).subtracting(caregivers)
    let again = memory.failedBefore(answers, among: answers.union(caregivers).union(others))
    var fresh = answers.filter { !memory.hasFailed($0) }.sorted(by: >)
    var left = fresh.count
    // The others in the order in which they came.
    for some in [caregivers, others] {
      let some = some.filter { !memory.hasFailed($0) }.sorted()
      left += some.count
      fresh += some.suffix(max(InboxSession.mostMails - fresh.count, 0))
    }
    fresh = Array(fresh.prefix(InboxSession.mostMails))
    hasMore = left > fresh.count || memory.isCrowded
    mails = fresh + again.prefix(InboxSession.mostMails)
    proceed()
  }

  private func proceed() {
    guard let mail = mails.first else { return mark() }
    let fields = MailHeader.judged.joined(separator: " ")
    let most = InboxSession.longestHeader
    ask(.header, "UID FETCH \(mail) BODY.PEEK[HEADER.FIELDS (\(fields))]<0.\(most)>")
  }

  private func leave() {
    step = .leave
    conversation?.say("v\(number + 1) LOGOUT")
    tell(.ended(complaint: complaint, hasMore: hasMore || memory.hasFailures))
  }

  /// The mail's header or text did not come: the next one is tried.
  private func pass() {
    if let mail = mails.popFirst() { memory.fail(mail, brokeOff: false) }
    if complaint == nil { complaint = "the server sends no text of a mail" }
    proceed()
  }

  private func judge() {
    guard let mail = mails.first else { return }
    let header = content.map { MailHeader($0[...]) }
    claim = header?.claim(
      of: options.caregivers, server: inbox.authentication, own: options.mail?.from,
      mailed: options.mailed)
    guard claim != nil else {
      memory.finish(mail, marks: true)
      mails.removeFirst()
      tell(.ignored)
      return proceed()
    }
    let most = InboxSession.longestText
    ask(.text, "UID FETCH \(mail) (INTERNALDATE BODY.PEEK[]<0.\(most)>)")
  }

  private func deliver() {
    guard let mail = mails.popFirst() else { return }
    if let claim, let content {
      let part = MailPart(content.prefix(InboxSession.longestText))
      memory.finish(mail, marks: false)
      tell(
        .text(
          InboundText(
            caregiver: claim.caregiver, subject: part.header.subject, text: part.readable,
            received: received.flatMap { MailDate.received($0) },
            isVouchedFor: claim.isVouchedFor, doubt: claim.doubt, isForged: claim.isForged),
          mail: mail))
    }
    proceed()
  }

  /// The mail, the search or the marks at which it ended keep no other from coming. False, for its caller.
  @discardableResult private func fail(_ reason: String) -> Bool {
    guard step != .leave else { return false }
    let isFetching = step == .header || step == .text
    if isFetching, let mail = mails.first { memory.fail(mail, brokeOff: true) }
    if step == .find || step == .highest, let search = searches.first {
      memory.searchBroke(search.rank)
      hasMore = true
    }
    if step == .mark { memory.marked(false, brokeOff: true) }
    step = .leave
    tell(.ended(complaint: reason, hasMore: hasMore || memory.hasFailures))
    return false
  }
}
