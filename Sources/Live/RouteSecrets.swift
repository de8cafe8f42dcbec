import Linux
import Profile
import Sync

extension Profile {
  /// The files that it names: secrets and pictures.
  var files: [String] {
    let secrets = [
      routes.mail?.server.credentials, routes.inbound?.server.credentials,
      routes.relay?.credentials, routes.portal?.credentials,
    ]
    let photos = [wearer.photo] + caregivers.map(\.words.photo) + reminders.map(\.words.photo)
    return (secrets + photos).compactMap { $0.map { path(of: $0) } }
  }

  /// One line for each secret that is there and that the device would refuse, with the way that is closed then.
  ///
  /// A missing file is left to the warnings of the profile. The owner does not count, because root may
  /// ask for another user's device.
  public func refusedSecrets() -> [String] {
    let servers = [("mail", routes.mail?.server), ("inbound", routes.inbound?.server)]
    // A server without a user takes no secret.
    var secrets = servers.compactMap { route, server in
      server?.user == nil ? nil : server?.credentials.map { (route, $0) }
    }
    if let name = routes.relay?.credentials { secrets.append(("relay", name)) }
    if let name = routes.portal?.credentials { secrets.append(("portal", name)) }
    return secrets.compactMap { route, name in
      let path = self.path(of: name)
      guard Credentials.isThere(path) else { return nil }
      do throws(Credentials.Refusal) {
        let secret = try Credentials.read(path, isOfAnyone: true)
        guard route == "portal", !SyncText.isKey(secret) else { return nil }
        return "\(path): holds no key of a portal; expected what vigia pair wrote"
      } catch { return "\(error); routes.\(route) is not used" }
    }
  }
}
