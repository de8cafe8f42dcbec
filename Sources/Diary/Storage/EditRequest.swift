import Device
import Foundation
import HAL

/// Changes to the diary that an editor asks a running device to make: one line of JSON through the
/// device's socket, answered by one line.
public struct EditRequest: Codable, Sendable {
  /// Longer lines are no edits of a diary.
  public static let longest = 1 << 20

  struct Change: Codable, Sendable {
    var record: Data
    var written: Int64?
    var category: String?
    var notes: String?
    /// Category and notes are those of the entry from here on, also where there are none. Nil: a program
    /// from before, which says nothing of texts that are taken away.
    var isAnnotated: Bool?
  }

  /// The last of the diary's records that the editor has seen: it must still be the last.
  var after: Int64
  var changes: [Change] = []
  /// The last moment, in `now`, at which a device takes the change. The line stays at the socket of one that
  /// hangs, and meanwhile the person repeats a dose that seems to have failed. Nil: a program from before.
  var until: Int64?

  /// The device's answer; nil: done.
  struct Answer: Codable {
    var refused: String?
    /// The diary has changed meanwhile: look again.
    var isOutdated = false
  }

  init(after: Int64) { self.after = after }

  /// Milliseconds since this machine started, its sleep included: the same for editor and device.
  public static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Does on the device's own store what a line asks for, all of it or nothing.
  ///
  /// - Returns: the answer, a line, and the records that are durable now, for the core.
  public static func serve(
    _ line: [UInt8], _ store: RecordStore, at now: Int64 = EditRequest.now
  ) -> (answer: [UInt8], edited: [Record]) {
    var answer = Answer()
    var edited: [Record] = []
    do {
      let request = try JSONDecoder().decode(EditRequest.self, from: Data(line))
      if let until = request.until, now > until {
        throw store.folder.refuse("the change came too late; nothing was changed: repeat it")
      }
      let records = request.changes.compactMap {
        RecordWords(data: $0.record).flatMap { Record($0) }
      }
      guard records.count == request.changes.count else {
        throw store.folder.refuse("holds no record of a diary; expected readings and doses")
      }
      answer.isOutdated = try !store.append(request)
      if !answer.isOutdated { edited = records }
    } catch let error as StateError {
      answer.refused = error.message
    } catch is DecodingError {
      answer.refused = "the device does not understand this vigia; expected the device's version"
    } catch {
      answer.refused = StateSchema.error(error, store.folder.database).message
    }
    let bytes = (try? JSONEncoder().encode(answer)) ?? Data("{}".utf8)
    return (Array(bytes) + [UInt8(ascii: "\n")], edited)
  }
}
