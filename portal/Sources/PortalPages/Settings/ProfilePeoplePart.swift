/// The people of the device's profile, for the template "setting-people".
struct ProfilePeoplePart {
  struct Person {
    var profileName: Rich
    var profileMore: Rich
    var profileEdit: String
    var profileEditLabel: Rich
    var profileDelete: String
    var profileDeleteLabel: Rich
    /// Nil for the first, whom nobody comes before.
    var profileUp: String?
    var profileUpLabel: Rich
    var profileRevision: String
  }

  var settingState: SettingStatePart
  var profilePeople: [Person]
  var profileAdd: String?
  var profileForms: [SettingFormPart]

  /// Nil for a page that says nothing of the profile.
  init?(_ view: PeopleView, _ wearer: WearerLink, _ speak: PageWording) {
    guard let state = view.state.map({ SettingStatePart($0, wearer, speak) }) else { return nil }
    settingState = state
    profilePeople = view.profile.enumerated().map { index, person in
      let path = Path.caregiver(wearer.id, person.id)
      return Person(
        profileName: (person.photo.map {
          .photo(Path.picture(wearer.id, $0), of: person.name, speak)
        } ?? Rich("")) + Rich(person.name),
        profileMore: Rich(
          [person.kinship, person.email].compactMap { $0 }.joined(separator: ", ")),
        profileEdit: path, profileEditLabel: speak(SettingPhrase.edit, (.title, person.name)),
        profileDelete: path + "/delete",
        profileDeleteLabel: speak(SettingPhrase.remove, (.title, person.name)),
        profileUp: index == 0 ? nil : path + "/up",
        profileUpLabel: speak(SettingPhrase.up, (.name, person.name)),
        profileRevision: String(view.wearer?.revision ?? 0))
    }
    profileAdd = view.wearer == nil ? nil : Path.caregivers(wearer.id)
    profileForms = [view.wearer, view.wearerPhoto].compactMap { $0 }.map {
      SettingFormPart($0, of: wearer.id, speak)
    }
  }
}
