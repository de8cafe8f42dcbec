import Forms

/// A form with a file of a stranger's browser: its type on the first line, its body behind it.
enum MultipartEntry {
  static func run(_ bytes: [UInt8]) throws {
    let line = bytes.prefix { $0 != 0x0A }
    let type = String(decoding: line, as: UTF8.self)
    let body = Array(bytes.dropFirst(line.count + 1))
    guard let form = MultipartForm(body, contentType: type) else { return }
    try must(
      form.values.count + form.files.count <= MultipartForm.mostParts, "more parts than may be")
    for (name, file) in form.files {
      try must(form.values[name] == nil, "a field counts twice")
      try must(file.isEmpty || body.contains(file), "a file that was not sent")
    }
    // The same content between other boundaries is the same form.
    let boundary = "vigia-\(String(repeating: "x", count: 40))"
    guard !body.contains(Array(boundary.utf8)),
      // A byte that is no text becomes three in what is written.
      form.values.allSatisfy({
        $0.key.utf8.count < 1000 && $0.value.utf8.count < FormFields.most
      }),
      form.files.keys.allSatisfy({ $0.utf8.count < 1000 })
    else { return }
    let again = written(form, boundary)
    let type2 = "multipart/form-data; boundary=\"\(boundary)\""
    guard let second = MultipartForm(again, contentType: type2) else {
      throw Broken(description: "what was read cannot be read again")
    }
    try must(
      second.values == form.values
        && second.files.mapValues { Array($0) } == form.files.mapValues { Array($0) },
      "other fields behind the second reading")
    let torn = MultipartForm(Array(again.dropLast(4)), contentType: type2)
    try must(torn == nil, "a form without its end counts")
  }

  private static func written(_ form: MultipartForm, _ boundary: String) -> [UInt8] {
    var bytes: [UInt8] = []
    func part(_ name: String, _ more: String, _ content: some Sequence<UInt8>) {
      let quoted = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      bytes += Array(
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(quoted)\"\(more)\r\n\r\n".utf8)
      bytes += content
      bytes += Array("\r\n".utf8)
    }
    for (name, value) in form.values.sorted(by: { $0.key < $1.key }) { part(name, "", value.utf8) }
    for (name, file) in form.files.sorted(by: { $0.key < $1.key }) {
      part(name, "; filename=\"../../x.jpg\"", file)
    }
    return bytes + Array("--\(boundary)--\r\n".utf8)
  }
}
