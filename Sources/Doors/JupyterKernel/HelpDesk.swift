import CellCompiler
import CodeHelp
import Foundation

/// Answers questions about code and about what was typed earlier, on its own thread: also while a cell runs.
final class HelpDesk: @unchecked Sendable {
  private let queue = DispatchQueue(label: "help")
  private let help: Help
  private let store: HistoryStore
  private unowned let executor: Executor
  private var isWarm = false

  init(_ help: Help, _ store: HistoryStore, _ executor: Executor) {
    (self.help, self.store, self.executor) = (help, store, executor)
  }

  /// Has SourceKit read the libraries, the first time.
  func warmUp() {
    queue.async { [self] in
      guard !isWarm, let assistance = executor.assistance else { return }
      isWarm = true
      help.warmUp(assistance)
    }
  }

  /// What is known of a name, at once.
  func inspect(_ name: String) -> [String: JSON]? {
    queue.sync { help.inspection(name, at: name.unicodeScalars.count, detail: 1, executor.assistance) }
  }

  /// Takes a request.
  func add(_ request: Message) {
    queue.async { [self] in
      executor.settle()
      switch request.type {
      case "complete_request": executor.answer(request, complete(request.content))
      case "inspect_request": executor.answer(request, inspect(request.content))
      case "is_complete_request": executor.answer(request, Self.isComplete(request.content))
      default: executor.answer(request, history(request.content))
      }
    }
  }

  /// Ends what is being answered, and what helps.
  func stop() {
    help.stop()
    queue.sync { help.end() }
  }

  private func complete(_ content: JSON) -> JSON {
    let code = content["code"]?.string ?? ""
    let cursor = content["cursor_pos"]?.int ?? code.unicodeScalars.count
    let before = String(String.UnicodeScalarView(code.unicodeScalars.prefix(max(cursor, 0))))
    let line = before[(before.lastIndex(of: "\n").map(before.index(after:)) ?? before.startIndex)...]
    if let path = PathCompletion(String(line), in: executor.folder) {
      let typed = String(decoding: Array(before.utf8.suffix(path.typed)), as: UTF8.self).unicodeScalars.count
      return [
        "status": "ok", "matches": .list(path.found.map { .text($0.name) }), "cursor_start": .integer(cursor - typed),
        "cursor_end": .integer(cursor), "metadata": [:],
      ]
    }
    let (found, range) = help.completions(code, at: cursor, executor.assistance)
    let (start, end) = (JSON.integer(range.lowerBound), JSON.integer(range.upperBound))
    let types = found.map { item -> JSON in
      [
        "start": start, "end": end, "text": .text(item.text), "type": .text(item.kind),
        "signature": .text(item.signature),
      ]
    }
    return [
      "status": "ok", "matches": .list(found.map { .text($0.text) }), "cursor_start": start, "cursor_end": end,
      "metadata": ["_jupyter_types_experimental": .list(types)],
    ]
  }

  private func inspect(_ content: JSON) -> JSON {
    let code = content["code"]?.string ?? ""
    let cursor = content["cursor_pos"]?.int ?? code.unicodeScalars.count
    let data = help.inspection(code, at: cursor, detail: content["detail_level"]?.int ?? 0, executor.assistance)
    return ["status": "ok", "found": .boolean(data != nil), "data": .object(data ?? [:]), "metadata": [:]]
  }

  static func isComplete(_ content: JSON) -> JSON {
    let code = content["code"]?.string ?? ""
    if HelpQuery.name(in: code) != nil { return ["status": "complete"] }
    switch Completeness(of: code) {
    case .complete: return ["status": "complete"]
    case .incomplete(let indent): return ["status": "incomplete", "indent": .text(indent)]
    case .invalid: return ["status": "invalid"]
    }
  }

  private func history(_ content: JSON) -> JSON {
    let count = content["n"]?.int
    let entries =
      switch content["hist_access_type"]?.string {
      case "range":
        store.range(
          session: content["session"]?.int ?? 0, from: content["start"]?.int ?? 0, to: content["stop"]?.int)
      case "search":
        store.search(content["pattern"]?.string ?? "*", count: count, unique: content["unique"]?.bool ?? false)
      default: store.tail(count ?? 1000)
      }
    let showsOutput = content["output"]?.bool ?? false
    return [
      "status": "ok",
      "history": .list(
        entries.map { entry in
          let text: JSON =
            showsOutput ? [.text(entry.input), entry.output.map(JSON.text) ?? .null] : .text(entry.input)
          return [.integer(entry.session), .integer(entry.line), text]
        }),
    ]
  }
}
