import HAL

/// What must always be so. Each is judged by a checker that knows only what happened: true states of
/// the world, events and actions, never what the core holds.
public enum Invariant: String, Sendable, CaseIterable {
  case exitIsAnnounced = "exit-is-announced"
  case insideIsNotReported = "inside-is-not-reported"
  case oneExitAnExcursion = "one-exit-an-excursion"
  case returnIsAnnounced = "return-is-announced"
  case lostPositionIsTold = "lost-position-is-told"
  case helpSounds = "help-sounds"
  case helpIsDelivered = "help-is-delivered"
  case toldIsTrue = "told-is-true"
  case reminderIsAnnounced = "reminder-is-announced"
  case reminderIsAskedOnce = "reminder-is-asked-once"
  case unansweredReachesCaregiver = "unanswered-reaches-caregiver"
  case doseIsSafe = "dose-is-safe"
  case doseIsRight = "dose-is-right"
  case mealIsAskedFor = "meal-is-asked-for"
  case lowGlucoseAlarms = "low-glucose-alarms"
  case highIsNotMasked = "high-is-not-masked"
  case alarmSounds = "alarm-sounds"
  case urgentIsNotDropped = "urgent-is-not-dropped"
  case noticesEnd = "notices-end"
  case retriesArePatient = "retries-are-patient"
  case companyEnds = "company-ends"
  case allIsWellIsSaid = "all-is-well-is-said"
  case batteryIsTold = "battery-is-told"
  case clockIsRight = "clock-is-right"
  case downtimeIsTold = "downtime-is-told"
  case companyNeedsProof = "company-needs-proof"
  case notAccompaniedCounts = "not-accompanied-counts"
  case refusalIsAnswered = "refusal-is-answered"
  case endedCompanyStaysEnded = "ended-company-stays-ended"
  case everyRouteIsTried = "every-route-is-tried"
  case nextCaregiverIsTold = "next-caregiver-is-told"
  case pressTriesAllRoutes = "press-tries-all-routes"
  case waitingNoticeMovesOn = "waiting-notice-moves-on"
  case answeredIsWithdrawn = "answered-is-withdrawn"
  case answeredIsSaid = "answered-is-said"
  case namedWereTold = "named-were-told"
  case newFirstIsTold = "new-first-is-told"
  case nobodyIsSkipped = "nobody-is-skipped"
  case answerIsShown = "answer-is-shown"
  case lowAndHelpShareThePage = "low-and-help-share-the-page"
  case allIsWellIsTrue = "all-is-well-is-true"
  case openDayIsTold = "open-day-is-told"
  case silentReceiverIsTold = "silent-receiver-is-told"
  case longLostIsTold = "long-lost-is-told"
  case helpOnKeptProfile = "help-on-kept-profile"
  case keptProfileIsShown = "kept-profile-is-shown"
  case noDoseOnUnsureProfile = "no-dose-on-unsure-profile"
  case whereIsLimited = "where-is-limited"
  case batteryIsLimited = "battery-is-limited"
  case deadlinesAreKept = "deadlines-are-kept"
  case memoryIsBounded = "memory-is-bounded"
  case lowAlarmsHoweverItCame = "low-alarms-however-it-came"
  case sameReadingIsNoNewLow = "same-reading-is-no-new-low"
  case answerSilencesItsOwnLow = "answer-silences-its-own-low"
  case nobodyActsOnThePast = "nobody-acts-on-the-past"
  case doseStandsOnNewest = "dose-stands-on-the-newest"
  case enteredDoseAnswers = "entered-dose-answers"
  case unclearDoseIsWaitedFor = "unclear-dose-is-waited-for"
  case nothingCountsForEver = "nothing-counts-for-ever"
  case lowOverIsTold = "low-over-is-told"
  case lowIsMeasuredAgain = "low-is-measured-again"
  case aheadEntryIsTold = "ahead-entry-is-told"
  case deletedDoseReopens = "deleted-dose-reopens"
  case unansweredWasAsked = "unanswered-was-asked"
  case unsureReminderIsAnnounced = "unsure-reminder-is-announced"
  case unsureReminderIsSetRight = "unsure-reminder-is-set-right"
  case disputedClockStays = "disputed-clock-stays"
  case disputeIsToldOnce = "dispute-is-told-once"
  case disputeIsDecided = "dispute-is-decided"
  case answerIsFound = "answer-is-found"
  case mailIsReadOnce = "mail-is-read-once"
  case deliveredIsTrue = "delivered-is-true"
  case wayWaitsForNoOther = "way-waits-for-no-other"
  case turnIsBounded = "turn-is-bounded"
  case floodIsBounded = "flood-is-bounded"
  case pageIsDue = "page-is-due"
  case pageHasACause = "page-has-a-cause"
  case noticeIsTrue = "notice-is-true"
  case groundIsTrue = "ground-is-true"
  case figuresAreDocumented = "figures-are-documented"
  case recordsComeBack = "records-come-back"
  case trailIsTold = "trail-is-told"
  case reminderIsPutOff = "reminder-is-put-off"
}

/// An invariant that did not hold.
public struct Violation: Equatable, Sendable {
  public var invariant: Invariant
  public var at: Instant
  /// What happened, in one line.
  public var what: String

  public init(invariant: Invariant, at: Instant, what: String) {
    self.invariant = invariant
    self.at = at
    self.what = what
  }
}
