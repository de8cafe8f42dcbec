import Foundation
import Testing

@testable import Live

@Suite("The set-up file that a family types (ALZ-2, CARD-4)")
struct SetupFileTests {
  private static let spanish = """
    # Para el reloj de Rosa
    Portal: https://portal.example.org/
    Código: k7qm 42tx

    Wi-Fi: Casa de Rosa
    Contraseña del wifi: una clave: larga
    """

  private static let network = SetupFile.Network(name: "Casa de Rosa", password: "una clave: larga")

  private static let mail =
    "portal: https://a.example.org\ncode: ABCDEFGH\nmail-user: rosa\nmail-password: secreta99\n"

  private func expectRead(_ bytes: [UInt8], _ comment: Comment) throws {
    let file = try SetupFile(bytes)
    #expect(file.portal == "https://portal.example.org", comment)
    #expect(file.code == "K7QM-42TX", comment)
    #expect(file.network == SetupFileTests.network, comment)
  }

  private func wide(_ text: String, isLittle: Bool) -> [UInt8] {
    ([0xFEFF] + Array(text.utf16)).flatMap { unit in
      isLittle
        ? [UInt8(unit & 0xff), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xff)]
    }
  }

  @Test("Notepad's texts are read: line ends, marks at the start, UTF-16, accents of either kind")
  func texts() throws {
    let text = SetupFileTests.spanish
    let windows = text.replacingOccurrences(of: "\n", with: "\r\n")
    try expectRead(Array(text.utf8), "as it is")
    try expectRead(Array(windows.utf8), "CRLF")
    try expectRead(Array(text.replacingOccurrences(of: "\n", with: "\r").utf8), "CR")
    try expectRead([0xEF, 0xBB, 0xBF] + Array(windows.utf8), "with a mark")
    try expectRead(wide(windows, isLittle: true), "UTF-16, as Windows has it")
    try expectRead(wide(windows, isLittle: false), "UTF-16 the other way")
    try expectRead(Array(text.decomposedStringWithCanonicalMapping.utf8), "accents apart")
    let english = """
      portal: https://portal.example.org
      CODE: K7QM-42TX
      wifi: Casa de Rosa
      wifi-password: "una clave: larga"
      """
    try expectRead(Array(english.utf8), "English")
    let open = try SetupFile(Array("code: K7QM42TX\nportal: https://a.example.org\nred: Café".utf8))
    #expect(open.network == SetupFile.Network(name: "Café", password: nil))
    let none = try SetupFile(Array("code: K7QM42TX\nportal: https://a.example.org\nwifi:".utf8))
    #expect(none.network == nil)
  }

  @Test(
    "A mistake names its line and what was expected, and repeats nothing of the file",
    arguments: [
      ("portal: https://a.example.org\ncodigo ABCD-EFGH", 2, "dos puntos"),
      ("clave secreta: x", 1, "portal, código"),
      ("code: ABCD-EFGH\nportal: portal.example.org", 2, "dirección"),
      ("portal: https://a.example.org\n\ncode: ABCD-EFG", 3, "ABCD-EFGH"),
      ("code: ABCD-EFGH\ncode: ABCD-EFGH", 2, "una sola vez"),
      ("code: ABCD-EFGH", nil, "portal: https"),
      ("portal: https://a.example.org", nil, "código: ABCD"),
      ("portal: https://a.example.org\ncode: ABCDEFGH\nclave: secreta99", 3, "wifi: Casa"),
      ("portal: https://a.example.org\ncode: ABCDEFGH\nwifi: a\nclave: secreta", 4, "8 a 63"),
      ("portal: https://a.example.org\ncode: ABCDEFGH\nwifi: a\nclave: contraseña", 4, "8 a 63"),
      ("portal: https://a.example.org\ncode: ABCDEFGH\ncorreo: a.org", 3, "las tres"),
      (mail + "correo: a b", 5, "servidor de correo"), (mail + "mail: a.org:0", 5, "servidor de"),
      (mail + "mail: a.org:1:2", 5, "servidor de"), (mail + "mail: a.org", 3, "remitente"),
      (mail + "mail: a.org\nsender: Ana", 6, "remitente"),
      (mail + "mail: a.org\nsender: a@a.org\nremitente: b@a.org", 7, "una sola vez"),
      (
        "portal: https://a.example.org\ncode: ABCDEFGH\nwifi: \(String(repeating: "a", count: 33))",
        3, "1 a 32"
      ),
    ])
  func mistakes(_ text: String, _ line: Int?, _ expected: String) throws {
    let mistake = try #require(throws: SetupFile.Mistake.self) { try SetupFile(Array(text.utf8)) }
    #expect(mistake.line == line)
    let said = SetupLine(mistake, file: "vigia-setup.txt")
    #expect(said.es.contains(expected), "\(said.es)")
    for secret in ["secreta99", "secreta ", "contraseña. "] { #expect(!said.es.contains(secret)) }
    #expect(said.en.contains("vigia-setup.txt") && !said.en.contains("{"), "\(said.en)")
  }

  @Test("The mail server is read, with the user as its sender where that is an address")
  func mails() throws {
    let text = SetupFileTests.mail.replacing("mail-user: rosa", with: "usuario correo: r@a.org")
    let file = try SetupFile(Array((text + "Correo: smtp.a.org").utf8))
    #expect(
      file.mail
        == SetupFile.Mail(
          host: "smtp.a.org", port: nil, user: "r@a.org", password: "secreta99", sender: "r@a.org"))
    let other = try SetupFile(
      Array((SetupFileTests.mail + "email: smtp.a.org:587\nSender: ana@a.org").utf8))
    #expect(other.mail?.port == 587 && other.mail?.sender == "ana@a.org")
  }

  @Test("Bytes that are no text are refused, with the line where there is one")
  func bytes() throws {
    let latin = Array("portal: https://a.example.org\r\ncontrase".utf8) + [0xF1, 0x61, 0x3A]
    let mistake = try #require(throws: SetupFile.Mistake.self) { try SetupFile(latin) }
    #expect(mistake.line == 2)
    #expect(SetupLine(mistake, file: "").es.contains("UTF-8"))
    // UTF-16 without its mark, half a letter, and far too much.
    for bytes in [
      Array("p\0o\0r\0".utf8), [0xFF, 0xFE, 0x61], [UInt8](repeating: 0x23, count: 5000),
    ] {
      _ = try #require(throws: SetupFile.Mistake.self) { try SetupFile(bytes) }
    }
  }

  @Test("No letter of a network's name or password has a meaning in NetworkManager's file")
  func keyfile() {
    let text = WiFi.keyfile(
      SetupFile.Network(name: "a;b\n[wifi]", password: #" back\slash = "x" "#))
    #expect(text.contains("\nssid=97;59;98;10;91;119;105;102;105;93;\n"), "\(text)")
    #expect(text.contains(#"psk=\sback\\slash\s=\s"x"\s"# + "\n"), "\(text)")
    #expect(!WiFi.keyfile(SetupFile.Network(name: "a", password: nil)).contains("security"))
  }
}
