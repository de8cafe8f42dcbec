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

  @Test("The device fits where it must: 32 KB")
  func size() { #expect(MemoryLayout<Device>.size <= 32 * 1024) }
}
