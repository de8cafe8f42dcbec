import Diary
import Foundation
import TestSupport

/// A state directory that goes away with its owner.
final class TemporaryState {
  private let above = TemporaryFolder()
  var url: URL { above.url.appendingPathComponent("state") }
  var folder: StateFolder { StateFolder(path: url.path) }
  var database: URL { url.appendingPathComponent("vigia.sqlite") }
}
