import HAL

extension PerimeterAdvice {
  /// One object, keys in fixed order; null where nothing can be told.
  public func json(wish: Metres? = nil) -> String {
    func places(_ list: [Outing]) -> String {
      "["
        + list.map {
          "{\"lat\":\(AdviceWords.degrees($0.position.latitudeE7)),"
            + "\"lon\":\(AdviceWords.degrees($0.position.longitudeE7)),"
            + "\"distance_m\":\(Figure.text($0.distance.value, 1)),\"days\":\($0.days),"
            + "\"stayed_s\":\($0.lasted.count / 1000)}"
        }.joined(separator: ",") + "]"
    }
    func metres(_ length: Metres?) -> String { length.map { Figure.text($0.value, 1) } ?? "null" }
    let members: [(String, String)] = [
      ("event", "\"advice\""),
      ("lat", home.map { AdviceWords.degrees($0.position.latitudeE7) } ?? "null"),
      ("lon", home.map { AdviceWords.degrees($0.position.longitudeE7) } ?? "null"),
      ("radius_m", radius.map { Figure.text($0.value) } ?? "null"),
      ("needed_m", metres(needed)), ("margin_m", metres(margin)),
      ("recorded_s", String(recorded.count / 1000)), ("days", String(days)),
      ("home_s", String((home?.lasted.count ?? 0) / 1000)),
      ("home_unseen_s", String((home?.unseen.count ?? 0) / 1000)),
      ("home_night_s", String((home?.nights.count ?? 0) / 1000)),
      ("home_fixes", String(home?.fixes ?? 0)),
      ("r50_m", metres(home?.scatter.half)), ("r95_m", metres(home?.scatter.most)),
      ("r99_m", metres(home?.scatter.nearlyAll)), ("daily", places(daily)),
      ("seldom", places(seldom)),
      ("warnings", "[" + warnings(wish: wish).map { "\"\($0)\"" }.joined(separator: ",") + "]"),
    ]
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }
}
