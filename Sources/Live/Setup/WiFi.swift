import Foundation
import Glibc
import Profile

/// A network for NetworkManager, as a keyfile that only root can read.
enum WiFi {
  static let name = "vigia-setup.nmconnection"

  /// The keyfile's text. The name goes as bytes, so that no letter of it has a meaning in the file.
  /// Source: nm-settings-keyfile(5), `ssid` as a list of bytes.
  static func keyfile(_ network: SetupFile.Network) -> String {
    let bytes = network.name.utf8.map { "\($0);" }.joined()
    let security = network.password.map { password in
      "\n[wifi-security]\nkey-mgmt=wpa-psk\npsk=\(escaped(password))\n"
    }
    return """
      [connection]
      id=vigia-setup
      type=wifi
      autoconnect=true

      [wifi]
      mode=infrastructure
      ssid=\(bytes)
      \(security ?? "")
      [ipv4]
      method=auto

      [ipv6]
      method=auto

      """
  }

  /// GLib reads a backslash as the start of an escape, and drops blanks at both ends.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing(" ", with: "\\s")
  }

  /// Writes the keyfile, and asks NetworkManager to use it if it runs.
  /// - Parameter folder: that of the system's connections.
  /// - Returns: false on a device without NetworkManager.
  static func store(_ network: SetupFile.Network, in folder: String) throws(InputError) -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
      isFolder.boolValue
    else { return false }
    let path = folder + "/" + name
    let text = Array(keyfile(network).utf8)
    if WholeFile.bytes(path) == text { return true }
    try WholeFile.replace(path, text)
    nmcli(["connection", "load", path])
    nmcli(["--wait", "30", "connection", "up", "vigia-setup"])
    return true
  }

  /// The connection comes up by itself later, too: a failure is no reason to stop.
  private static func nmcli(_ arguments: [String]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/nmcli")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return }
    process.waitUntilExit()
  }
}
