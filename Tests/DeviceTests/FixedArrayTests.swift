import Device
import Testing

@Suite("A table that never grows")
struct FixedArrayTests {
  @Test("A full one lets go of the oldest, and keeps the order of the others")
  func push() {
    var table = FixedArray<3, Int>()
    for element in 1...5 { table.push(element) }
    #expect(table.count == 3)
    #expect((0..<table.count).map { table[$0] } == [3, 4, 5])
  }
}
