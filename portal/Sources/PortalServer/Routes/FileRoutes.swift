import Foundation
import HTTPTypes
import Hummingbird
import PortalPages

/// Style, script, Leaflet, tiles, and a word for a watcher.
struct FileRoutes {
  /// Debian's libjs-leaflet.
  static let leaflet = "/usr/share/javascript/leaflet"

  let portal: Portal
  private let assets: [String: Asset]
  private let maps: [String: String]

  init(portal: Portal) {
    self.portal = portal
    assets = Dictionary(Asset.all.map { ($0.path, $0) }) { first, _ in first }
    maps = FileRoutes.leafletFiles()
  }

  /// The files that are there now. No path of a stranger reaches the disk.
  private static func leafletFiles() -> [String: String] {
    var files: [String: String] = [:]
    for folder in ["", "images/"] {
      let names =
        (try? FileManager.default.contentsOfDirectory(atPath: leaflet + "/" + folder)) ?? []
      for name in names where type(name) != nil {
        files[Path.leaflet + folder + name] = "\(leaflet)/\(folder)\(name)"
      }
    }
    return files
  }

  private static func type(_ name: String) -> String? {
    switch name.split(separator: ".").last {
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "png": "image/png"
    case "svg": "image/svg+xml"
    default: nil
    }
  }

  func add(to router: Router<PortalContext>) {
    router.get("/health") { _, _ in
      let trouble: String? =
        if portal.isUnwritable {
          "cannot store"
        } else {
          portal.isWatchBroken ? "cannot watch everybody" : nil
        }
      var lines = [trouble ?? "ok"]
      if portal.options.mail == nil { lines.append("no mail: nobody hears of a silent device") }
      return Response(
        status: trouble == nil ? .ok : .serviceUnavailable,
        headers: [.contentType: "text/plain; charset=utf-8"],
        body: ResponseBody(
          byteBuffer: ByteBuffer(string: lines.map { $0 + "\n" }.joined())))
    }
    router.get("/static/**", use: file)
    router.get("/favicon.ico") { _, _ in
      if let icon = Asset.all.first(where: { $0.contentType.hasPrefix("image/") }) {
        return Portal.redirect(icon.path)
      }
      throw PageRefusal.notFound
    }
    router.get("/tiles/:z/:x/:y", use: tile)
  }

  @Sendable func file(_ request: Request, _ context: PortalContext) async throws -> Response {
    let path = request.uri.path
    if let asset = assets[path] {
      // Its path changes with its content.
      return Response(
        status: .ok,
        headers: [
          .contentType: asset.contentType, .cacheControl: "public, max-age=31536000, immutable",
        ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.bytes)))
    }
    guard let file = maps[path], let type = FileRoutes.type(file),
      let bytes = FileManager.default.contents(atPath: file)
    else { throw PageRefusal.notFound }
    return Response(
      status: .ok, headers: [.contentType: type, .cacheControl: "public, max-age=86400"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  @Sendable func tile(_ request: Request, _ context: PortalContext) async throws -> Response {
    _ = try portal.account(request, context)
    func number(_ name: String) -> Int? { context.parameters.get(name).flatMap { Int($0) } }
    guard let tiles = portal.tiles, let zoom = number("z"), let column = number("x"),
      let row = number("y"), let tile = try await tiles.tile(zoom: zoom, column: column, row: row)
    else { throw PageRefusal.notFound }
    return Response(
      status: .ok, headers: [.contentType: tile.type, .cacheControl: "private, max-age=604800"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: tile.bytes)))
  }
}
