import CellKernel
import CodeHelp
import Display
import Foundation
import Reports

/// The list of variables, for `%who` and for front ends that ask for it.
extension Executor {
  /// What a cell `%who` shows.
  static func list(_ variables: [Variable]) -> JSON {
    let table = Table(
      columns: ["name", "type", "value"].map { Table.Column($0) },
      rows: variables.map { [.text($0.name), .text($0.type), .text($0.value)] })
    let html = HTMLReport.html(table, number: nil, id: nil, caption: nil, isOwnPage: false)
    return [
      "data": [
        "text/plain": .text(variables.isEmpty ? "There are no variables." : table.description),
        "text/html": .text(variables.isEmpty ? "There are no variables." : html),
        "text/markdown": .text(MarkdownReport.markdown(table)),
      ], "metadata": [:], "transient": [:],
    ]
  }

  /// The answer to `inspectVariables` of the protocol of debuggers, which front ends ask also where nobody debugs.
  static func inspection(_ request: JSON, _ variables: Result<[Variable], any Error>) -> JSON {
    var answer: [String: JSON] = [
      "type": "response", "request_seq": request["seq"] ?? 0, "seq": 1, "command": "inspectVariables",
    ]
    switch variables {
    case .success(let variables):
      let list = variables.map { variable -> JSON in
        [
          "name": .text(variable.name), "type": .text(variable.type), "value": .text(variable.value),
          "evaluateName": .text(variable.name), "variablesReference": 0,
        ]
      }
      answer["success"] = .boolean(true)
      answer["body"] = ["variables": .list(list)]
    case .failure(let error):
      answer["success"] = .boolean(false)
      answer["message"] = .text("\(error)")
    }
    return .object(answer)
  }
}
