import Foundation
import Testing

/// A minus sign begins a value as well as an option, and the answer tells them apart.
@Suite("Values that begin with a minus sign")
struct TypedValueTests {
  private let folder: Folder
  private let profile: String

  init() throws {
    folder = Folder()
    profile = try folder.write(
      "profile.yaml", "perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 200}\n")
  }

  private func vigia(_ arguments: String) throws -> Command.Result {
    try Command.shell(
      "profile='\(profile)'; state='\(folder.path("state"))'; \"$vigia\" \(arguments)")
  }

  @Test("A reminder may be called so, and have such a dose")
  func reminder() throws {
    let added = try vigia(
      "reminders add --profile $profile --name '- pan' --at 08:00 --type medication --dose -1")
    #expect(added.status == 0, "\(added.errors)")
    #expect(try vigia("reminders list --profile $profile").output.contains("- pan, -1"))
    #expect(try vigia("diary --state $state add --glucose LO --notes='--- x'").status == 0)
  }

  @Test(
    "A value that makes no sense is named, with what is expected",
    arguments: [
      ("reminders delete -1 --profile $profile", "-1 begins with a minus sign and is no option"),
      ("reminders edit -1 --profile $profile --name a", "-1 begins with a minus sign"),
      ("diary --state $state delete --yes -1", "-1 begins with a minus sign"),
      ("diary --state $state list -1", "-1 begins with a minus sign"),
      ("replay -walk.jsonl", "expected it without, or ./-walk.jsonl for a file"),
      ("replay -dash.jsonl", "expected it without, or ./-dash.jsonl for a file"),
      ("verify -walk-home.gpx", "expected it without, or ./-walk-home.gpx for a file"),
      ("simulate -hola", "-hola begins with a minus sign and is no option"),
      ("diary --state $state delete -h1", "-h1 begins with a minus sign and is no option"),
      ("convert a.jsonl b.jsonl -share", "-share begins with a minus sign and is no option"),
      ("-walk-home.gpx", "or ./-walk-home.gpx for a file; see vigia --help"),
      ("diary --state $state delete -y", "Missing expected argument '<entry>'"),
      ("diary --state $state add --glucose LO --notes '--- x'", "expected --option='value'"),
      ("reminders delete abc --profile $profile", "expected a number from 1 to 65535"),
      ("simulate x.yaml --seed -1", "invalid for '--seed <seed>': expected a whole number from 0"),
      ("simulate x.yaml --seed 1.5", "expected a whole number from 0"),
      ("replay x --date -1", "--date: is \"-1\"; expected a day"),
      ("reminders add --profile $profile --name a --at -08:00", "--at: is \"-08:00\"; expected"),
      ("dose --profile $profile --meal -lunch", "'breakfast', 'lunch' or 'dinner'"),
    ])
  func refused(_ arguments: String, _ reason: String) throws {
    let result = try vigia(arguments)
    #expect(result.status == 2)
    #expect(result.complaints.count == 1)
    #expect(result.errors.contains(reason), "\(result.errors)")
  }

  @Test(
    "The help is shown where it is asked for, and an h in a value asks for nothing",
    arguments: [
      "replay -h", "replay -help", "replay --perimeter -2.9,-79,100 -dash.jsonl --help",
      "help replay",
    ])
  func help(_ arguments: String) throws {
    let result = try vigia(arguments)
    #expect(result.status == 0)
    #expect(result.output.contains("USAGE: vigia replay"), "\(result.errors)")
    let added = try vigia("reminders add --profile $profile --name -hola --at 08:00")
    #expect(added.errors.contains(" added: -hola"), "\(added.errors)")
    let file = try vigia("replay --report -h.html --perimeter -2.9,-79,100 -- -dash.jsonl")
    #expect(file.errors.contains("-dash.jsonl: cannot be opened"), "\(file.errors)")
  }

