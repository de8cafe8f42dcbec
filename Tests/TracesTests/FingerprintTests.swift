import Foundation
import TestSupport
import Testing
import Traces

/// Judges: the examples of FIPS 180-4 (NIST) and coreutils' sha256sum.
@Suite("The fingerprint of an input")
struct FingerprintTests {
  @Test(
    "The published examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ])
  func published(_ text: String, _ sha256: String) throws {
    let file = try TemporaryFile(text)
    let fingerprint = try Fingerprint(file: file.path)
    #expect(fingerprint.sha256 == sha256)
    #expect(fingerprint.bytes == text.utf8.count)
  }

  @Test("Each part of a life has its own, with what follows the last event")
  func parts() throws {
    let fix = "{\"class\":\"TPV\",\"mode\":3,\"time\":\"2015-03-21T15:00:0"
    let parts = try [0, 1].map {
      try TemporaryFile(
        "\(fix)\($0).000Z\",\"lat\":1,\"lon\":2}\n" + ($0 == 1 ? "\n\n# the end" : ""))
    }
    var options = TraceReader.Options()
    options.takesFingerprints = true
    let reader = try TraceReader(parts: parts.map(\.path), named: "both", options: options)
    while try reader.nextEvent() != nil {}
    #expect(try reader.fingerprints() == parts.map { try Fingerprint(file: $0.path) })
  }
}
