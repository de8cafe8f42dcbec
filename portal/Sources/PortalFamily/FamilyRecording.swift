import Advice
import Device
import Foundation
import HAL
import Sync
import Traces

/// The recording of a simulated device, from which it gives advice as a wrist does from its black box.
final class FamilyRecording {
  /// A fix in ten seconds shows where somebody stays, and the file stays small.
  private static let step = Milliseconds.seconds(10)
  /// Fixes of a week.
  private static let most = 60_480

  private let path: String
  private let file: FileHandle?
  private var last: Instant?
  private var count = 0

  /// - Parameter folder: the family's own, which is deleted at the end: no thread ends before the process does.
  init(in folder: String) {
    path = "\(folder)/recording-\(UUID().uuidString).jsonl"
    FileManager.default.createFile(atPath: path, contents: nil)
    file = FileHandle(forWritingAtPath: path)
  }

  func note(_ event: Event) {
    if case .fix = event.kind {
      guard count < FamilyRecording.most,
        last.map({ event.at - $0 >= FamilyRecording.step }) ?? true
      else { return }
      last = event.at
      count += 1
    }
    try? TraceWriter(plain: { [file] in try? file?.write(contentsOf: Data($0.utf8)) }).write(event)
  }

  /// Nil where no home can be told.
  func advice(centre: Position) -> SyncAdvice? {
    (try? PerimeterAdvice(paths: [path])).flatMap { SyncAdvice($0, centre: centre) }
  }
}