  @Test(
    "An option for one value that is given twice is refused, and nothing is kept of either (DIA-2)",
    arguments: [
      ("diary --state $state add --meal lunch --dose 4U --dose 6U", "--dose: is given 2 times"),
      ("diary --state $state add --meal lunch --dose=4U --dose 6U", "--dose: is given 2 times"),
      ("diary --state $state add --glucose LO --state /elsewhere", "--state: is given 2 times"),
      (
        "diary --state $state add --glucose 90mg/dL --glucose LO --glucose HI",
        "--glucose: is given 3 times; expected once"
      ),
      ("dose --profile $profile --meal lunch --meal dinner", "--meal: is given 2 times"),
      ("replay x.jsonl --expect a.yaml --expect b.yaml", "--expect: is given 2 times"),
      (
        "reminders add --profile $profile --name a --at 08:00 --at 20:00",
        "--at: is given 2 times; expected once"
      ),
    ])
  func twice(_ arguments: String, _ reason: String) throws {
    let before = try String(contentsOfFile: profile, encoding: .utf8)
    let result = try vigia(arguments)
    #expect(result.status == 2)
    #expect(result.complaints.count == 1)
    #expect(result.errors.contains(reason), "\(result.errors)")
    #expect(try String(contentsOfFile: profile, encoding: .utf8) == before)
    #expect(!FileManager.default.fileExists(atPath: folder.path("state")))
  }

  @Test(
    "A second option is none where it is a value, a flag, a further value, or behind --",
    arguments: [
      (
        "reminders add --profile $profile --name=-at --description -at --at 08:00",
        " added: -at, "
      ),
      ("diary --state $state delete 1 --yes --yes", "does not exist"),
      (
        "dose --profile $profile --meal lunch --last-dose 1U@-2h --last-dose 1U@-1h",
        "has no insulin section"
      ),
      ("replay --expect x.yaml -- --expect --expect", "x.yaml: does not exist"),
    ])
  func notTwice(_ arguments: String, _ part: String) throws {
    let result = try vigia(arguments)
    #expect(result.errors.contains(part), "\(result.errors)")
    #expect(!result.errors.contains("times"))
  }

  @Test(
    "A forgotten value does not make the next option one",
    arguments: [
      "reminders add --profile $profile --name --at 08:00",
      "reminders edit 1 --profile $profile --name --tell-caregiver",
      "diary --state $state add --glucose LO --notes --yes", "replay x --report --screens",
    ])
  func forgotten(_ arguments: String) throws {
    let before = try String(contentsOfFile: profile, encoding: .utf8)
    let result = try vigia(arguments)
    #expect(result.status == 2)
    #expect(result.errors.contains("it is another option; expected a value first"))
    #expect(try String(contentsOfFile: profile, encoding: .utf8) == before)
    #expect(!FileManager.default.fileExists(atPath: folder.path("state")))
  }

  @Test("Yes and no at once is neither, and letters that were lost are not kept as others")
  func contradiction() throws {
    let both = "--tell-caregiver --no-tell-caregiver"
    let result = try vigia("reminders add --profile $profile --name a --at 08:00 \(both)")
    #expect(result.status == 2)
    let latin = try vigia("diary --state $state add --glucose LO --notes $'caf\\xe9'")
    #expect(latin.status == 2)
    #expect(latin.errors.contains("is not UTF-8"), "\(latin.errors)")
  }

  @Test(
    "Output that could not be printed is an error",
    arguments: [
      "--help", "profile check $profile", "reminders list --profile $profile",
      "diary --language en --state / stats",
      "dose --profile $profile --meal lunch --glucose 100mg/dL",
    ])
  func fullOutput(_ arguments: String) throws {
    let profile = folder.path("insulin.yaml")
    _ = try Command.vigia("profile", "init", profile, "--insulin")
    _ = try Command.vigia(
      "reminders", "add", "--profile", profile, "--name", "a", "--at", "08:00")
    let result = try vigia(
      arguments.replacingOccurrences(of: "$profile", with: "'\(profile)'") + " > /dev/full")
    #expect(result.status == 2)
    #expect(result.errors.contains("standard output: cannot be written"), "\(result.errors)")
  }
}
