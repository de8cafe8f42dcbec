import Device
import HAL
import Testing

@testable import Live

@Suite("Tokens of earlier lives")
struct TokenAliasesTests {
  @Test("SAFE-4: a place that is finished is known to the core by its number and the new secret")
  func place() {
    let (help, place) = (NoticeID(boot: 1, number: 1), NoticeID(boot: 1, number: 2))
    var aliases = TokenAliases(key: (1, 2), secret: (3, 4))
    let hidden = aliases.hide([
      .outbox(.notice(Notice(id: help, matter: .help, whereabouts: nil, token: 5))),
      .outbox(
        .notice(Notice(id: place, matter: .location(.breadcrumb), whereabouts: nil, token: 6))),
      .outbox(.closed(place)),
    ])
    #expect(aliases.forCore(6) == SipHash.hash(place.value, key: Outbox.trailKey((3, 4))))
    #expect(aliases.forCore(5) != 5)
    #expect(aliases.forCore(7) == 7)
    // The core, and with it the black box, sees no token of an earlier life.
    for case .outbox(.notice(let notice)) in hidden { #expect(![5, 6].contains(notice.token)) }
  }
}
