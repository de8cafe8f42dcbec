import HAL
import Simulator
import Sync

extension SyncAdvice {
  /// The figures of an advice, for whoever need not know where the wearer goes.
  ///
  /// Nil where no home can be told.
  /// - Parameter centre: that of the perimeter in force.
  public init?(_ advice: PerimeterAdvice, centre: Position) {
    guard let home = advice.home, let needed = advice.needed, let radius = advice.radius else {
      return nil
    }
    self.init(
      days: advice.days, recorded: advice.recorded.count / 1000,
      atHome: home.lasted.count / 1000, fixes: home.fixes,
      centre: (centre.latitudeE7, centre.longitudeE7),
      off: SyncAdvice.tenths(VisitedPlace.distance(home.position, centre)),
      scatter: SyncAdvice.tenths(home.scatter.most.value),
      needed: SyncAdvice.tenths(needed.value), radius: Int(radius.value))
    farthest = advice.farthest.map(SyncAdvice.stay)
    beyond = advice.beyond.last.map(SyncAdvice.stay)
    seldom = advice.seldom.last { $0.distance > (advice.farthest?.distance ?? Metres(0)) }
      .map(SyncAdvice.stay)
    rival = advice.rival.map(SyncAdvice.stay)
  }

  private static func stay(_ outing: PerimeterAdvice.Outing) -> Stay {
    Stay(distance: tenths(outing.distance.value), days: outing.days)
  }

  private static func tenths(_ metres: Double) -> Double { (metres * 10).rounded() / 10 }
}

extension PerimeterAdvice {
  /// The figures as JSON, as a device sends them to its portal; nil where no home can be told.
  /// - Parameter centre: that of the perimeter in force.
  public func figures(centre: Position) -> String? {
    SyncAdvice(self, centre: centre).map { String(decoding: $0.json, as: UTF8.self) }
  }
}
