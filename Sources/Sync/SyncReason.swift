/// A device's reason for not doing what a message says.
///
/// It travels as one line of English. A portal knows these lines, and says them in its reader's language.
public enum SyncReason: String, CaseIterable, Sendable {
  case unknownWord = "this device does not know what was asked"
  case unknownCaregiver = "the list on the device has changed, and no longer has this caregiver"
  case unknownNotice = "the device has no such notice"
  case answered = "nobody waits for an answer to that notice any more"
  case past = "the hour is over"
  case tooFar = "the hour is too far ahead"
  case timeUnknown = "the device does not know the time"
  case notTaken = "the device did not take it"
  case diaryChanged = "the diary on the device has changed meanwhile"
  case entryAhead =
    "the time of the entry lies ahead of the device's clock, or before the year 2000"
  case entryGone = "the device has no such entry any more"
  case entryUnfit = "the device takes no such entry"
  case noRecording = "the device has no recording of its days yet"
  case noHome = "no stay of five minutes or more was recorded, so home is not known"
  case noAdvice = "the device could not work it out"
  case nobodyToTell = "no caregiver has a way to be told"
}
