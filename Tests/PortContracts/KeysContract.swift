import HAL
import Testing

extension PortContract {
  /// - Parameters:
  ///   - press: a finger presses, long or short, and lets go.
  ///   - unplug: the keys go away, and the board has noticed; nil for keys that never do.
  ///   - plugIn: they are back, and the board has noticed; nil for keys that never are.
  public static func keys<K: Keys>(
    _ keys: inout K, press: (inout K, KeyPress) throws -> Void,
    unplug: ((inout K) throws -> Void)? = nil, plugIn: ((inout K) throws -> Void)? = nil,
    at place: SourceLocation = #_sourceLocation
  ) throws {
    let before = try keys.read()
    #expect(before == nil, "nobody has pressed yet", sourceLocation: place)
    let available = keys.available
    let all =
      [Key.help, .ok, .plus, .minus].map { KeyPress($0) } + [KeyPress(.ok, isLong: true)]
      + [Key.help, .help, .ok].map { KeyPress($0) }
    for one in all { try press(&keys, one) }
    var came: [KeyPress] = []
    while let one = try returnsAtOnce("read", { try keys.read() }, at: place),
      came.count <= all.count
    {
      came.append(one)
    }
    #expect(
      came == all.filter { available.contains($0.key) },
      "each press once, oldest first, and none of a key that is not there", sourceLocation: place)

    guard let unplug, let key = [Key.help, .ok, .plus].first(where: { available.contains($0) })
    else { return }
    try press(&keys, KeyPress(key))
    try unplug(&keys)
    let last = try keys.read()
    #expect(last == KeyPress(key), "what came before it went is not lost", sourceLocation: place)
    #expect(throws: KeysError.unavailable, "they say that they are gone", sourceLocation: place) {
      try keys.read()
    }
    guard let plugIn else { return }
    try plugIn(&keys)
    #expect(keys.available == available, sourceLocation: place)
    let nothing = try keys.read()
    #expect(nothing == nil, sourceLocation: place)
    try press(&keys, KeyPress(key))
    let back = try keys.read()
    #expect(back == KeyPress(key), sourceLocation: place)
  }
}
