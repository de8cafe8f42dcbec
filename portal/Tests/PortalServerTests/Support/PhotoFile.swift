import Foundation

/// Real photos, made with Debian's libvips as a telephone would leave them.
enum PhotoFile {
  /// The formats that the portal takes.
  enum Format: String, CaseIterable, Sendable {
    case jpg, png, webp, heic
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// A folder that goes at the end of the process.
  private static let folder: String = {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vigia-photos-\(ProcessInfo.processInfo.processIdentifier)").path
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }()

  static func run(_ words: String...) throws {
    let outcome = try Tool.run(words)
    guard outcome.status == 0 else {
      throw Failure(description: "\(words[0]) \(words[1]): \(outcome.errors.suffix(300))")
    }
  }

  /// Twelve megapixels, lying on its side as a telephone stores it, with the place where it was taken.
  ///
  /// The upper half of the scene, once it is upright, is bright and the lower half dark.
  static func photo(_ format: Format) throws -> [UInt8] {
    let name = "\(folder)/\(UUID().uuidString)"
    defer { for end in ["-a.v", "-b.v", ".v", ".\(format)"] { unlink(name + end) } }
    // Orientation 6: the left side of what is stored is the top of the scene.
    try run("vips", "black", name + "-a.v", "2000", "3000", "--bands", "3")
    try run("vips", "linear", name + "-a.v", name + "-b.v", "1", "250", "--uchar")
    try run("vips", "join", name + "-b.v", name + "-a.v", name + ".v", "horizontal")
    let file = "\(name).\(format)"
    try run("vips", "copy", name + ".v", file, "--interpretation", "srgb")
    if format == .jpg {
      try run(
        "exiftool", "-q", "-overwrite_original", "-GPSLatitude=2.8974", "-GPSLatitudeRef=S",
        "-GPSLongitude=79.0045", "-GPSLongitudeRef=W", "-Orientation#=6", "-Comment=secreto",
        "-XMP:Creator=Ana Secreta", file)
    } else if format != .heic {
      try run(
        "exiftool", "-q", "-overwrite_original", "-XMP:Creator=Ana Secreta",
        "-EXIF:GPSLatitude=2.8974", file)
    }
    return try bytes(file)
  }

  /// A small file that unpacks to 900 megapixels.
  static func bomb() throws -> [UInt8] {
    let file = "\(folder)/\(UUID().uuidString).png"
    defer { unlink(file) }
    try run("vips", "black", file, "30000", "30000")
    return try bytes(file)
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// All that exiftool says of a picture, a line each.
  static func facts(_ bytes: [UInt8]) throws -> String {
    let file = "\(folder)/\(UUID().uuidString).jpg"
    defer { unlink(file) }
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return try Tool.run("exiftool", "-s", "-G", "-a", "-u", file).output
  }

  /// The mean brightness of the upper and the lower half.
  static func halves(_ bytes: [UInt8]) throws -> (upper: Double, lower: Double) {
    let name = "\(folder)/\(UUID().uuidString)"
    defer { for end in [".jpg", ".v"] { unlink(name + end) } }
    try Data(bytes).write(to: URL(fileURLWithPath: name + ".jpg"))
    func side(_ field: String) throws -> Int {
      Int(
        try Tool.run("vipsheader", "-f", field, name + ".jpg").output
          .trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }
    let (width, height) = (try side("width"), try side("height"))
    let means = try [0, height / 2].map { top in
      try run(
        "vips", "crop", name + ".jpg", name + ".v", "0", "\(top)", "\(width)", "\(height / 2)")
      let text = try Tool.run("vips", "avg", name + ".v").output
      return Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
    }
    return (means[0], means[1])
  }
}

extension Visitor {
  /// Sends a form with a file, as a browser does.
  func upload(
    _ path: String, _ fields: [String: String], photo: [UInt8]?, named name: String = "IMG_1.jpg",
    headers: [String: String] = [:]
  ) throws -> Wire.Answer {
    let boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW"
    var body: [UInt8] = []
    for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
      body += Array(
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field)\"\r\n\r\n\(value)\r\n"
          .utf8)
    }
    if let photo {
      body += Array(
        ("--\(boundary)\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\(name)\"\r\n"
          + "Content-Type: image/jpeg\r\n\r\n").utf8)
      body += photo + Array("\r\n".utf8)
    }
    body += Array("--\(boundary)--\r\n".utf8)
    var all = [
      "Content-Type": "multipart/form-data; boundary=\(boundary)", "Sec-Fetch-Site": "same-origin",
    ]
    if let cookie { all["Cookie"] = cookie }
    all.merge(headers) { $1 }
    return try portal.call(Wire.request("POST", path, all, body: body))
  }
}
