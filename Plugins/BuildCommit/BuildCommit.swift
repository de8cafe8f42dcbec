import Foundation
import PackagePlugin

/// Writes the commit that is being built into the programs, so that pages and findings can name it.
@main
struct BuildCommit: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let root = context.package.directoryURL
    let output = context.pluginWorkDirectoryURL.appending(path: "Commit.swift")
    let script = root.appending(path: "scripts/commit.sh")
    return [
      .buildCommand(
        displayName: "Commit of \(target.name)", executable: URL(filePath: "/bin/sh"),
        arguments: [script.path, root.path, output.path],
        inputFiles: [script] + checkout(root) + sources(context.package), outputFiles: [output])
    ]
  }

  /// The files that change with each commit and with each change of the branch.
  private func checkout(_ root: URL) -> [URL] {
    var git = root.appending(path: ".git")
    // In a second working tree .git is a file: "gitdir: PATH".
    if let text = try? String(contentsOf: git, encoding: .utf8), text.hasPrefix("gitdir: ") {
      let path = text.dropFirst("gitdir: ".count).trimmingCharacters(in: .newlines)
      git = path.hasPrefix("/") ? URL(filePath: path) : root.appending(path: path)
    }
    return ["HEAD", "logs/HEAD", "index"].map { git.appending(path: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  /// All sources of the programs: whoever edits one of them builds no commit.
  private func sources(_ package: Package) -> [URL] {
    let rooms = ["Sources", "hal", "Lab"].map {
      package.directoryURL.appending(path: $0).path + "/"
    }
    return package.targets.compactMap { $0 as? SourceModuleTarget }
      .flatMap { $0.sourceFiles.map(\.url) }
      .filter { source in rooms.contains { source.path.hasPrefix($0) } }
  }
}
