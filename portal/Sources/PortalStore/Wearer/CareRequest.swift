import Foundation
import GRDB
import HAL
import Sync

/// A caregiver's word to the device, and what became of it.
public struct CareRequest: Sendable {
  public var message: SyncMessage
  public var made: WallTime
  /// The account that said it, and its name then.
  public var account: Int64
  public var who: String
  /// The notice that is taken; nil for other words.
  public var notice: NoticeID?
  /// The time at which an answer with it first went to the device.
  public var sent: WallTime?
  public var outcome: SyncDone.Outcome?
  public var why: String?
  public var done: WallTime?
  /// Nil for words that change no diary.
  public var edit: EditKind?
  /// The device's answer to a question for advice.
  public var advice: SyncAdvice?

  /// The reason of the portal itself: whoever said it lost the right before the device answered.
  public static let noRight = "whoever asked has no right any more"

  /// The right without which the device must not hear it; nil: it hears it from anybody who once had one.
  var needs: Level? {
    switch message.word {
    case .edit, .advise: .administer
    // The end of company makes the watch stricter, never weaker.
    case .companyOver: nil
    case .acknowledge, .whereIs, .company, .testAlert: .help
    case .unknown: .help
    }
  }

  init?(_ row: Row) {
    let json: String = row["json"]
    guard let message = try? JSONDecoder().decode(SyncMessage.self, from: Data(json.utf8)) else {
      return nil
    }
    self.message = message
    func time(_ column: String) -> WallTime? {
      (row[column] as Int64?).map(WallTime.init(milliseconds:))
    }
    made = WallTime(milliseconds: row["made_ms"])
    account = row["account"]
    who = row["who"]
    notice = (row["notice"] as Int64?).map { NoticeID(UInt64(bitPattern: $0)) }
    sent = time("sent_ms")
    outcome = (row["outcome"] as String?).flatMap(SyncDone.Outcome.init)
    why = row["why"]
    done = time("done_ms")
    edit = (row["edit"] as String?).flatMap(EditKind.init)
    advice = (row["advice"] as String?).flatMap { try? SyncAdvice(json: Array($0.utf8)) }
  }

  /// Nothing came of it, and it still can.
  public func isUnderWay(at now: WallTime) -> Bool {
    outcome == nil && (message.until.map { $0 > now.milliseconds } ?? true)
  }
}

/// The kind of a change of the diary.
public enum EditKind: String, Sendable {
  case added, changed, removed
}

/// A new word of a caregiver.
public struct NewCareRequest: Sendable {
  public var word: SyncMessage.Word
  public var until: WallTime?
  public var account: Int64
  public var who: String
  /// The caregiver's identity on the device.
  public var identity: UInt32?
  public var notice: NoticeID?
  /// Nil for words that change no diary.
  public var edit: EditKind?

  public init(
    _ word: SyncMessage.Word, until: WallTime?, by account: Account, identity: UInt32? = nil,
    notice: NoticeID? = nil, edit: EditKind? = nil
  ) {
    self.word = word
    self.until = until
    self.identity = identity
    self.account = account.id
    who = account.name
    self.notice = notice
    self.edit = edit
  }
}
