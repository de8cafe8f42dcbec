import Names
import Testing

@Suite("Parts of a path")
struct FilePathTests {
  @Test(
    "The folder of a path, also of one letter",
    arguments: [
      ("S", ""), (".", ""), ("é", ""), ("state", ""), ("S/", ""), ("", ""), ("a/b", "a"),
      ("a//b", "a"), ("a/b//", "a"), ("./p", "."), ("/a", "/"), ("//a", "/"), ("/", "/"),
      ("//", "/"), ("/var/lib/vigia", "/var/lib"), ("a/b/c.yaml", "a/b"),
    ])
  func folder(_ path: String, _ folder: String) {
    #expect(FilePath.folder(of: path) == folder)
    #expect(FilePath.openable(folderOf: path) == (folder.isEmpty ? "." : folder))
  }
}
