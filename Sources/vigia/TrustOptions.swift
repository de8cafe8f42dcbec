import ArgumentParser

/// Whom the device believes when it sends and fetches.
struct TrustOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The certificates that servers are checked against: a folder as c_rehash makes it, or a file.",
      valueName: "path"), transform: TypedValue.text)
  var authorities = "/etc/ssl/certs"
}
