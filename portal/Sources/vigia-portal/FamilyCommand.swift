import ArgumentParser
import Foundation
import PortalFamily
import PortalServer
import PortalStore

struct FamilyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "family", abstract: "Shows a portal with a simulated family, a day in 24 minutes.",
    discussion: """
      Devices of the family are real cores in simulated lives, which call this portal as every device \
      does. Everything is forgotten at the end.
      """)

  @Option(help: "The port to listen on; 0: any free one.") var port = 8380
  @Option(help: "Tiles of a map: an address with {z}, {x} and {y}, or an .mbtiles file.")
  var tiles: String?
  @Option(help: "The line that the makers of the map ask for.") var tilesAttribution = ""

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-family-\(ProcessInfo.processInfo.processIdentifier)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var options = PortalOptions(folder: folder)
    options.port = port
    options.pace = Family.pace
    options.start = Family.start
    options.tiles = tiles.map { tiles in
      tiles.contains("{z}")
        ? .template(tiles, attribution: tilesAttribution)
        : .file(tiles, attribution: tilesAttribution)
    }
    let portal = try Portal(options, logger: PortalLog.logger)
    try await PortalService.run(portal) { address in
      // The server answers only once this returns.
      Task {
        do {
          try await Family.begin(in: portal, at: address)
          tell(address)
        } catch {
          VigiaPortal.complain("\(error)")
          try? FileManager.default.removeItem(atPath: folder)
          Foundation.exit(1)
        }
      }
    }
  }

  private func tell(_ address: String) {
    print(
      """
      vigia-portal: a simulated family is at \(address)
        administers: \(Family.ana), and decides about testimonies
        helps:       \(Family.luis)
        looks:       \(Family.marta)
        password:    \(Family.password)
      Rosa leaves home within seconds; Manuel gives up smoking. Ctrl-C ends it.
      """)
    fflush(nil)
  }
}
