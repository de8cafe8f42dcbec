import Foundation
import TestSupport
import Testing

@Suite("Completions in the shells themselves")
struct CompletionTests {
  private let folder: Folder

  init() throws {
    folder = Folder()
    expectSuccess(try Command.vigia("help-files", folder.url.path, "--day", "2026-11-24"))
    try FileManager.default.createDirectory(
      atPath: folder.path("here/sub"), withIntermediateDirectories: true)
    _ = try folder.write("here/walk.nmea", "")
    _ = try folder.write("here/profile.yaml", "")
  }

  /// Typed lines, and the one word that Tab makes of the last one; nil: Tab makes none.
  private static let cases: [(typed: String, word: String?)] = [
    ("vigia rep", "replay"), ("vigia help repl", "replay"), ("vigia diary l", "list"),
    ("vigia diary --state x l", "list"), ("vigia replay wal", "walk.nmea"),
    ("vigia replay --perimeter -2.9005,-79.0045,100 wal", "walk.nmea"),
    ("vigia replay --prof", "--profile"), ("vigia replay --profile pro", "profile.yaml"),
    ("vigia replay --format ju", "junit"), ("vigia replay --language e", nil),
    ("vigia replay --time-zone Europe/Madr", "Europe/Madrid"),
    ("vigia verify --inputs su", "sub/"), ("vigia run --state su", "sub/"),
    ("vigia run --profile p", "profile.yaml"), ("vigia dose --meal l", "lunch"),
    ("vigia reminders add --type med", "medication"), ("vigia score meld-n", "meld-na"),
    ("vigia score meld --ascites mo", "moderate"), ("vigia convert a b --without r", "readings"),
    ("vigia diary stats --unit mm", "mmol/L"), ("vigia diary list --category o", "other"),
    // Options for tests alone are offered to nobody, and no file stands where a number belongs.
    ("vigia run --time-s", nil), ("vigia help-f", nil), ("vigia explore --days wal", nil),
  ]

  /// Runs a script that answers each line of its input with the possible words, separated by blanks.
  private func check(_ shell: String, _ script: String) throws {
    let file = try folder.write("script", script)
    let lines = Self.cases.map { $0.typed + "\n" }.joined()
    let input = try folder.write("typed", lines)
    let result = try Command.shell(
      "cd '\(folder.path("here"))' && \(shell) '\(file)' '\(folder.url.path)' < '\(input)'")
    expectSuccess(result)
    #expect(result.errors == "")
    let answers = result.output.components(separatedBy: "\n").dropLast()
    #expect(answers.count == Self.cases.count, "\(result.output)")
    for (answer, (typed, word)) in zip(answers, Self.cases) {
      let words = answer.split(separator: " ").map(String.init)
      // Some shells put the "/" of a folder there themselves.
      let isFolder = word.map { $0.hasSuffix("/") && words == [String($0.dropLast())] } ?? false
      #expect(word.map { words == [$0] } ?? (words.count != 1) || isFolder, "\(typed): \(answer)")
    }
  }

  @Test("bash")
  func bash() throws {
    try check(
      "bash",
      """
      source "$1/share/bash-completion/completions/vigia"
      while read -r COMP_LINE; do
        read -ra COMP_WORDS <<< "$COMP_LINE"
        COMP_POINT=${#COMP_LINE} COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
        _vigia vigia "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        echo "${COMPREPLY[*]}"
      done
      """)
    let complete = try Command.shell(
      "source '\(folder.path("share/bash-completion/completions/vigia"))' && complete -p vigia")
    #expect(complete.output.contains("-F _vigia vigia"))
  }

  @Test("fish", .needs(.fish))
  func fish() throws {
    try check(
      "fish",
      """
      source $argv[1]/share/fish/vendor_completions.d/vigia.fish
      while read -l typed
        echo (complete -C $typed | string split -f 1 \\t)
      end
      """)
  }

  /// Tab is pressed on a terminal: zsh completes nowhere else.
  @Test("zsh", .needs(.zsh))
  func zsh() throws {
    try check(
      "zsh -f",
      """
      zmodload zsh/zpty
      while read -r typed; do
        rm -f "$1/said"
        zpty tab zsh -f -i
        zpty -w tab "fpath=('$1/share/zsh/vendor-completions' \\$fpath); autoload -Uz compinit; compinit -u -d '$1/dump'"
        zpty -w tab "said() { print -r -- \\"\\$BUFFER\\" > '$1/said'; exit }; zle -N said; bindkey '^X' said"
        zpty -w -n tab "$typed"$'\\t\\x18'
        while zpty -r tab seen; do :; done
        zpty -d tab
        said=$(< "$1/said") last=${typed##* }
        word=${${said% }##* }
        if [[ $word = $last ]]; then echo; else echo $word; fi
      done
      """)
  }
}
