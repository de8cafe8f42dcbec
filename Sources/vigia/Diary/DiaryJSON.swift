import Device
import Diary
import Entries
import Names
import Traces

/// One JSON object on one line, keys in the order in which they were set.
struct JSONObject {
  private var members: [String] = []

  mutating func set(_ key: String, _ text: String?) {
    members.append("\"\(key)\":" + (text.map(JSONText.quoted) ?? "null"))
  }

  /// Sets a number with as many digits as tell it from its neighbours; none behind the point when it is whole.
  mutating func set(_ key: String, _ value: Double?) {
    members.append("\"\(key)\":" + (value?.shortText ?? "null"))
  }

  mutating func set(_ key: String, _ value: Bool) { members.append("\"\(key)\":\(value)") }

  mutating func set(_ key: String, _ value: Int) { members.append("\"\(key)\":\(value)") }

  mutating func set(_ key: String, _ units: InsulinUnits) { set(key, units.value) }

  mutating func set(_ key: String, _ question: ReminderQuestion) {
    members.append(
      "\"\(key)\":{\"from\":\(question.from),\"to\":\(question.to),\"start\":\(question.start)}")
  }

  var line: String { "{\(members.joined(separator: ","))}\n" }
}

/// Entries of the diary for scripts.
enum DiaryJSON {
  /// - Parameter isAhead: its time lay ahead of the clock when it was written down.
  static func line(
    _ entry: DiaryEntry, _ annotation: Annotation, isAhead: Bool = false
  ) -> String {
    var object = JSONObject()
    set(&object, entry, annotation)
    if isAhead { object.set("ahead", true) }
    return object.line
  }

  /// One line a version: when it was written, by whom, what it did, and the entry as it then was.
  static func history(_ item: DiaryBook.Item) -> String {
    item.versions.indices.map { index in
      let version = item.versions[index]
      var object = JSONObject()
      object.set("written", version.written.map { CivilTime.text($0) })
      object.set("by", version.writer.rawValue)
      object.set("change", DiaryHistoryText.change(index, of: item))
      if let entry = version.entry {
        set(&object, entry, version.annotation)
      } else {
        object.set("entry", item.known.isDose ? "dose" : "reading")
        object.set("id", item.id.text)
      }
      return object.line
    }.joined()
  }

  private static func set(_ object: inout JSONObject, _ entry: DiaryEntry, _ text: Annotation) {
    object.set("time", CivilTime.text(entry.taken))
    object.set("entry", entry.isDose ? "dose" : "reading")
    object.set("id", entry.id.text)
    switch entry {
    case .reading(let reading):
      switch reading.result {
      case .amount(let glucose):
        object.set("amount", glucose.unit.value(glucose))
        object.set("unit", glucose.unit.rawValue)
        object.set("class", nil as String?)
      case .low, .high:
        object.set("amount", nil as Double?)
        object.set("unit", nil as String?)
        object.set("class", reading.result == .low ? "LO" : "HI")
      }
      object.set("category", DiaryCategory(entry, text).name)
    case .dose(let dose):
      object.set("meal", dose.meal.spelling)
      object.set("base_u", dose.mealPart)
      object.set("correction_u", dose.correction)
      object.set("iob_u", dose.insulinOnBoard)
      object.set("proposed_u", dose.proposed)
      object.set("confirmed_u", dose.confirmed)
    }
    object.set("notes", text.notes)
  }
}
