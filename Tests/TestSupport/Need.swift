import Foundation
import Glibc

/// Something outside the repository that a test cannot do without.
///
/// The raw value is the name of the program, or of Python's module. `NeedTests` compares the packages with
/// those that `scripts/setup.sh test` installs.
public enum Need: String, CaseIterable, Sendable {
  case col
  case compiler = "cc"
  case dovecot
  case dpkgShlibdeps = "dpkg-shlibdeps"
  case exim4
  case fish
  case geodSolve = "GeodSolve"
  case geographiclib
  case git
  case gpsd
  case gpsdecode
  case gpsfake
  case gpspipe
  case gpxpy
  case man
  case mandoc
  case nm
  case numpy
  case openssl
  case pactl
  case parec
  case pdftoppm
  case pdftotext
  case pulseaudio
  case pulsePlugin = "ALSA's pulse plugin"
  case python3
  case script
  case systemdAnalyze = "systemd-analyze"
  case umockdev = "umockdev-run"
  case weasyprint
  case xmllint
  case zdump
  case zoneinfo = "time zone database"
  case zsh
  case root = "root's rights"
  case mounting = "the right to mount a file system"

  /// Debian packages that bring it; none for a right.
  public var packages: [String] {
    switch self {
    case .col: ["bsdextrautils"]
    case .compiler: ["gcc", "libc6-dev"]
    case .dovecot: ["dovecot-imapd"]
    case .dpkgShlibdeps: ["dpkg-dev"]
    case .exim4: ["exim4-daemon-heavy"]
    case .fish: ["fish"]
    case .geodSolve: ["geographiclib-tools"]
    case .geographiclib: ["python3-geographiclib"]
    case .git: ["git"]
    case .gpsd: ["gpsd"]
    case .gpsdecode, .gpspipe: ["gpsd-clients"]
    case .gpsfake: ["gpsd-tools", "python3-gps"]
    case .gpxpy: ["python3-gpxpy"]
    case .man: ["man-db"]
    case .mandoc: ["mandoc"]
    case .nm: ["binutils"]
    case .numpy: ["python3-numpy"]
    case .openssl: ["openssl"]
    case .pactl, .parec: ["pulseaudio-utils"]
    case .pdftoppm, .pdftotext: ["poppler-utils"]
    case .pulseaudio: ["pulseaudio"]
    case .pulsePlugin: ["libasound2-plugins"]
    case .python3: ["python3"]
    case .script: ["bsdutils"]
    case .systemdAnalyze: ["systemd"]
    case .umockdev: ["umockdev"]
    case .weasyprint: ["weasyprint"]
    case .xmllint: ["libxml2-utils"]
    case .zdump: ["libc-bin"]
    case .zoneinfo: ["tzdata"]
    case .zsh: ["zsh"]
    case .root, .mounting: []
    }
  }

  public var isMet: Bool {
    switch self {
    case .col, .dovecot, .dpkgShlibdeps, .exim4, .fish, .geodSolve, .git, .gpsd, .gpsdecode,
      .gpsfake,
      .gpspipe, .man, .mandoc, .nm, .openssl, .pactl, .parec, .pdftoppm, .pdftotext, .pulseaudio,
      .python3, .script, .systemdAnalyze, .umockdev, .weasyprint, .xmllint, .zdump, .zsh:
      Program.path(rawValue) != nil
    case .compiler: Program.compiler != nil
    case .geographiclib, .gpxpy, .numpy: Need.modules.contains(rawValue)
    case .pulsePlugin:
      Need.libraryFolders.contains {
        access("/usr/lib/\($0)/alsa-lib/libasound_module_pcm_pulse.so", R_OK) == 0
      }
    case .zoneinfo: access("/usr/share/zoneinfo/Europe/Madrid", R_OK) == 0
    case .root: getuid() == 0
    case .mounting: Need.canMount
    }
  }

  /// The remedy, for whoever runs the tests.
  public var remedy: String {
    packages.isEmpty
      ? "\(rawValue) are missing: run the tests as root"
      : "\(rawValue) is missing: apt-get install \(packages.joined(separator: " "))"
  }

  private static let modules: Set<String> = {
    let script = """
      import importlib.util
      for name in ('geographiclib', 'gpxpy', 'numpy'):
          if importlib.util.find_spec(name): print(name)
      """
    let said = try? Program.run([Program.python, "-c", script]).output
    return Set((said ?? "").split(separator: "\n").map(String.init))
  }()

  private static let libraryFolders =
    (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []

  private static let canMount = getuid() == 0 && SmallDisk(megabytes: 1) != nil
}
