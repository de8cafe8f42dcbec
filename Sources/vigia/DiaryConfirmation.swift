import ArgumentParser
import Console
import Diary
import Glibc
import Profile

/// The question before something is changed or deleted. DIA-4.
struct DiaryConfirmation: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do not ask; needed where nobody can be asked.")
  var yes = false

  /// True when it is to be done.
  ///
  /// The lock is tried before the question, so that nobody answers in vain, but not kept: a device
  /// must be able to start while a question stands on somebody's screen.
  func isGiven(_ question: String, _ desk: DiaryDesk) throws -> Bool {
    _ = try DiaryEditor(desk.folder)
    if yes { return true }
    guard isatty(STDIN_FILENO) == 1 else {
      throw InputError(
        file: "--yes", "is missing, and there is no terminal to ask on; expected one of them")
    }
    writeToStandardError(question + desk.words.say(" [y/N] ", " [s/N] "))
    let answer = readLine()?.lowercased().filter { !$0.isWhitespace } ?? ""
    let isYes = ["y", "yes", "s", "si", "sí"].contains(answer)
    if !isYes { complain(desk.words.say("nothing was changed", "no se ha cambiado nada")) }
    return isYes
  }
}
