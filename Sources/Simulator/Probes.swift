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
  case cutWhileOutside
  case returnWhileExitUndelivered
  case positionLostOutside
  case positionLostNearEdge
  case helpWithBadStorage
  case recordsLost
  case clockStepWithReminders
  case reminderNearSpringGap
  case reminderNearRepeatedHour
  case reminderMissed
  case reminderLate
  case lowGlucoseDuringPrompt
  case doseRefusedStale
  case doseUndone
  case doseCapped
  case secondDoseRefused
  case companyDuringExcursion
  case batteryLowDuringExit
  case permanentRefusal
  case escalationToSecondCaregiver
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
