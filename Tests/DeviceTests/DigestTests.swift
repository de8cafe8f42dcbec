import Device
import HAL
import Testing

@Suite("Same input, same digest (CARD-3)")
struct DigestTests {
  private func digest(
    radius: Double = 100, changed: Int? = nil, swapped: Bool = false
  ) throws -> UInt64 {
    var wearer = try Wearer(radius: radius)
    var seconds = Array(0...300)
    if swapped { seconds.swapAt(100, 101) }
    for second in seconds {
      let north = Double(second) * 0.7 + (second == changed ? 0.012 : 0)
      wearer.fix(at: Double(second), north: north)
    }
    return wearer.digest.value
  }

  @Test("Twice the same walk gives the same digest")
  func same() throws { #expect(try digest() == digest()) }

  @Test("A changed radius, fix or order changes it")
  func different() throws {
    let reference = try digest()
    #expect(try digest(radius: 101) != reference)
    #expect(try digest(changed: 200) != reference)
    #expect(try digest(swapped: true) != reference)
  }

  @Test("Wall time is not in it: the same walk on another day has the same digest")
  func day() throws {
    func walk(_ shift: Int64) throws -> UInt64 {
      var wearer = try Wearer()
      for second in 0...300 {
        let wall = WallTime(milliseconds: Wearer.dawn + shift + Int64(second) * 1000)
        wearer.fix(at: Double(second), north: Double(second), time: FixTime(wall, isDated: true))
      }
      return wearer.digest.value
    }
    #expect(try walk(0) == walk(86_400_000 * 400))
  }

  @Test("Every action and every field of it is in the digest")
  func actions() throws {
    func place(_ e7: Int64, _ distance: Double?, _ radius: Double?, _ eph: Double?) -> Whereabouts {
      Whereabouts(
        position: Position(latitudeE7: e7, longitudeE7: e7)!, distance: distance.map { Metres($0) },
        radius: radius.map { Metres($0) }, eph: eph.map { Metres($0) })
    }
    let here = place(1, 2, 3, 4)
    let others = [
      place(0, 2, 3, 4), place(1, 5, 3, 4), place(1, 2, 5, 4), place(1, 2, 3, 5),
      place(1, nil, 3, 4), place(1, 2, nil, 4), place(1, 2, 3, nil),
    ]
    func notice(_ id: UInt64, _ matter: Notice.Matter, _ place: Whereabouts) -> Action {
      .outbox(.queued(Notice(id: NoticeID(id), matter: matter, whereabouts: place)))
    }
    var actions: [Action] = [
      .started, .alarm(.sound(.medium)), .position(.lost(here, age: .seconds(30))),
      .position(.lost(here, age: .seconds(31))), notice(1, .perimeter(.left), here),
      notice(2, .perimeter(.left), here), notice(1, .perimeter(.returned), here),
    ]
    for place in [here] + others {
      actions += [
        .perimeter(.suspected(place)), .perimeter(.cleared(place)),
        .perimeter(.left(place, initial: false)),
        .perimeter(.left(place, initial: true)), .perimeter(.returned(place)),
        .position(.regained(place)),
      ]
    }
    let digests = actions.map { action in
      var digest = Digest()
      action.fold(into: &digest)
      return digest.value
    }
    #expect(Set(digests + [Digest().value]).count == actions.count + 1)
  }

  @Test("The device fits where it must: 28 KB")
  func size() { #expect(MemoryLayout<Device>.size <= 28 * 1024) }
}
