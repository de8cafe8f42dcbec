import HAL

/// What the dose prompt and the glucose watch tell, in the order in which it is to happen: sound,
/// notice and record before the page that confirms.
public enum DoseChange: Equatable, Sendable {
  /// Once per meal and day; after a restart in the middle it sounds again without this.
  case prompted(Meal)
  case proposed(DoseOffer)
  case confirmed(DiaryDose)
  case undone(DiaryDose)
  case refused(Meal, DoseRefusal)
  /// Once per reading.
  case low(MeterResult, isVery: Bool)
  /// Once per reading: above 250 mg/dL, or "HI".
  case high(MeterResult)
  /// `.dose`, `.lowGlucose` or `.veryLowGlucose` begins, or sounds again.
  case raise(AlarmKind)
  case clear(AlarmKind)
  case lowOver(LowGlucoseOver)
  /// The notices of low glucose of an earlier life tell of the past.
  case lowIsPast
  /// Once per reading or dose.
  case ahead(EntryAhead)
  /// `.lowGlucose`, `.glucoseLowOver`, `.entryAhead` or `.doseUnanswered`.
  case notify(Notice.Matter)
  /// `.reading`, `.dose`, `.doseRemoved` or `.meal`.
  case store(Record)
}
