import Foundation
import NotebookDocument

/// The options of a student's own cell that hold when it is graded.
enum OwnOptions {
  /// What makes a cell part of an assignment is not the student's to say.
  private static let foreign: Set<String> = [
    "exercise", "solution", "check", "points", "hidden", "locked", "calls", "label",
  ]

  /// Lines of options that can be read, and name nothing that has its name already.
  static func kept(of content: CellContent, labels: inout Set<String>) -> [String] {
    guard !content.options.isEmpty else { return [] }
    if let options = read(content.options), options.role == .plain, options.points == nil, options.calls == nil,
      !options.isHidden, !options.isLocked, options.label.map({ !labels.contains($0) }) ?? true
    {
      options.label.map { _ = labels.insert($0) }
      return content.options
    }
    let others = content.options.filter { line in
      let words = line.dropFirst(3).trimmingCharacters(in: .whitespaces)
      return !foreign.contains(words.split(separator: ":").first.map { $0.trimmingCharacters(in: .whitespaces) } ?? "")
    }
    guard let options = read(others), options.role == .plain, options.points == nil, options.calls == nil,
      !options.isHidden, !options.isLocked, options.label == nil
    else { return [] }
    return others
  }

  private static func read(_ lines: [String]) -> CellOptions? {
    let yaml = lines.map { String($0.dropFirst(3)) }.joined(separator: "\n")
    return try? CellOptions(yaml: yaml, reader: YAMLReader(file: "", firstLine: 1))
  }
}
