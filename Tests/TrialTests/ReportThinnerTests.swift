import Device
import Foundation
import HAL
import TestSupport
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

  @Test("Two epochs with one time stamp do not hide each other")
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

  @Test("No position lies farther off the line that is drawn than the page says", arguments: 0..<4)
  func deviation(_ kind: Int) {
    // A walk with turns and noise, in which one in nine is still for a while; and one over weeks.
    var thinner = SampleThinner(capacity: 120)
    var all: [TrackSample] = []
    var random = SplitMix64(seed: UInt64(kind) + 7)
    func noise() -> Double { Double(random.next() >> 40) / Double(1 << 24) - 0.5 }
    var (x, y, heading) = (0.0, 0.0, 0.0)
    for second in 0..<(kind == 3 ? 20_000 : 4000) {
      heading += noise() * (second % 97 == 0 ? 3 : 0.1)
      let speed = second / 300 % 9 == 0 ? 0 : 1.3
      (x, y) = (x + cos(heading) * speed, y + sin(heading) * speed)
      let (east, north) = (x + noise() * 6 * Double(kind), y + noise() * 6 * Double(kind))
      let position = Position(
        latitudeE7: Int64(ReportFixture.home.latitudeE7) + Int64(north * 90),
        longitudeE7: Int64(ReportFixture.home.longitudeE7) + Int64(east * 90))!
      let sample = TrackSample(
        sinceStart: .seconds(Int64(second * (second > 2000 ? 2 : 1))), position: position,
        distance: Metres((east * east + north * north).squareRoot()), eph: Metres(8), refusal: nil)
      all.append(sample)
      thinner.add(sample)
    }
    thinner.finish()
    let kept = thinner.accepted
    #expect(kept.count <= 130)
    #expect(thinner.deviation.value > 0)
    var worst = 0.0
    var next = 1
    for sample in all {
      while next < kept.count - 1, kept[next].sinceStart < sample.sinceStart { next += 1 }
      let (a, b) = (kept[next - 1], kept[next])
      let part =
        Double(sample.sinceStart.count - a.sinceStart.count)
        / Double(b.sinceStart.count - a.sinceStart.count)
      func off(_ value: (Position) -> Int32) -> Double {
        let line = Double(value(a.position)) * (1 - part) + Double(value(b.position)) * part
        return (line - Double(value(sample.position))) * 0.0111
      }
      let (north, east) = (off(\.latitudeE7), off(\.longitudeE7))
      worst = max(worst, (north * north + east * east).squareRoot())
    }
    #expect(worst <= thinner.deviation.value)
    // The figure of the page is no empty promise either.
    #expect(thinner.deviation.value < 4 * worst + 1)
  }
}
