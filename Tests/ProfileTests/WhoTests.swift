import Foundation
import Profile
import Testing
import Words

@Suite("The number of a caregiver (SAFE-5)")
struct WhoTests {
  private static let place = "perimeter: {lat: -2.9, lon: -79.0, radius_m: 150}\n"

  private func whos(_ caregivers: String) throws -> [UInt32] {
    let file = try ProfileFile("caregivers:\n\(caregivers)\(WhoTests.place)")
    return try file.profile().caregivers.map(\.setting.who)
  }

  @Test("The example of docs/traces.md, and the published value of FNV-1a for one letter")
  func example() throws {
    #expect(
      try whos("- {name: Ana, kinship: hija, email: ana@example.org}\n") == [1_908_912_552])
    #expect(Names.Caregiver.who(name: "a") == 0xe40c_292c)
    #expect(Names.Caregiver.who(name: "Ana") == 1_991_636_261)
    #expect(Names.Caregiver.who(name: "") == 0)
  }

  @Test("Another word for the kinship is no other person; another address is")
  func kinship() throws {
    let ana = try whos("- {name: Ana, kinship: hija, email: ana@example.org}\n")
    let daughter = try whos("- {name: Ana, kinship: daughter, email: ana@example.org}\n")
    let moved = try whos("- {name: Ana, kinship: hija, email: ana@example.com}\n")
    let relay = try whos("- {name: Ana, kinship: hija, relay: yes, email: ana@example.org}\n")
    #expect(ana == daughter)
    #expect(ana != moved)
    #expect(ana != relay)
  }

  @Test("Nobody stands twice in the list, and two whom the device could not tell apart are refused")
  func collision() throws {
    let ana = "- {name: Ana, kinship: hija, relay: yes}\n"
    #expect(throws: (any Error).self) { try whos(ana + ana) }
    // Found by search: the two have the same number.
    let twins = ["Siduci Cobe", "Penado Gele"].map {
      "- {name: \($0), kinship: hija, relay: yes}\n"
    }
    let (first, second) = (try whos(twins[0]), try whos(twins[1]))
    #expect(first == second)
    #expect(throws: (any Error).self) { try whos(twins.joined()) }
  }
}
