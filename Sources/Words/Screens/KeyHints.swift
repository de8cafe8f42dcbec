import HAL

/// The keys of a page.
extension Wording {
  var help: ScreenText.KeyHint {
    ScreenText.KeyHint(key: .help, isLong: false, label: say(KeyPhrase.help), text: "")
  }

  func ok(_ what: KeyPhrase) -> ScreenText.KeyHint { hint(.ok, .ok, what) }
  func plus(_ what: KeyPhrase) -> ScreenText.KeyHint { hint(.plus, .plus, what) }
  func minus(_ what: KeyPhrase) -> ScreenText.KeyHint { hint(.minus, .minus, what) }

  func okLong(_ what: KeyPhrase) -> ScreenText.KeyHint {
    ScreenText.KeyHint(key: .ok, isLong: true, label: say(KeyPhrase.okLong), text: say(what))
  }

  /// Of a page whose number can be changed.
  var adjusting: [ScreenText.KeyHint] { [plus(.more), minus(.less), ok(.confirm)] }

  private func hint(_ key: Key, _ label: KeyPhrase, _ what: KeyPhrase) -> ScreenText.KeyHint {
    ScreenText.KeyHint(key: key, isLong: false, label: say(label), text: say(what))
  }
}
