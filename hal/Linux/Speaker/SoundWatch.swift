/// Waits for the descriptors of a device that sounds.
///
/// All of a device's descriptors mean something together only, so that whatever one says, the device is
/// asked. A plugin may go on saying nothing, or that there is room where there is none: if no samples
/// are taken for a while, the device counts as stalled, and nothing turns for ever.
final class SoundWatch {
  /// Milliseconds without progress.
  private static let patience: Int64 = 2000

  private let reactor: Reactor
  private let serve: () -> Void
  private var registrations: [Reactor.Registration] = []
  private let timer: Reactor.Timer

  /// - Parameters:
  ///   - serve: the device may take more.
  ///   - stalled: it took nothing for too long.
  init(_ reactor: Reactor, serve: @escaping () -> Void, stalled: @escaping () -> Void) {
    self.reactor = reactor
    self.serve = serve
    timer = reactor.addTimer(ring: stalled)
  }

  deinit {
    stop()
    reactor.remove(timer)
  }

  /// - Throws: `SoundError` when the device has a descriptor that cannot be watched.
  func start(_ device: SoundDevice) throws(SoundError) {
    for index in 0..<device.descriptorCount {
      let (number, events) = device.descriptor(index)
      do throws(SystemError) {
        let registration = try reactor.add(number, events, .speaker) { [unowned self, device] _ in
          if device.isReady { serve() }
        }
        registrations.append(registration)
      } catch {
        stop()
        throw SoundError(code: error.code)
      }
    }
    progress()
  }

  /// It took samples.
  func progress() {
    let due = reactor.now.after(milliseconds: SoundWatch.patience)
    if !registrations.isEmpty { reactor.set(timer, at: due) }
  }

  func stop() {
    for registration in registrations { reactor.remove(registration) }
    registrations.removeAll()
    reactor.set(timer, at: nil)
  }
}
