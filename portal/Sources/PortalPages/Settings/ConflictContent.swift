/// Two texts of one thing, for the template "conflict".
struct ConflictContent {
  struct Row {
    var rowLabel: Rich
    var rowValue: Rich
    var differs: Bool
  }

  struct Hidden {
    var hiddenName: String
    var hiddenValue: String
  }

  var conflictCause: Rich
  var deviceSays: String?
  var conflictForm: Rich
  var mineTitle: Rich
  var mine: [Row]
  var hasMine: Bool
  var mineFields: [Hidden]
  var againAction: String?
  var againLabel: String
  var nowRevision: String
  var lostNumber: String?
  var isGone: Bool
  var standing: [Row]
  var hasStanding: Bool
  var list: [String]
  var hasList: Bool
  var settleAction: String?
  var leavePath: String?

  init(_ view: ConflictView, _ wearer: WearerLink, _ speak: PageWording) {
    switch view.cause {
    case .changedBy(let name, let at):
      conflictCause = speak(
        SettingPhrase.changedBy, (.name, Rich(name)), (.time, speak.moment(at)))
    case .deviceChanged(let at):
      conflictCause = speak(SettingPhrase.deviceChanged, (.time, speak.moment(at)))
    case .refused(let at, let why):
      conflictCause = speak(SettingPhrase.deviceRefused, (.time, speak.moment(at)))
      deviceSays = why
    case .noRight(let at):
      conflictCause = speak(SettingPhrase.noRight, (.time, speak.moment(at)))
    case .outdated(let at):
      conflictCause = speak(SettingPhrase.outdated, (.time, speak.moment(at)))
    case .unknown: conflictCause = speak(SettingPhrase.noBase)
    }
    conflictForm = SettingFormPart.title(view.form, about: view.about, speak)
    mineTitle = speak(SettingPhrase.mineTitle, (.name, view.writer))
    func picture(_ hash: String?) -> Rich? {
      hash.map { .photo(Path.picture(wearer.id, $0), of: view.about, speak) }
    }
    mine = ConflictContent.rows(
      view.form, view.mine, beside: view.now, photo: picture(view.photos.mine), speak)
    hasMine = !mine.isEmpty
    mineFields = view.form.fields.map {
      Hidden(hiddenName: $0.name, hiddenValue: view.mine[$0.name] ?? "")
    }
    let isGone = view.form.hasTarget && view.now == nil
    self.isGone = isGone
    let form = isGone ? view.form.adding : view.form
    againAction = form.map { Path.save(wearer.id, $0, isGone ? "" : view.target) }
    let isDeleting = view.form == .reminderDelete || view.form == .caregiverDelete
    againLabel = speak.plain(
      isGone ? SettingPhrase.addAgain : isDeleting ? .delete : .again)
    nowRevision = String(view.revision)
    lostNumber = view.lost.map { String($0) }
    let fields =
      isDeleting
      ? (view.form == .reminderDelete ? SettingForm.reminderEdit : .caregiverEdit) : view.form
    standing =
      view.now.map { now in
        ConflictContent.rows(
          fields, now, beside: isDeleting ? nil : view.mine, photo: picture(view.photos.now), speak)
      } ?? []
    hasStanding = !standing.isEmpty
    list = view.now == nil || view.form.fields.isEmpty || !view.form.hasTarget ? view.list : []
    hasList = !list.isEmpty
    settleAction = view.lost.map { Path.settle(wearer.id, $0) }
    leavePath = view.lost == nil ? Path.settings(wearer.id, view.form.home) : nil
  }

  /// The fields that say something on one side or the other.
  private static func rows(
    _ form: SettingForm, _ values: [String: String], beside other: [String: String]?,
    photo: Rich?, _ speak: PageWording
  ) -> [Row] {
    form.fields.compactMap { field in
      let value = values[field.name] ?? ""
      let beside = other.map { $0[field.name] ?? "" }
      if value.isEmpty, beside ?? "" == "" { return nil }
      let words = SettingFieldWords(field, form)
      let text = value.isEmpty ? speak.plain(SettingPhrase.nothing) : words.words(value, speak)
      return Row(
        rowLabel: words.label(speak), rowValue: field == .photo ? photo ?? Rich(text) : Rich(text),
        differs: beside.map { $0 != value } ?? false)
    }
  }
}
