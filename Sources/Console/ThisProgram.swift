/// The programs of this package, as pages, findings and packages name them.
///
/// BuildCommit (Plugins) writes its `commit`: 12 digits of the checkout that was built, with "-dirty" when
/// its sources had changes; "unknown commit" without git.
package enum ThisProgram {
  package static let version = "0.1.0"

  /// The answer to `--version`.
  package static let versionLine = "\(version) (\(commit))"
}
