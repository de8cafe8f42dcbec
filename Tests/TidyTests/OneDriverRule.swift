import Foundation
import Testing

/// Three rooms once turned actions into calls of ports, each in its own way. Two of them forgot to stop
/// the vibrator on a hush.
@Suite("Actions reach the ports in one place")
struct OneDriverRule {
  static let driver = "Sources/Device/Perform.swift"
  nonisolated(unsafe) static let action =
    /\bAction\b|\bcase \.(alarm\(\.(sound|vibrate|hush)|outbox\(\.send|show\b|store\b|heartbeat\b)/
  nonisolated(unsafe) static let port =
    /(speaker|vibrator|screen|network|storage)[?!]?\.(play|stop|vibrate|show|submit|ping|append)\(/

  /// It knows what an action is, and tells a port to do something.
  static func drives(_ text: String) -> Bool {
    let code = text.components(separatedBy: "\n").map { TidyTests.code($0) }
    return code.contains { $0.contains(action) } && code.contains { $0.contains(port) }
  }

  @Test("Only the driver turns an action into calls of ports")
  func rooms() throws {
    var drivers: [String] = []
    for folder in ["hal", "Sources", "Lab", "bench"] {
      for file in try TidyTests.swiftFiles(folder) {
        let text = try String(contentsOf: file, encoding: .utf8)
        if Self.drives(text) { drivers.append(file.path) }
      }
    }
    #expect(drivers == [TidyTests.root.appendingPathComponent(Self.driver).path])
  }

  @Test("The rule sees an action that reaches a port, and neither of them alone")
  func rule() {
    let show = "switch action {\ncase .show(let page): x()\n}"
    #expect(Self.drives(show + "\ntry? board.screen?.show(page)"))
    #expect(Self.drives("func f(_ action: Action) { try? speaker.stop() }"))
    #expect(!Self.drives(show))
    #expect(!Self.drives("// Of an Action.\ntry network.submit(test)"))
  }
}
