import HAL

/// An effect of the dose prompt or the glucose watch. They come in the order of execution: sound,
/// notice and record before the page that confirms.
public enum DoseChange: Equatable, Sendable {
  /// The meal's prompt, once per meal and day; after a restart in the middle it sounds again without this.
  case prompted(Meal)
  case proposed(DoseOffer)
  case confirmed(DiaryDose)
  case undone(DiaryDose)
  case refused(Meal, DoseRefusal)
  /// A low reading, once per reading.
  case low(MeterResult, isVery: Bool)
  /// A high reading, once per reading: above 250 mg/dL, or "HI".
  case high(MeterResult)
  /// `.dose`, `.lowGlucose` or `.veryLowGlucose` begins, or sounds again.
  case raise(AlarmKind)
  case clear(AlarmKind)
  case lowOver(LowGlucoseOver)
  /// A low of an earlier life is over, so notices of it tell of the past.
  case lowIsPast
  /// An entry dated ahead, once per reading or dose.
  case ahead(EntryAhead)
  /// `.lowGlucose`, `.glucoseLowOver`, `.entryAhead` or `.doseUnanswered`.
  case notify(Notice.Matter)
  /// `.reading`, `.dose`, `.doseRemoved` or `.meal`.
  case store(Record)
}
