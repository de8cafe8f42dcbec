import Device
import Diary
import Entries
import HAL
import Names
import Words

/// One entry of the diary in a line of text.
enum DiaryEntryWords {
  /// "104 mg/dL, antes del almuerzo, a las 15:04"; of an entry that nobody knows its kind.
  static func text(_ change: DiaryChange, _ speak: PageWording) -> Rich {
    guard let entry = change.entry else {
      return speak(change.isDose ? DiaryPhrase.aDose : .aReading)
    }
    return text(entry, change.annotation, speak)
  }

  static func text(_ entry: DiaryEntry, _ annotation: Annotation, _ speak: PageWording) -> Rich {
    let time = (Gap.time, speak.moment(entry.taken))
    switch entry {
    case .reading(let reading):
      let unit = GlucoseUnit(common: [reading.result])
      return speak(
        DiaryPhrase.readingAt,
        (.value, Rich(GlucoseWords(unit: unit, speak: speak).text(reading.result))),
        (.name, Rich(annotation.category ?? reading.category.text(speak.language))), time)
    case .dose(let dose):
      let words = GlucoseWords(unit: .milligrams, speak: speak)
      return speak(
        DiaryPhrase.doseAt, (.value, Rich(words.units(dose.confirmed))),
        (.name, Rich(words.meal(dose.meal))), time)
    }
  }
}
