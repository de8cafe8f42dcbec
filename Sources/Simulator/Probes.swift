import Device
import HAL

/// A rare situation by name: that it occurs shows that the simulation gets there.
public enum Probe: Int, Sendable, CaseIterable {
  case exitWhileExitMailInFlight
  case cutBetweenToneAndNotice
  case cutBetweenNoticeAndPage
  case cutWhileRecordWritten
  case helpWhileNetworkDown
  case helpWithoutPosition
  case helpWhileOutside
  case helpDuringReminder
  case mailTakenAnswerLost
  case answerAfterReboot
  case exitOnRestoredPlace
  case returnWhileExitUndelivered
  case positionLostOutside
  case positionLostNearEdge
  case storageFullDuringHelp
  case bootOnLyingStorage
  case clockStepOverReminder
  case reminderInSpringGap
  case reminderInRepeatedHour
  case reminderMissedWhileOff
  case reminderLateAfterOff
  case lowGlucoseDuringPrompt
  case doseRefusedStale
  case doseUndone
  case doseCapped
  case secondDoseRefused
  case companyDuringExcursion
  case batteryLowDuringExit
  case permanentRefusal
  case escalationToSecondCaregiver
  case weekRollover
  case spikeBeyondEdge
  case helpNotThrough
  case reloadDuringExcursion

  /// As people read it.
  public var name: String {
    var name = ""
    for c in "\(self)" {
      if c.isUppercase { name += "-" }
      name += c.lowercased()
    }
    return name
  }
}

/// How often each situation occurred.
public struct Probes: Sendable {
  public private(set) var counts = [Int](repeating: 0, count: Probe.allCases.count)

  private var exitsInFlight = 0
  private var isOutside = false
  private var hasCutStorage = false
  private var lastAction = Probes.Last.other
  private var hasReminderPage = false
  private var hasPrompt = false
  private var exitUndelivered = false
  private var wasInFlight = false
  private var isBooting = false

  private enum Last { case tone, notice, stored, other }

  public init() {}

  mutating func hit(_ probe: Probe) { counts[probe.rawValue] += 1 }

  public mutating func add(_ other: Probes) {
    for i in counts.indices { counts[i] += other.counts[i] }
  }

  mutating func see(_ fix: FixSighting, _ truth: Truth) {}
  mutating func see(_ event: Event, _ truth: Truth) {}
  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {}
  mutating func see(_ change: WorldChange, _ truth: Truth) {}
}
