import Foundation
import Linux
import Profile

/// Settings that came from the portal with the pairing, and what the family must still fill in.
///
/// They are the lost device's own file, or what the family wrote for a device without any.
public struct RestoredSettings: Sendable {
  /// The file with the settings; nil: the portal had none.
  public var file: String?
  /// The family's file was there already, stays as it is, and the other lies beside it.
  public var isBeside = false
  /// The reason why this version cannot use the settings; nil: it can.
  public var mistake: String?
  var profile: Profile?

  /// - Parameters:
  ///   - text: nil: the portal has no settings of the lost device.
  ///   - path: the place for the family's file.
  /// - Throws: `InputError` when it cannot be written.
  init(_ text: String?, path: String) throws {
    guard let text else { return }
    let bytes = Array(text.utf8)
    let isThere = FileManager.default.fileExists(atPath: path)
    isBeside = isThere && WholeFile.bytes(path) != bytes
    let target = isBeside ? path + ".restored" : path
    file = target
    if !isThere || isBeside { try WholeFile.replace(target, bytes) }
    do {
      profile = try Profile(text: text, file: target)
    } catch {
      mistake = "\(error)"
    }
  }

  /// The first settings of a device; nil: the portal has none, or the family's file is another one already.
  init?(first text: String?, path: String) throws {
    let isThere = FileManager.default.fileExists(atPath: path)
    guard let text, !isThere || WholeFile.bytes(path) == Array(text.utf8) else { return nil }
    try self.init(text, path: path)
  }

  /// A file with a secret that the settings name. It is not there, nor does systemd bring it.
  public struct Missing: Equatable, Sendable {
    public var file: String
    /// The settings that name it, such as `routes.mail`.
    public var routes: [String]
  }

  /// The files that never left the lost device and that are not there now, each once.
  public var missing: [Missing] {
    // A set-up may have changed the file in the meantime.
    guard let file, let profile = try? Profile(file: file) else { return [] }
    let routes = profile.routes
    let secrets: [(String?, String)] = [
      (routes.mail?.server.credentials, "mail"), (routes.inbound?.server.credentials, "inbound"),
      (routes.relay?.credentials, "relay"),
    ]
    var missing: [Missing] = []
    for (name, route) in secrets {
      guard let path = name.map({ profile.path(of: $0) }),
        !Credentials.isThere(path)
      else { continue }
      if let known = missing.firstIndex(where: { $0.file == path }) {
        missing[known].routes.append("routes.\(route)")
      } else {
        missing.append(Missing(file: path, routes: ["routes.\(route)"]))
      }
    }
    return missing
  }
}
