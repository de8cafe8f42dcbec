import Device

extension [Message] {
  /// Without what nobody has shown to be a caregiver's own wish.
  ///
  /// Anybody can write a caregiver's address into a From. So what would weaken the watch, company until
  /// some hour, counts only when the mail server vouches for the sender, or when a token of a notice of
  /// ours comes with it: who has that has had our mail in hand, and an answer carries it by itself. The
  /// rest needs no more: a token proves itself, a position goes to the caregiver's own address, and the
  /// end of company only watches more.
  /// - Parameters:
  ///   - isVouchedFor: our mail server says that the mail is from whom it claims.
  ///   - isOurs: whether a token, which may have been made up, is one of a notice.
  public func believed(isVouchedFor: Bool, isOurs: (UInt64) -> Bool) -> [Message] {
    let hasToken = contains {
      if case .acknowledged(let token, _) = $0 { isOurs(token) } else { false }
    }
    if isVouchedFor || hasToken { return self }
    return filter { if case .accompanied(let minute, _, _) = $0 { minute < 0 } else { true } }
  }
}
