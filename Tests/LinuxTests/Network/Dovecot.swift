import Foundation
import HAL
import TestSupport

/// Debian's dovecot with one mailbox, in a folder of its own.
final class Dovecot {
  let implicit: UInt16
  let starttls: UInt16
  let folder = TemporaryFolder()
  private var daemon: ServerProcess?
  private var count = 0

  init(isStranger: Bool = false) throws {
    implicit = try LoopbackPort.free()
    starttls = try LoopbackPort.free()
    for name in ["run", "state", "mail", "mail/new", "mail/cur", "mail/tmp"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(name)", withIntermediateDirectories: false)
    }
    let pair = isStranger ? Certificates.shared.stranger : Certificates.shared.server
    let text = Dovecot.configuration.replacingOccurrences(of: "FOLDER", with: folder.path)
      .replacingOccurrences(of: "IMPLICIT", with: "\(implicit)")
      .replacingOccurrences(of: "STARTTLS", with: "\(starttls)")
      .replacingOccurrences(of: "CERTIFICATE", with: pair.certificate)
      .replacingOccurrences(of: "KEY", with: pair.key)
    try folder.write("dovecot.conf", text)
    try folder.write("users", "vigia:clave\n")
    _ = try Program.answer([
      "chown", "-R", "dovecot:dovecot", "\(folder.path)/mail", "\(folder.path)/state",
    ])
    daemon = try ServerProcess(
      "dovecot", ["-c", "\(folder.path)/dovecot.conf", "-F"], port: implicit,
      in: folder)
  }

  /// Delivers a mail like a mail server.
  /// - Parameter taken: its INTERNALDATE; nil: now.
  func deliver(_ mail: String, taken: WallTime? = nil) throws {
    count += 1
    let name = "\(folder.path)/mail/tmp/\(1000 + count).test"
    let lines = mail.replacingOccurrences(of: "\n", with: "\r\n")
    try Data(lines.utf8).write(to: URL(fileURLWithPath: name))
    if let taken {
      let date = Date(timeIntervalSince1970: Double(taken.milliseconds) / 1000)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: name)
    }
    try FileManager.default.moveItem(
      atPath: name,
      toPath: name.replacingOccurrences(of: "/tmp/\(1000 + count)", with: "/new/\(1000 + count)"))
  }

  /// Delivers a mail that nobody would send, line after line of it.
  func deliverHuge(megabytes: Int, from: String) throws {
    count += 1
    let name = "\(folder.path)/mail/tmp/\(1000 + count).test"
    try Data("From: \(from)\r\nSubject: Re: foto\r\n\r\n".utf8).write(
      to: URL(fileURLWithPath: name))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: name))
    try file.seekToEnd()
    let line = String(repeating: "x", count: 1022) + "\r\n"
    let megabyte = Data(String(repeating: line, count: 1024).utf8)
    for _ in 0..<megabytes { try file.write(contentsOf: megabyte) }
    try file.close()
    try FileManager.default.moveItem(
      atPath: name, toPath: "\(folder.path)/mail/new/\(1000 + count).test")
  }

  var log: String { folder.text("log") }
  /// All mails are new again.
  func forgetRead() {
    for file in folder.files("mail/cur") {
      rename(file, file.components(separatedBy: ":2,")[0].replacing("/cur/", with: "/new/"))
    }
  }

  /// Mails that are marked as read.
  var read: Int { folder.files("mail/cur").count { $0.hasSuffix("S") } }

  private static let configuration = """
    base_dir = FOLDER/run
    state_dir = FOLDER/state
    log_path = FOLDER/log
    protocols = imap
    listen = 127.0.0.1
    ssl = required
    ssl_cert = <CERTIFICATE
    ssl_key = <KEY
    auth_mechanisms = plain login
    passdb {
      driver = passwd-file
      args = scheme=plain FOLDER/users
    }
    userdb {
      driver = static
      args = uid=dovecot gid=dovecot home=FOLDER/state
    }
    first_valid_uid = 1
    mail_location = maildir:FOLDER/mail
    service imap-login {
      inet_listener imap {
        port = STARTTLS
      }
      inet_listener imaps {
        port = IMPLICIT
        ssl = yes
      }
    }

    """
}
