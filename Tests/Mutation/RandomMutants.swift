import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds what can be turned round or left out so that the rest still compiles.
final class RandomMutants: SyntaxVisitor {
  private let converter: SourceLocationConverter
  private(set) var found: [Found] = []

  /// Counted in bytes of UTF-8.
  struct Found {
    var kind: Kind
    var start: Int
    var end: Int
    var line: Int
    var text: String
  }

  enum Kind: String { case turned, deleted }

  init(_ tree: SourceFileSyntax) {
    converter = SourceLocationConverter(fileName: "", tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  private func add(_ kind: Kind, _ node: some SyntaxProtocol) {
    let start = node.positionAfterSkippingLeadingTrivia
    found.append(
      Found(
        kind: kind, start: start.utf8Offset, end: node.endPositionBeforeTrailingTrivia.utf8Offset,
        line: converter.location(for: start).line, text: node.trimmedDescription))
  }

  // MARK: Conditions

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let condition) = node.condition { add(.turned, condition) }
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    add(.turned, node.condition)
    return .visitChildren
  }

  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
    add(.turned, node.condition)
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    add(.turned, node.condition)
    return .visitChildren
  }

  // MARK: Statements

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard !isInInitializer(node) else { return .visitChildren }
    if case .expr(let expression) = node.item {
      if isAction(expression), !isValue(node) { add(.deleted, expression) }
    } else if case .stmt(let statement) = node.item {
      let isLeaving =
        statement.as(ReturnStmtSyntax.self).map { $0.expression == nil } ?? false
        || statement.is(ContinueStmtSyntax.self)
      if isLeaving, !isGuarded(node) { add(.deleted, statement) }
    }
    return .visitChildren
  }

  private func isAction(_ expression: ExprSyntax) -> Bool {
    if let attempt = expression.as(TryExprSyntax.self) { return isAction(attempt.expression) }
    if let call = expression.as(FunctionCallExprSyntax.self) {
      // A call that never returns ends the block, which cannot go on without it.
      return !["fatalError", "preconditionFailure"].contains(
        call.calledExpression.trimmedDescription)
    }
    guard let infix = expression.as(InfixOperatorExprSyntax.self) else { return false }
    if infix.operator.is(AssignmentExprSyntax.self) { return true }
    let sign = infix.operator.trimmedDescription
    return sign.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!==", "~="].contains(sign)
  }

  private func isInInitializer(_ node: some SyntaxProtocol) -> Bool {
    var parent = node.parent
    while let some = parent {
      if some.is(InitializerDeclSyntax.self) { return true }
      if some.is(FunctionDeclSyntax.self) || some.is(AccessorDeclSyntax.self) { return false }
      parent = some.parent
    }
    return false
  }

  /// The block is that of a guard, which must leave.
  private func isGuarded(_ node: CodeBlockItemSyntax) -> Bool {
    node.parent?.parent?.parent?.is(GuardStmtSyntax.self) ?? false
  }

  /// The only statement of a block that is a value.
  private func isValue(_ item: CodeBlockItemSyntax) -> Bool {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
      let owner = list.parent
    else { return false }
    if owner.is(ClosureExprSyntax.self) || owner.is(AccessorBlockSyntax.self) { return true }
    if owner.is(SwitchCaseSyntax.self) {
      // The parent of a case is the list of cases, and the parent of that is the switch.
      return isValue(owner.parent?.parent?.as(ExprSyntax.self))
    }
    guard let block = owner.as(CodeBlockSyntax.self), let holder = block.parent else {
      return false
    }
    if let function = holder.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause != nil
    }
    if let accessor = holder.as(AccessorDeclSyntax.self) {
      return accessor.accessorSpecifier.text == "get"
    }
    if let branch = holder.as(IfExprSyntax.self) { return isValue(ExprSyntax(branch)) }
    return false
  }

  private func isValue(_ expression: ExprSyntax?) -> Bool {
    guard let expression, let parent = expression.parent else { return false }
    if parent.is(ExpressionStmtSyntax.self) {
      return parent.parent?.as(CodeBlockItemSyntax.self).map { isValue($0) } ?? false
    }
    // "else if"
    if parent.is(IfExprSyntax.self) { return isValue(parent.as(ExprSyntax.self)) }
    return true
  }
}

extension RandomMutants {
  /// All of one source, in the order of the text.
  static func all(in source: String) -> [Found] {
    let tree = OperatorTable.standardOperators.foldAll(Parser.parse(source: source)) { _ in }
    guard let file = tree.as(SourceFileSyntax.self) else { return [] }
    let finder = RandomMutants(file)
    finder.walk(file)
    return finder.found.sorted { ($0.start, -$0.end) < ($1.start, -$1.end) }
  }

  /// `(isMutant(7) != (a < b))` turns the condition round, `if !isMutant(8) { send() }` leaves the statement
  /// out, each only where its number was chosen.
  static func write(_ mutants: [(number: Int, found: Found)], into source: String) -> String {
    var insertions: [Insertion] = []
    for (number, found) in mutants {
      let (before, after) =
        switch found.kind {
        case .turned: ("(isMutant(\(number)) != (", "))")
        case .deleted: ("if !isMutant(\(number)) { ", " }")
        }
      // Outer before inner where both begin, and inner before outer where both end.
      let order = Int(Int32.max) - (found.end - found.start)
      insertions.append(Insertion(place: found.start, order: order, text: before))
      insertions.append(Insertion(place: found.end, order: -order, text: after))
    }
    return Insertion.apply(insertions, to: source)
  }
}
