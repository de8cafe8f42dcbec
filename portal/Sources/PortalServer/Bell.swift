/// Tells those who wait that something has changed: pages of a wearer, and the wearer's device.
///
/// It carries no content. Whoever hears it looks into the file.
actor Bell {
  enum Listener: Hashable, Sendable {
    case page, device
  }

  private struct Key: Hashable {
    var wearer: String
    var listener: Listener
  }

  private var streams: [Key: [Int: AsyncStream<Void>.Continuation]] = [:]
  private var lastNumber = 0
  private var lookedAt: [String: ContinuousClock.Instant] = [:]

  /// A look without script counts as watching for so long.
  static let look = Duration.seconds(60)

  /// One element for each ring from now on; rings that nobody took yet are one.
  func listen(to wearer: String, as listener: Listener) -> (AsyncStream<Void>, Int) {
    lastNumber += 1
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    streams[Key(wearer: wearer, listener: listener), default: [:]][lastNumber] = continuation
    return (stream, lastNumber)
  }

  func leave(_ wearer: String, _ listener: Listener, _ number: Int) {
    let key = Key(wearer: wearer, listener: listener)
    streams[key]?.removeValue(forKey: number)?.finish()
    if streams[key]?.isEmpty == true { streams[key] = nil }
  }

  func ring(_ wearer: String, _ listener: Listener) {
    for (_, stream) in streams[Key(wearer: wearer, listener: listener)] ?? [:] { stream.yield() }
  }

  /// A newer call of the device: an older one that is still held is answered.
  func ringOthers(_ wearer: String, but number: Int) {
    for (other, stream) in streams[Key(wearer: wearer, listener: .device)] ?? [:]
    where other != number {
      stream.yield()
    }
  }

  func looked(at wearer: String) { lookedAt[wearer] = .now }

  /// Somebody has a page of that wearer open, or looked within the last minute.
  func isWatched(_ wearer: String) -> Bool {
    if streams[Key(wearer: wearer, listener: .page)] != nil { return true }
    return lookedAt[wearer].map { .now - $0 < Bell.look } ?? false
  }

  func pages(of wearer: String) -> Int {
    streams[Key(wearer: wearer, listener: .page)]?.count ?? 0
  }
}
