import Foundation
import PackagePlugin

/// Writes the module that `make module` has built into the program, so that its pages can replay their walks.
@main
struct EmbedModule: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let root = context.package.directoryURL
    let output = context.pluginWorkDirectoryURL.appending(path: "BuiltModule.swift")
    let script = root.appending(path: "scripts/embed.sh")
    let parts = [
      "scripts/module.sh", "build/module/vigia.wasm", "build/module/vigia.wasm.gz",
      "build/module/sources",
    ]
    .map { root.appending(path: $0) }
    .filter { FileManager.default.fileExists(atPath: $0.path) }
    return [
      .buildCommand(
        displayName: "Module of \(target.name)'s pages", executable: URL(filePath: "/bin/sh"),
        arguments: [script.path, root.path, output.path],
        inputFiles: [script] + parts + sources(context.package), outputFiles: [output])
    ]
  }

  /// The sources of the module: whoever edits one of them has no module until it is built again.
  private func sources(_ package: Package) -> [URL] {
    let rooms = ["HAL", "Device", "Findings", "Packed", "WhatIf"]
    return package.targets.compactMap { $0 as? SourceModuleTarget }
      .filter { rooms.contains($0.name) }
      .flatMap { $0.sourceFiles.map(\.url) }
  }
}
