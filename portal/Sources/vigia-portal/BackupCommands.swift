import ArgumentParser
import Foundation
import PortalStore

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copies a portal's databases, also while it serves.",
    discussion: "The copy is a folder of the same form. It holds no password and no key in clear.")

  @OptionGroup var folder: DataOptions
  @Argument(
    help: "A folder that is not there yet.", completion: .directory, transform: folderName)
  var copy: String

  func run() async throws {
    let path = try folder.existing()
    guard !FileManager.default.fileExists(atPath: copy) else {
      throw PortalError.refused("\(copy) is there already; expected a new folder")
    }
    // Whole or not at all: a copy that was broken off has another name.
    let part = copy + ".part"
    try? FileManager.default.removeItem(atPath: part)
    try FileManager.default.createDirectory(
      atPath: part + "/wearers", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let database = try PortalDatabase(folder: path)
    let files = try WearerFiles(folder: path)
    // People last: whoever is in them has a file.
    let wearers = try await database.wearers()
    for wearer in wearers {
      try await files.copy(wearer.id, to: "\(part)/wearers/\(wearer.id).sqlite")
    }
    try database.copy(to: part + "/portal.sqlite")
    try FileManager.default.moveItem(atPath: part, toPath: copy)
    print("\(wearers.count) wearers are copied to \(copy)")
  }
}

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Puts a copy back; the server must not be running.",
    discussion: """
      Devices send again what the copy lacks. What is in the folder is moved aside, and not deleted.
      """)

  @OptionGroup var folder: DataOptions
  @Argument(help: "The folder that backup made.", completion: .directory, transform: folderName)
  var copy: String

  func run() async throws {
    let manager = FileManager.default
    guard manager.fileExists(atPath: copy + "/portal.sqlite") else {
      throw PortalError.refused("\(copy) has no portal.sqlite; expected a folder that backup made")
    }
    let part = folder.data + ".part"
    try? manager.removeItem(atPath: part)
    try manager.createDirectory(
      atPath: part + "/wearers", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    // Opening checks that it is ours, and sound.
    let database = try PortalDatabase(folder: copy)
    let files = try WearerFiles(folder: copy)
    for wearer in try await database.wearers() {
      try await files.copy(wearer.id, to: "\(part)/wearers/\(wearer.id).sqlite")
    }
    try database.copy(to: part + "/portal.sqlite")
    if manager.fileExists(atPath: folder.data) {
      let aside = "\(folder.data).before-\(Int(Date().timeIntervalSince1970))"
      try manager.moveItem(atPath: folder.data, toPath: aside)
      print("what was in \(folder.data) is in \(aside)")
    }
    try manager.moveItem(atPath: part, toPath: folder.data)
    print("\(copy) is put back to \(folder.data)")
  }
}
