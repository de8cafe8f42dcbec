import Device
import Diary
import HAL
import Names
import Words

/// The form of an entry, for the template "diary-entry".
struct DiaryFormContent {
  struct Option {
    var optionValue: String
    var optionName: String
    var isChosen: Bool
  }

  struct Hidden {
    var fieldName: String
    var fieldValue: Rich
  }

  var name: String
  var heading: Rich
  var diaryPath: String
  var action: String
  var deletePath: String?
  var old: Rich?
  var oldNote: String?
  var problem: Rich?
  /// The form's question and its answer; nil while the fields are shown.
  var question: Rich?
  var newText: Rich?
  var newNote: String?
  var confirm: Rich?
  var hidden: [Hidden]
  var hasFields: Bool
  var isReading: Bool
  var isDose: Bool
  var isNew: Bool
  var otherPath: String
  var other: Rich
  var amount: String
  var units: [Option]
  var date: String
  var time: String
  var zone: Rich
  var which: [Option]
  var isTwice: Bool
  var categories: [Option]
  var newCategory: String
  var notes: Rich
  var dose: String
  var meals: [Option]
  var base: String
  var correction: String
  var wrongAmount: Bool
  var wrongTime: Bool
  var wrongCategory: Bool
  var wrongNotes: Bool
  var wrongDose: Bool
  var wrongBase: Bool
  var wrongCorrection: Bool
  let title: String

  init(_ view: DiaryFormView, _ wearer: WearerLink, _ speak: PageWording) {
    let fields = view.fields
    let removal = view.confirms?.kind == .removed
    name = wearer.name
    isDose = fields.isDose
    isReading = !isDose
    isNew = view.entry == nil
    let key: DiaryFormPhrase =
      removal
      ? .deleteTitle
      : isNew ? (isDose ? .newDose : .newReading) : isDose ? .editDose : .editReading
    heading = speak(key)
    title = "\(wearer.name): \(speak.plain(key))"
    diaryPath = Path.diary(wearer.id)
    action =
      view.entry.map {
        removal ? Path.deleteEntry(wearer.id, $0) : Path.diaryEntry(wearer.id, $0)
      } ?? Path.newEntry(wearer.id)
    old = view.old.map { DiaryEntryWords.text($0, speak) }
    oldNote = view.old?.annotation.notes
    problem = view.problem.map { speak(DiaryFormPhrase($0)) }
    hasFields = view.confirms == nil
    deletePath = hasFields ? view.entry.map { Path.deleteEntry(wearer.id, $0) } : nil
    if let change = view.confirms {
      question = speak(
        change.kind == .added
          ? DiaryFormPhrase.askAdd : change.kind == .changed ? .askChange : .askDelete)
      confirm = speak(
        change.kind == .added
          ? DiaryFormPhrase.yesAdd : change.kind == .changed ? .yesChange : .yesDelete)
      if change.kind != .removed {
        newText = DiaryEntryWords.text(change, speak)
        newNote = change.annotation.notes
      }
    }
    hidden = DiaryFormContent.hidden(view)
    otherPath = Path.newEntry(wearer.id) + (isDose ? "?kind=reading" : "?kind=dose")
    other = speak(isDose ? DiaryFormPhrase.newReading : .newDose)
    amount = fields.amount
    units = GlucoseUnit.allCases.map {
      Option(
        optionValue: $0.rawValue, optionName: $0.rawValue, isChosen: $0.rawValue == fields.unit)
    }
    // A browser refuses a value that is none.
    date = Day(fields.date)?.text ?? ""
    time = fields.time.count == 5 ? fields.time : ""
    zone = speak(DiaryFormPhrase.zone, (.zone, speak.city))
    isTwice = view.problem == .twice || !fields.which.isEmpty
    which = [("first", DiaryFormPhrase.first), ("second", .second)].map {
      Option(optionValue: $0.0, optionName: speak.plain($0.1), isChosen: fields.which == $0.0)
    }
    categories =
      DiaryFormView.common.map { category, name in
        Option(
          optionValue: name, optionName: category.text(speak.language),
          isChosen: name == fields.category)
      }
      + view.categories.map {
        Option(optionValue: $0, optionName: $0, isChosen: $0 == fields.category)
      }
    newCategory = fields.newCategory
    notes = DiaryFormContent.lines(fields.notes, "\n")
    dose = fields.dose
    let words = GlucoseWords(unit: .milligrams, speak: speak)
    meals = DiaryFormView.meals.map { meal, name in
      Option(optionValue: name, optionName: words.meal(meal), isChosen: name == fields.meal)
    }
    base = fields.base
    correction = fields.correction
    let problem = view.problem
    wrongAmount = problem == .amount || problem == .amountRange
    wrongTime = [.time, .skipped, .twice, .ahead, .old].contains(problem)
    wrongCategory = problem == .category
    wrongNotes = problem == .notes
    wrongDose = problem == .dose
    wrongBase = problem == .base
    wrongCorrection = problem == .correction || problem == .tooMuchCorrection
  }

  /// The fields that go with the form unseen: all of them, once it asks for a yes.
  private static func hidden(_ view: DiaryFormView) -> [Hidden] {
    let fields = view.fields
    var hidden = [
      Hidden(fieldName: "after", fieldValue: Rich(String(view.after))),
      Hidden(fieldName: "kind", fieldValue: Rich(fields.isDose ? "dose" : "reading")),
    ]
    guard view.confirms != nil else { return hidden }
    hidden.append(Hidden(fieldName: "confirm", fieldValue: Rich("yes")))
    if view.confirms?.kind == .removed { return hidden }
    let values = [
      ("amount", fields.amount), ("unit", fields.unit), ("date", fields.date),
      ("time", fields.time), ("which", fields.which), ("category", fields.category),
      ("new_category", fields.newCategory), ("notes", fields.notes), ("dose", fields.dose),
      ("meal", fields.meal), ("base", fields.base), ("correction", fields.correction),
    ]
    return hidden
      + values.filter { !$0.1.isEmpty }.map {
        Hidden(fieldName: $0.0, fieldValue: lines($0.1, "&#10;"))
      }
  }

  /// Lines of a text, which the escaping of a page would join.
  private static func lines(_ text: String, _ end: String) -> Rich {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { Rich(String($0)) }
      .joined(end)
  }
}

extension DiaryFormPhrase {
  init(_ problem: DiaryFormView.Problem) {
    self =
      switch problem {
      case .amount: .wrongAmount
      case .amountRange: .wrongAmountRange
      case .time: .wrongTime
      case .skipped: .wrongSkipped
      case .twice: .wrongTwice
      case .ahead: .wrongAhead
      case .old: .wrongOld
      case .category: .wrongCategory
      case .notes: .wrongNotes
      case .dose: .wrongDose
      case .base: .wrongBase
      case .correction: .wrongCorrection
      case .tooMuchCorrection: .wrongTooMuch
      case .same: .wrongSame
      case .outdated: .wrongOutdated
      case .underWay: .wrongUnderWay
      case .tooMany: .wrongTooMany
      }
  }
}
