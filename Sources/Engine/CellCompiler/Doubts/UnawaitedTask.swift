import SwiftSyntax

/// `Task { … }` at a cell's top level without a name: nobody can wait for it, and what it prints after its cell is over belongs to
/// no cell of a report, or is lost behind the last one.
enum UnawaitedTask {
  /// The tasks, from the top. O(length).
  static func find(in tree: SourceFileSyntax) -> [Doubt] {
    tree.statements.compactMap { statement in
      guard case .expr(let expression) = statement.item else { return nil }
      let call = expression.as(SequenceExprSyntax.self).flatMap(assigned) ?? expression
      guard let call = call.as(FunctionCallExprSyntax.self), call.trailingClosure != nil else { return nil }
      let name = call.calledExpression.trimmedDescription
      guard name == "Task" || name.hasPrefix("Task<") || name == "Task.detached" else { return nil }
      return Doubt(
        "nobody waits for this task: what it prints after its cell is missing from the report; write "
          + "“let task = \(name) { … }”, and “await task.value” where its work has to be done", at: call,
        unlessDefined: "Task",
        isOfReport: true)
    }
  }

  /// What is given to “_”.
  private static func assigned(_ sequence: SequenceExprSyntax) -> ExprSyntax? {
    let elements = Array(sequence.elements)
    guard elements.count == 3, elements[0].is(DiscardAssignmentExprSyntax.self),
      elements[1].is(AssignmentExprSyntax.self)
    else { return nil }
    return elements[2]
  }
}
