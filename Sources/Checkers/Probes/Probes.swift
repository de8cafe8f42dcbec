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
  case receiverSilentForLong
  case noPositionForHalfADay
  case badProfileAtStart
  case noProfileAtStart
  case badProfileAtReload
  case insulinSectionUnsure
  case helpOnKeptProfile
  case helpWithoutProfile
  case helpAfterRefusal
  case caregiverAddedMeanwhile
  case caregiverRemovedMeanwhile
  case caregiversReorderedMeanwhile
  case caregiverReaddressedMeanwhile
  case caregiverReroutedMeanwhile
  case listChangedUnderAnAttempt
  case toldCaregiverGone
  case whereAgainAndAgain
  case notAccompaniedBeforeTrust
  case mailWithoutItsTime
  case mailReadLate
  case mailReadHoursLate
  case mailsOutOfOrder
  case mailReadTwice
  case companyHourPassedWhenRead
  case companyForANight
  case dayToldAsOpen
  case oneRouteDeadOtherAlive
  case oneServerDeadOthersAlive
  case urgentPutOff
  case urgentRefused
  case urgentUnanswered
  case urgentHalfOpen
  case urgentTakenAnswerLost
  case refusedThenTaken
  case batteryThriceAnHour
  case entryAheadByMoments
  case entryAheadByHours
  case entryAheadByDays
  case diaryReadingAdded
  case diaryReadingChanged
  case diaryReadingMoved
  case diaryReadingDeleted
  case diaryDoseAdded
  case diaryDoseChanged
  case doseDeletedWithinTheHour
  case doseDeletedLater
  case diaryBroughtBack
  case diaryOfTheDeviceEdited
  case diaryChangedUnderAnOffer
  case diaryDoseAnswersPrompt
  case diaryChangedWhileOff
  case diaryLow
  case diaryLowWhileOff
  case meterMemory
  case meterMemoryBeforeTrust
  case meterMemoryInMealHour
  case lowSentAgain
  case lowOfAnHourAgo
  case lowerAfterAnsweredLow
  case lowEndedByReading
  case clocksDisagree
  case calendarAlone
  case calendarBehindLife
  case calendarDaysAhead
  case calendarOutOfBounds
  case tenRemindersAtOnce
  case tenRemindersDueWhileOff
  case endOfTimeByReceiver
  case endOfTimeByNetwork
  case receiverFloods
  case placesTaken
  case mailAmongCrowd
  case mailTextRefused
  case mailboxBrokeOff
  case mailboxReadByOthers
  case mailboxTalks
  case mailboxNumberedAnew
  case mailMarkedLate
  case serverYesToData
  case serverOutOfStep
  case serverTalks
  case serverSilentAfterMail
  case outAfterHoursWithoutReception
  case faultToTheEnd
  case twentyKeysAMinute
  case bootLoop
  case zoneOfHalfHours
  case settingsChangedAgainAndAgain

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
