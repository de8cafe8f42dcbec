import Device
import HAL
import Testing

@testable import Trial

@Suite("Thinning a long track")
struct ReportThinnerTests {
  private func sample(
    _ second: Int, _ distance: Double, eph: Double? = 8, refusal: Refusal? = nil
  ) -> TrackSample {
    TrackSample(
      sinceStart: .seconds(Int64(second)), position: ReportFixture.home, distance: Metres(distance),
      eph: eph.map { Metres($0) }, refusal: refusal)
  }

  @Test(
    "A spike of one epoch survives a whole day, wherever it is",
    arguments: [0, 1, 2, 63, 64, 65, 4095, 4096, 43_210, 86_398, 86_399])
  func spike(_ at: Int) {
    var far = SampleThinner()
    var near = SampleThinner()
    var inaccurate = SampleThinner()
    var unknown = SampleThinner()
    for second in 0..<86_400 {
      let isSpike = second == at
      far.add(sample(second, isSpike ? 500 : 50))
      near.add(sample(second, isSpike ? 1 : 50))
      inaccurate.add(sample(second, 50, eph: isSpike ? 90 : 8))
      unknown.add(sample(second, 50, eph: isSpike ? nil : 8))
    }
    #expect(
      far.accepted.filter { $0.distance.value == 500 }.map(\.sinceStart.seconds) == [Double(at)])
    #expect(near.accepted.contains { $0.distance.value == 1 })
    #expect(inaccurate.accepted.contains { $0.eph?.value == 90 })
    #expect(unknown.accepted.contains { $0.eph == nil })
    #expect(far.count == 86_400)
    #expect(far.accepted.count <= 5 * far.capacity + 1)
  }

  @Test("Every stretch keeps its extremes, whatever the length of the track")
  func extremes() {
    for length in [1, 2, 7, 8, 9, 100, 1023, 1024, 1025, 5000] {
      var thinner = SampleThinner(capacity: 8)
      let all = (0..<length).map { sample($0, Double(($0 * 7919) % 10_007)) }
      for sample in all { thinner.add(sample) }
      let kept = thinner.accepted
      #expect(kept.map(\.distance).max() == all.map(\.distance).max())
      #expect(kept.map(\.distance).min() == all.map(\.distance).min())
      #expect(kept.first?.sinceStart == all.first?.sinceStart)
      #expect(kept.last?.sinceStart == all.last?.sinceStart)
      #expect(zip(kept, kept.dropFirst()).allSatisfy { $0.sinceStart < $1.sinceStart })
    }
  }

  @Test("Of two epochs with one time stamp neither hides the other")
  func sameStamp() {
    var thinner = SampleThinner(capacity: 2)
    for second in 0..<1000 {
      thinner.add(sample(second, 50))
      thinner.add(sample(second, second == 700 ? 400 : 50))
    }
    #expect(thinner.accepted.contains { $0.distance.value == 400 })
  }

  @Test("A refused jump does not stand in for the farthest fix that counted")
  func refused() {
    var thinner = SampleThinner(capacity: 2)
    for second in 0..<1000 {
      thinner.add(sample(second, second == 300 ? 140 : 50))
      if second % 10 == 0 { thinner.add(sample(second, 9000, refusal: .jump)) }
    }
    #expect(thinner.accepted.map(\.distance.value).max() == 140)
    #expect(thinner.accepted.allSatisfy { $0.refusal == nil })
    #expect(thinner.refused.contains { $0.distance.value == 9000 })
    #expect(thinner.count == 1100 && thinner.refusedCount == 100)
    #expect(thinner.samples.count == thinner.accepted.count + thinner.refused.count)
  }

  @Test("Gaps are those of the whole track, not those that thinning makes")
  func gaps() {
    var whole = SampleThinner(capacity: 2)
    var broken = SampleThinner(capacity: 2)
    for second in 0..<10_000 {
      whole.add(sample(second, 50))
      if !(5000..<5031).contains(second) { broken.add(sample(second, 50)) }
    }
    #expect(whole.accepted.allSatisfy { !$0.followsGap })
    #expect(broken.accepted.filter(\.followsGap).count == 1)
  }

  @Test("Thirty seconds without a fix are not yet a gap")
  func shortGap() {
    var thinner = SampleThinner()
    for second in [0, 30, 61] { thinner.add(sample(second, 50)) }
    #expect(thinner.accepted.map(\.followsGap) == [false, false, true])
  }

  @Test("Each accuracy is counted before anything is thinned out")
  func counts() {
    var thinner = SampleThinner(capacity: 2)
    for second in 0..<600 {
      let eph: [Double?] = [10, 20, 50, 50.1, nil, 0]
      thinner.add(sample(second, 50, eph: eph[second % 6]))
    }
    #expect(thinner.countByAccuracy == [100, 100, 100, 100, 200])
  }
}
