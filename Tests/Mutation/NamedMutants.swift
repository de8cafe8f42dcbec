import Foundation
import SwiftParser
import SwiftSyntax

/// Bugs that somebody wrote (Tests/Mutants): lines as they are, and lines with the bug.
///
/// The body of the function that holds them is there twice, once with the bug, and the number decides.
struct NamedMutants {
  struct Block {
    var name: String
    var file: String
    var old: String
    var new: String
  }

  struct Complaint: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }

  /// Blocks of `name: file`, then lines that begin with - and with +; `#` begins a comment.
  static func read(_ text: String) throws -> [Block] {
    var blocks: [Block] = []
    for paragraph in text.components(separatedBy: "\n\n") {
      let lines = paragraph.components(separatedBy: "\n").filter {
        !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace)
      }
      guard let head = lines.first else { continue }
      let parts = head.components(separatedBy: ": ")
      guard parts.count == 2 else { throw Complaint("\(head): expected a name and a file") }
      func side(_ sign: String) -> String {
        lines.dropFirst().filter { $0.hasPrefix(sign) }.map { String($0.dropFirst()) }
          .joined(separator: "\n")
      }
      blocks.append(Block(name: parts[0], file: parts[1], old: side("-"), new: side("+")))
    }
    return blocks
  }

  /// The place of one bug: a body, or the value of a property or of a parameter.
  private struct Place {
    var start: Int
    var end: Int
    var isBody: Bool
    /// A body that is one value, which it returns without saying so.
    var isImplicit = false
    var text: String

    var statements: String { isImplicit ? "return \(text)" : text }
  }

  private struct Change {
    var number: Int
    var text: String
  }

  static func write(_ mutants: [(number: Int, block: Block)], into source: String) throws -> String
  {
    var changes: [Int: (place: Place, changes: [Change])] = [:]
    for (number, block) in mutants {
      for (place, text) in try locate(block, in: source) {
        changes[place.start, default: (place, [])].changes.append(
          Change(number: number, text: text))
      }
    }
    var insertions: [Insertion] = []
    for (place, changes) in changes.values {
      var (before, after) = ("", "")
      for change in changes {
        if place.isBody {
          before += "if isMutant(\(change.number)) { \(change.text)\n} else { "
          after += "\n}"
        } else {
          before += "isMutant(\(change.number)) ? (\(change.text)) : ("
          after += ")"
        }
      }
      if place.isImplicit { before += "return " }
      insertions.append(Insertion(place: place.start, order: 0, text: before))
      insertions.append(Insertion(place: place.end, order: 0, text: after))
    }
    return Insertion.apply(insertions, to: source)
  }

  /// - Returns: what holds the changed lines, and how it reads with the bug; several where they lie apart.
  private static func locate(_ block: Block, in source: String) throws -> [(Place, String)] {
    let parts = source.components(separatedBy: block.old)
    guard parts.count == 2 else {
      throw Complaint(
        "\(block.name): its lines are \(parts.count - 1) times in \(block.file); expected once")
    }
    if let one = locate(from: source, to: parts[0] + block.new + parts[1]) { return [one] }
    let (old, new) = (
      block.old.components(separatedBy: "\n"), block.new.components(separatedBy: "\n")
    )
    guard old.count == new.count else {
      throw Complaint("\(block.name): changes more than a body or a value")
    }
    return try old.indices.filter { old[$0] != new[$0] }.map { i in
      let lines = old[..<i] + [new[i]] + old[(i + 1)...]
      let changed = parts[0] + lines.joined(separator: "\n") + parts[1]
      guard let one = locate(from: source, to: changed) else {
        throw Complaint("\(block.name): \(new[i]) lies in no body and in no value")
      }
      return one
    }
  }

  private static func locate(from source: String, to changed: String) -> (Place, String)? {
    let (a, b) = (Array(source.utf8), Array(changed.utf8))
    var first = 0
    while first < min(a.count, b.count), a[first] == b[first] { first += 1 }
    var last = 0
    while last < min(a.count, b.count) - first, a[a.count - 1 - last] == b[b.count - 1 - last] {
      last += 1
    }
    guard let before = Places(source).around(first..<(a.count - last)),
      let after = Places(changed).around(first..<(b.count - last)),
      after.start == before.start, after.isBody == before.isBody
    else { return nil }
    return (before, after.statements)
  }

  private static func isValue(_ item: CodeBlockItemSyntax) -> Bool {
    if case .decl = item.item { return false }
    if case .stmt(let statement) = item.item, !statement.is(ExpressionStmtSyntax.self) {
      return false
    }
    return !item.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.return) }
  }

  /// The bodies and values of one source.
  private final class Places: SyntaxVisitor {
    private let source: [UInt8]
    private var places: [Place] = []

    init(_ source: String) {
      self.source = Array(source.utf8)
      super.init(viewMode: .sourceAccurate)
      walk(Parser.parse(source: source))
    }

    /// The outermost body; else the innermost value.
    func around(_ range: Range<Int>) -> Place? {
      let all = places.filter { $0.start <= range.lowerBound && range.upperBound <= $0.end }
      return all.first(where: \.isBody) ?? all.last
    }

    private func place(_ start: AbsolutePosition, _ end: AbsolutePosition) -> Place {
      Place(
        start: start.utf8Offset, end: end.utf8Offset, isBody: false,
        text: String(decoding: source[start.utf8Offset..<end.utf8Offset], as: UTF8.self))
    }

    /// All between the braces.
    private func add(
      _ left: TokenSyntax, _ items: CodeBlockItemListSyntax, _ right: TokenSyntax, hasValue: Bool
    ) {
      var body = place(
        left.endPositionBeforeTrailingTrivia, right.positionAfterSkippingLeadingTrivia)
      body.isBody = true
      body.isImplicit =
        hasValue && items.count == 1 && items.first.map(NamedMutants.isValue) ?? false
      places.append(body)
    }

    private func add(_ body: CodeBlockSyntax?, hasValue: Bool) {
      if let body { add(body.leftBrace, body.statements, body.rightBrace, hasValue: hasValue) }
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
      add(node.body, hasValue: node.signature.returnClause != nil)
      return .visitChildren
    }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
      add(node.body, hasValue: false)
      return .visitChildren
    }

    override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
      add(node.body, hasValue: node.accessorSpecifier.text == "get")
      return .visitChildren
    }

    override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind {
      if case .getter(let items) = node.accessors {
        add(node.leftBrace, items, node.rightBrace, hasValue: true)
      }
      return .visitChildren
    }

    override func visit(_ node: InitializerClauseSyntax) -> SyntaxVisitorContinueKind {
      places.append(place(node.value.position, node.value.endPosition))
      return .visitChildren
    }
  }
}
