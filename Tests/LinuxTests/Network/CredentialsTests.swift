import Glibc
import Linux
import TestSupport
import Testing

@Suite("A secret in a file")
struct CredentialsTests {
  func refusal(_ path: String) -> String? {
    do {
      _ = try Credentials.read(path, directory: nil)
      return nil
    } catch { return error.description }
  }

  @Test("A secret is read from a file that nobody else can read")
  func file() throws {
    let folder = TemporaryFolder()
    for mode: mode_t in [0o600, 0o400] {
      try folder.write("mail.secret", "clave con espacio\n", mode: mode)
      #expect(
        try Credentials.read("\(folder.path)/mail.secret", directory: nil) == "clave con espacio")
    }
  }

  @Test(
    "A file that others can read gives one clear line",
    arguments: [0o640, 0o604, 0o644] as [mode_t])
  func open(_ mode: mode_t) throws {
    let folder = TemporaryFolder()
    try folder.write("mail.secret", "clave", mode: mode)
    let path = "\(folder.path)/mail.secret"
    let octal = String(mode, radix: 8)
    #expect(
      refusal(path) == "\(path): has mode 0\(octal), so that others can read it; expected mode 0600"
    )
  }

  @Test("A file that is missing, a folder, empty, or has two lines gives one clear line too")
  func others() throws {
    let folder = TemporaryFolder()
    #expect(refusal("\(folder.path)/no")?.contains("No such file") == true)
    #expect(refusal(folder.path)?.contains("is no file") == true)
    for text in ["", "\n", "a\nb\n", String(repeating: "x", count: 1025)] {
      try folder.write("x", text, mode: 0o600)
      #expect(refusal("\(folder.path)/x")?.contains("holds no secret on one line") == true)
    }
  }

  @Test("systemd's own goes before the file, whatever its mode")
  func systemd() throws {
    let folder = TemporaryFolder()
    try folder.write("mail.secret", "de systemd", mode: 0o440)
    #expect(try Credentials.read("/etc/vigia/mail.secret", directory: folder.path) == "de systemd")
    #expect(Credentials.isThere("/no/mail.secret", directory: folder.path))
    #expect(!Credentials.isThere("/no/other.secret", directory: folder.path))
    #expect(Credentials.isThere("\(folder.path)/mail.secret", directory: nil))
    #expect(!Credentials.isThere("/no/mail.secret", directory: nil))
  }
}
