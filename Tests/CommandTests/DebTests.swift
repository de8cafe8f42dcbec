import Foundation
import TestSupport
import Testing

/// The Debian package, with a small program in the place of ours: what makes it, not what
/// is in it, is on trial. `make deb-test` installs the real one.
@Suite("Debian package", .needs(.dpkgShlibdeps, .xmllint))
struct DebTests {
  static let standIn = "/usr/bin/xmllint"
  static let root = ApplianceTests.root

  /// A folder with the package in `out`, and what `make install` would have put into it on that day.
  private static func package(of day: String = "2015-03-21") throws -> (folder: URL, deb: String) {
    let (folder, made) = try build(of: day)
    #expect(made.status == 0, "\(made.errors)")
    return (folder, made.output.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// - Parameter builder: NAME=VALUE of whoever builds it.
  private static func build(
    of day: String = "2015-03-21", builder: String = ""
  ) throws -> (folder: URL, made: Command.Result) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-deb-\(UUID().uuidString)")
    let made = try Command.shell(
      """
      set -e
      umask 077
      mkdir -p '\(folder.path)/out' && cd '\(folder.path)'
      mkdir -p stage/usr/bin stage/usr/share/doc/vigia stage/usr/lib/sysusers.d stage/etc/vigia
      install -m 0755 \(standIn) stage/usr/bin/vigia
      install -m 0644 '\(root.path)/packaging/vigia.sysusers' stage/usr/lib/sysusers.d/vigia.conf
      echo '# example' > stage/etc/vigia/profile.yaml.example
      chmod 0644 stage/etc/vigia/profile.yaml.example
      find stage -exec touch -d \(day) {} +
      cd '\(root.path)' && env -u DEBEMAIL -u DEBFULLNAME \(builder) \
        scripts/deb.sh '\(folder.path)/stage' '\(folder.path)/out'
      """)
    return (folder, made)
  }

  private static func shell(_ command: String) throws -> String {
    let result = try Command.shell(command)
    #expect(result.status == 0, "\(command): \(result.errors)")
    return result.output
  }

  @Test("It asks for the libraries that the program links, and for gpsd")
  func dependencies() throws {
    let (folder, deb) = try Self.package()
    defer { try? FileManager.default.removeItem(at: folder) }
    let depends = try Self.shell("dpkg-deb -f '\(deb)' Depends").components(separatedBy: ", ")
    for name in ["libc6 ", "libxml2", "gpsd", "ca-certificates", "tzdata", "systemd |"] {
      #expect(depends.contains { $0.trimmingCharacters(in: .newlines).hasPrefix(name) }, "\(name)")
    }
    #expect(!depends.contains { $0.contains("@") })
  }

  @Test("All of it is root's, and nobody else may change it, whoever built it")
  func rights() throws {
    let (folder, deb) = try Self.package()
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try Self.shell("dpkg-deb -c '\(deb)'").split(separator: "\n")
    #expect(files.contains { $0.hasSuffix("./usr/bin/vigia") })
    for file in files {
      #expect(file.split(separator: " ", omittingEmptySubsequences: true)[1] == "root/root")
      let mode = file.prefix(10).dropFirst()
      #expect(["rwxr-xr-x", "rw-r--r--"].contains(mode), "\(file)")
    }
  }

  @Test("A sample that the family has changed is asked about before it is replaced")
  func sample() throws {
    let (folder, deb) = try Self.package()
    defer { try? FileManager.default.removeItem(at: folder) }
    let asked = try Self.shell("dpkg-deb -I '\(deb)' conffiles").split(separator: "\n")
    let settings = try Self.shell("dpkg-deb -c '\(deb)'").split(separator: "\n")
      .filter { $0.contains(" ./etc/") && !$0.hasSuffix("/") }
      .compactMap { $0.split(separator: " ").last?.dropFirst() }
    #expect(asked == settings)
  }

  @Test("One commit makes one package, byte for byte, on whichever day")
  func reproducible() throws {
    let (first, second) = (try Self.package(), try Self.package(of: "2015-03-22"))
    defer {
      try? FileManager.default.removeItem(at: first.folder)
      try? FileManager.default.removeItem(at: second.folder)
    }
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: first.deb))
        == Data(contentsOf: URL(fileURLWithPath: second.deb)))
  }

  @Test(
    "Its maintainer is who builds it, else the project",
    arguments: [
      ("", "Vigía project <vigia@vigia.invalid>"),
      ("DEBFULLNAME='Ana & Núñez/Co' DEBEMAIL=ana@casa.ec", "Ana & Núñez/Co <ana@casa.ec>"),
      ("DEBEMAIL='Ana Núñez <ana@casa.ec>'", "Ana Núñez <ana@casa.ec>"),
    ])
  func maintainer(_ builder: String, _ name: String) throws {
    let (folder, made) = try Self.build(builder: builder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let deb = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(try Self.shell("dpkg-deb -f '\(deb)' Maintainer") == name + "\n", "\(made.errors)")
    let signed = try Self.shell(
      "zcat '\(folder.path)/stage/usr/share/doc/vigia/changelog.Debian.gz' | grep '^ -- '")
    #expect(signed.hasPrefix(" -- \(name)  "))
  }

  @Test(
    "An address that is none is refused in one line", arguments: ["ana", "Ana <ana>", "a@b c@d"])
  func noAddress(_ address: String) throws {
    let (folder, made) = try Self.build(builder: "DEBEMAIL='\(address)'")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(made.status == 2)
    #expect(made.errors.contains("DEBFULLNAME and DEBEMAIL make"))
    #expect(made.errors.split(separator: "\n").count == 1)
  }

  @Test("Its installation makes the user and starts nothing")
  func quiet() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-postinst-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let calls = try Self.shell(
      """
      cd '\(folder.path)'
      for name in systemd-sysusers systemctl deb-systemd-invoke deb-systemd-helper; do
        printf '#!/bin/sh\\necho "%s $*" >> calls\\n' $name > $name
        chmod +x $name
      done
      # Debian's answer when the service was never here.
      echo 'case "$*" in *debian-installed*|*was-enabled*) exit 1 ;; esac' >> deb-systemd-helper
      PATH=. /bin/sh '\(Self.root.path)/packaging/debian/postinst' configure ''
      /bin/cat calls
      """
    ).split(separator: "\n")
    #expect(calls.contains("systemd-sysusers vigia.conf"))
    for verb in ["start", "restart", "enable"] {
      #expect(
        !calls.contains { $0.split(separator: " ").contains { $0.hasSuffix(verb) } }, "\(verb)")
    }
  }
}
