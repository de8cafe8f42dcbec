import Dispatch
import Foundation
import Logging
import PortalPages
import Sync

/// The process in which strangers' pictures are read.
public enum Confinement {
  /// The command of the portal's own program that confines itself and becomes libvips.
  public static let command = "confined"
  /// Bytes of memory.
  public static let memory: UInt = 1 << 30
  /// Bytes of a file that it writes.
  public static let file: UInt = 4 << 20
  /// Seconds after which it ends.
  public static let seconds: UInt32 = 30
}

/// Makes the two sizes of a photo with Debian's libvips, in a process of its own.
///
/// Decoders are where strangers' bytes do most harm. So they run with bounds, without network, and apart
/// from the server's memory. Beside the pixels nothing of the file is left: the picture is made anew.
struct PhotoDecoder: Sendable {
  /// Millions of pixels of a photo. Telephones make up to 50; a bomb has 900.
  static let mostMegapixels = 64
  /// The longer side for pages.
  static let page = 512
  /// Both sides for the device's screen.
  static let device = 160

  private static let (header, program) = ("/usr/bin/vipsheader", "/usr/bin/vips")

  struct Photo: Sendable {
    /// JPEG for the device, at most `SyncLimits.picture` bytes.
    var small: [UInt8]
    /// JPEG for pages.
    var large: [UInt8]
    /// Red, green and blue for a screen of letters: `SyncLimits.pixels` bytes.
    var pixels: [UInt8]?
  }

  let logger: Logger

  /// - Throws: `PhotoProblem`.
  func decode(_ bytes: some Collection<UInt8> & Sendable) async throws -> Photo {
    if bytes.isEmpty { throw PhotoProblem.none }
    guard PhotoFormat(Array(bytes.prefix(32))) != nil else { throw PhotoProblem.unknownFormat }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-photo-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try Data(bytes).write(to: URL(fileURLWithPath: folder + "/in"))
    } catch {
      logger.error("photo: \(error)")
      throw PhotoProblem.unavailable
    }
    try await look(folder)
    try await make("large", folder, PhotoDecoder.page, ["--size", "down"])
    try await make("small", folder, PhotoDecoder.device, ["--crop", "attention"])
    guard let small = result("small", folder), small.count <= SyncLimits.picture,
      let large = result("large", folder)
    else { throw PhotoProblem.broken }
    return Photo(small: small, large: large, pixels: await pixels(folder))
  }

  /// Refuses a photo of too many pixels before one of them is made.
  private func look(_ folder: String) async throws {
    try await run([PhotoDecoder.header, "in"], folder)
    let said = (try? String(contentsOfFile: folder + "/said", encoding: .utf8)) ?? ""
    guard let sides = said.firstMatch(of: #/: (\d{1,7})x(\d{1,7}) /#), let width = Int(sides.1),
      let height = Int(sides.2)
    else { throw PhotoProblem.broken }
    guard width * height <= PhotoDecoder.mostMegapixels * 1_000_000 else {
      throw PhotoProblem.tooManyPixels(PhotoDecoder.mostMegapixels)
    }
  }

  /// Upright, in the colours of every screen, on white where the photo is transparent.
  private func make(
    _ name: String, _ folder: String, _ side: Int, _ more: [String]
  ) async throws {
    try await run(
      [
        PhotoDecoder.program, "thumbnail", "in", "\(name).jpg[Q=82,strip,background=255]",
        "\(side)", "--height", "\(side)", "--export-profile", "srgb", "--fail-on", "error",
      ] + more, folder)
  }

  /// Red, green and blue of 64 by 64 pixels. A device does without them where they cannot be made.
  private func pixels(_ folder: String) async -> [UInt8]? {
    let program = PhotoDecoder.program
    do {
      try await run(
        [program, "thumbnail", "small.jpg", "few.v", "64", "--height", "64", "--size", "force"],
        folder)
      try await run([program, "colourspace", "few.v", "rgb.v", "srgb"], folder)
      try await run([program, "rawsave", "rgb.v", "points"], folder)
    } catch {
      return nil
    }
    let bytes = FileManager.default.contents(atPath: folder + "/points").map { Array($0) }
    return bytes.flatMap { $0.count == SyncLimits.pixels ? $0 : nil }
  }

  private func result(_ name: String, _ folder: String) -> [UInt8]? {
    let bytes = FileManager.default.contents(atPath: "\(folder)/\(name).jpg").map { Array($0) }
    return bytes.flatMap { PhotoFormat($0) == .jpeg ? $0 : nil }
  }

  // MARK: The child

  private func run(_ words: [String], _ folder: String) async throws {
    guard access(words[0], X_OK) == 0 else {
      logger.error("photo: \(words[0]) is not there; install libvips-tools")
      throw PhotoProblem.unavailable
    }
    let status = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(returning: PhotoDecoder.spawn([folder] + words))
      }
    }
    switch status {
    case 0: return
    // The command's own word: it could not confine itself. Libvips knows 0, 1 and 255 alone.
    case 2, nil:
      logger.error("photo: \(words[0]) could not be run")
      throw PhotoProblem.unavailable
    default: throw PhotoProblem.broken
    }
  }

  /// - Returns: the exit status, 128 and the signal where one ended it; nil: it did not begin.
  private static func spawn(_ words: [String]) -> Int32? {
    // Even if the program's file was replaced meanwhile, this is the one that runs.
    let own = "/proc/self/exe"
    let settings = [
      "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/nonexistent", "TMPDIR=\(words[0])",
      // Formats whose decoders libvips itself does not trust.
      "VIPS_BLOCK_UNTRUSTED=1", "VIPS_CONCURRENCY=1",
      // Its vector code is made at run time, which the unit's MemoryDenyWriteExecute forbids.
      "VIPS_NOVECTOR=1", "MALLOC_ARENA_MAX=2",
    ]
    var arguments: [UnsafeMutablePointer<CChar>?] = ([own, Confinement.command] + words).map {
      strdup($0)
    }
    var environment: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) }
    arguments.append(nil)
    environment.append(nil)
    defer { for word in arguments + environment { free(word) } }
    var child: pid_t = 0
    guard posix_spawn(&child, own, nil, nil, &arguments, &environment) == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}

/// The formats that are taken, by content alone.
enum PhotoFormat {
  case jpeg, png, webp, heic

  init?(_ bytes: [UInt8]) {
    func says(_ text: String, at place: Int) -> Bool {
      bytes.dropFirst(place).starts(with: text.utf8)
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89]), says("PNG\r\n\u{1A}\n", at: 1) {
      self = .png
    } else if says("RIFF", at: 0), says("WEBP", at: 8) {
      self = .webp
    } else if says("ftyp", at: 4),
      ["heic", "heix", "heim", "heis", "mif1", "msf1"].contains(where: { says($0, at: 8) })
    {
      self = .heic
    } else {
      return nil
    }
  }
}

extension PhotoProblem: Error {}
