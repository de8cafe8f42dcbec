import Device
import HAL
import Testing

@Suite("Another circle in place of the trace's own")
struct PerimeterChangeTests {
  private let home = Position(latitudeE7: -29_005_000, longitudeE7: -790_045_000)

  @Test("What a change does not name stays: centre, radius and sensitivity")
  func stays() throws {
    let home = try #require(home)
    let own = try Perimeter(center: home, radius: Metres(150), temper: .calm)
    let circle = try Perimeter(center: home, radius: Metres(250), temper: .quick)
    let wider = try #require(PerimeterChange(circle: circle).applied(to: own))
    #expect(wider.radius == Metres(250))
    #expect(wider.temper == .calm)
    let quick = try #require(PerimeterChange(sensitivity: .quick).applied(to: own))
    #expect(quick.radius == Metres(150))
    #expect(quick.center == home)
    #expect(quick.temper == .quick)
  }
}
