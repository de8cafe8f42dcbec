import HAL
import Sync

/// Questions of caregivers for advice on the perimeter.
extension LiveDevice {
  /// Answers them together. A power cut meanwhile brings them again.
  func advise(_ questions: [Int64], at now: Instant) {
    guard let portal else { return }
    portal.advised.formUnion(questions)
    guard !questions.isEmpty, portal.adviceWork == nil else { return }
    let recordings = BlackBox.files(options.recording)
    guard !recordings.isEmpty else { return end(.noRecording) }
    do {
      portal.adviceWork = try AdviceWork(
        reactor, centre: profile.perimeter.center, recordings: recordings
      ) { [unowned self] outcome in
        self.portal?.adviceWork = nil
        switch outcome {
        case .advice(let advice): end(nil, advice)
        case .noHome: end(.noHome)
        case .failed: end(.noAdvice)
        }
      }
    } catch {
      log("portal: no advice can be worked out: \(error)")
      end(.noAdvice)
    }
  }

  private func end(_ why: SyncReason?, _ advice: SyncAdvice? = nil) {
    guard let portal else { return }
    for question in portal.advised.sorted() {
      portal.link.ended(question, refused: why?.rawValue, advice: advice, at: board.clock.now)
    }
    portal.advised = []
    aimPortal()
  }
}
