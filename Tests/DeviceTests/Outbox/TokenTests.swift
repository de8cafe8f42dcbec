import Device
import HAL
import Testing

@Suite("A token that nobody can guess")
struct TokenTests {
  /// Hashes of the messages 00, 00 01, 00 01 02, … under the key 00 01 … 0f, from the authors'
  /// vectors.h. Appendix A of the paper works through the one of 15 bytes.
  static let vectors: [(count: Int, hash: UInt64)] = [
    (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (2, 0x0d6c_8009_d9a9_4f5a),
    (3, 0x8567_6696_d7fb_7e2d), (4, 0xcf27_94e0_2771_87b7), (5, 0x1876_5564_cd99_a68d),
    (6, 0xcbc9_466e_58fe_e3ce), (7, 0xab02_00f5_8b01_d137), (8, 0x93f5_f579_9a93_2462),
    (9, 0x9e00_82df_0ba9_e4b0), (15, 0xa129_ca61_49be_45e5),
  ]

  @Test("SipHash-2-4 gives its authors' values")
  func siphash() {
    for (count, hash) in TokenTests.vectors {
      let message = (0..<count).map { UInt8($0) }
      #expect(SipHash.hash(message.span, key: Family.secret) == hash)
    }
    #expect(SipHash.hash(0x0706_0504_0302_0100, key: Family.secret) == 0x93f5_f579_9a93_2462)
  }

  @Test("Each notice has a token of its own, which another device would not give it")
  func ownToken() throws {
    var family = Family()
    let first = family.queue(.help)
    let second = family.queue(.perimeter(.left))
    let token = try #require(family.token(of: first))
    #expect(token != family.token(of: second))
    #expect(token == SipHash.hash(first.value, key: Family.secret))
    #expect(token != SipHash.hash(first.value, key: (0, 0)))
  }

  @Test("A notice keeps id and token over a power cut, and no id is given twice")
  func stable() throws {
    var family = Family(network: { _, _ in .down })
    let help = family.queue(.help)
    let token = try #require(family.token(of: help))
    family.loseThePower()
    family.wait(minutes: 1)
    let again = try #require(family.tried(.help).last)
    #expect(again.dispatch.notice.id == help)
    #expect(again.dispatch.notice.token == token)
    let next = family.queue(.perimeter(.left))
    #expect(next > help)
  }

  @Test(
    "An answer to a place answers the case that was open when it was told, also once it is finished"
  )
  func place() throws {
    var family = Family()
    let help = family.queue(.help)
    family.wait(minutes: 1)
    let place = family.queue(.location(.breadcrumb), whereabouts: .at(200))
    let token = try #require(family.token(of: place))
    #expect(token != SipHash.hash(place.value, key: Family.secret))
    #expect(token == SipHash.hash(place.value, key: Outbox.trailKey(Family.secret)))
    family.wait(minutes: 1)
    // The second of the list has not been told.
    family.acknowledge(token, by: 1)
    #expect(!family.screenSaysAnswered(help, by: 1))
    family.acknowledge(token, by: 0)
    #expect(family.screenSaysAnswered(help, by: 0))
    family.wait(hours: 1)
    #expect(family.received(.help, by: 1).isEmpty)
  }

  @Test("SAFE-4: an answer to a place answers its case also after power cuts, in other lives")
  func placeOfEarlierLife() throws {
    for cuts in [1, 2, 8] {
      var family = Family()
      let help = family.queue(.help)
      family.wait(minutes: 1)
      let place = family.queue(.location(.breadcrumb), whereabouts: .at(200))
      let token = try #require(family.token(of: place))
      family.wait(.seconds(20))
      for _ in 0..<cuts { family.loseThePower(off: .seconds(5)) }
      family.wait(.seconds(20))
      family.acknowledge(token ^ 1, by: 0)
      #expect(!family.screenSaysAnswered(help, by: 0))
      family.acknowledge(token, by: 0)
      #expect(family.screenSaysAnswered(help, by: 0), "after \(cuts) cuts")
    }
  }

  @Test("SAFE-4: an answer to a place answers a case whose acceptance by the server was lost")
  func placeWithoutYes() throws {
    var family = Family { dispatch, _ in
      dispatch.recipient.caregiver == 0 ? .arrivedUnanswered : .well
    }
    let help = family.queue(.help)
    family.wait(minutes: 2)
    let place = family.queue(.location(.breadcrumb), whereabouts: .at(200))
    let token = try #require(family.token(of: place))
    family.wait(.seconds(20))
    // The third of the list has not been told, nor is.
    family.acknowledge(token, by: 2)
    #expect(!family.screenSaysAnswered(help, by: 2))
    family.acknowledge(token, by: 0)
    #expect(family.screenSaysAnswered(help, by: 0))
  }

  @Test("An answer to a place of one call is none to the next call")
  func placeOfEarlierCall() throws {
    var family = Family()
    let first = family.queue(.help)
    family.wait(minutes: 1)
    let place = family.queue(.location(.breadcrumb), whereabouts: .at(200))
    let token = try #require(family.token(of: place))
    family.wait(minutes: 1)
    let second = family.queue(.help)
    family.close(first)
    family.wait(minutes: 1)
    family.acknowledge(token, by: 0)
    #expect(!family.screenSaysAnswered(second, by: 0))
  }

  @Test("Should a boot's number come back, its notices are numbered on")
  func sameBoot() {
    var outbox = Outbox()
    outbox.boot(Boot(number: 3, keys: .all, secret: (1, 2)))
    let old = Notice(
      id: NoticeID(boot: 3, number: 7), matter: .help, whereabouts: nil, token: 5)
    outbox.restore(.outbox(.notice(old)))
    outbox.restore(.outbox(.closed(old.id)))
    let id = outbox.queue(
      .help, whereabouts: nil, age: .seconds(0), made: nil, battery: nil, at: .start
    ) { _ in }
    #expect(id == NoticeID(boot: 3, number: 8))
  }
}
