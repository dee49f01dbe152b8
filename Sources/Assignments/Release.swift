import Basics
import Files
import Foundation
import NotebookDocument

/// The student's version of an assignment.
package struct Release: Hashable, Sendable {
  /// The notebook's Markdown.
  package var text: String
  package var record: ReleaseRecord
  /// How many checks students have, and what they are worth.
  package var visibleChecks: Int
  package var visiblePoints: Double
}

extension Assignment {
  /// The student's version: without solutions, hidden checks, answers, speaker's notes and remarks in comments; with a label at
  /// every locked cell, and at its end how many checks there are. O(length).
  ///
  /// - Throws: `AssignmentError` where what is left cannot be read as a notebook.
  package func release() throws(AssignmentError) -> Release {
    let (hidden, visible) = (checks.filter(\.isHidden), checks.filter { !$0.isHidden })
    let record = ReleaseRecord(
      assignment: name, hiddenChecks: hidden.count, hiddenPoints: hidden.map(\.points).reduce(0, +),
      locked: fixed.filter(\.isLocked).map { .init(label: $0.label, hash: Self.hash(of: $0.content)) })
    let release = Release(
      text: "", record: record, visibleChecks: visible.count, visiblePoints: visible.map(\.points).reduce(0, +))
    let text = (releasedLines(record) + ["", closing(release), ""]).joined(separator: "\n")
    do { _ = try NotebookParser.parse(text, path: source.path) } catch {
      throw AssignmentError(.brokenRelease((error as? NotebookError)?.message ?? "\(error)"), file: source.path)
    }
    return Release(
      text: text, record: record, visibleChecks: release.visibleChecks, visiblePoints: release.visiblePoints)
  }

  /// The hash of what a locked cell holds: blanks at the ends of lines do not count.
  package static func hash(of content: [String]) -> String {
    "\(ContentHash([CellContent.normal(content).joined(separator: "\n")]))"
  }

  private func releasedLines(_ record: ReleaseRecord) -> [String] {
    var replaced: [Int: [String]] = [:]
    var removed: Set<Int> = []
    let fixed = Dictionary(fixed.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, cell) in source.cells.enumerated() {
      let isSolution = if case .solution = cell.options.role { true } else { false }
      if isSolution || cell.options.isHidden {
        removed.formUnion(cell.lines)
        // One of the blank lines around the cell goes with it.
        let next = cell.lines.upperBound + 1
        if next <= source.lines.count, source.lines[next - 1].allSatisfy(\.isWhitespace) { removed.insert(next) }
      } else if let fixed = fixed[index], fixed.isLocked {
        let fence = cell.lines.lowerBound
        // In a list or a quotation, options are behind the same marks as the code.
        let start = String(decoding: source.lines[fence - 1].utf8.prefix(cell.indent), as: UTF8.self)
        let marks = String(start.map { $0 == ">" || $0 == "\t" ? $0 : " " })
        let own = cell.codeLine - fence - 1
        replaced[fence] = [source.lines[fence - 1]] + fixed.options.dropLast(own).map { marks + $0 }
      }
    }
    for question in source.questions {
      removed.formUnion(question.answer)
      replaced[question.lines.upperBound] = [
        "", Self.invitation, "", source.lines[question.lines.upperBound - 1],
      ]
    }
    for note in source.speakerNotes { removed.formUnion(note.lines) }
    replaced[source.frontMatterLength] = [record.yaml, source.lines[source.frontMatterLength - 1]]
    var lines: [String] = []
    var prose: [String] = []
    func flush() {
      lines += Self.withoutComments(prose)
      prose = []
    }
    for (index, line) in source.lines.enumerated() where !removed.contains(index + 1) {
      let isProse =
        index + 1 > source.frontMatterLength && !source.document.isCode(index + 1) && replaced[index + 1] == nil
      if isProse {
        prose.append(line)
      } else {
        flush()
        lines += replaced[index + 1] ?? [line]
      }
    }
    flush()
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines
  }

  /// What is in a student's version where the answer belongs; no reader of a report sees it.
  static let invitation = "<!-- Write your answer here, above the three colons. -->"

  /// Prose without the teacher's remarks: comments of HTML, but for those in code.
  private static func withoutComments(_ lines: [String]) -> [String] {
    guard lines.contains(where: { $0.contains("<!--") }) else { return lines }
    let mark = "\u{0}"
    let text = lines.joined(separator: "\n").replacing(compiled(/(?<code>`+[^`\n]+`+)|<!--(?s:.)*?-->/)) { match in
      match.output.code.map(String.init) ?? mark
    }
    // A line that held nothing else goes as a whole.
    return text.components(separatedBy: "\n").compactMap { line in
      guard line.contains(mark) else { return line }
      let rest = line.replacing(mark, with: "")
      return rest.allSatisfy(\.isWhitespace) ? nil : rest
    }
  }

  /// What a student's version says at its end.
  private func closing(_ release: Release) -> String {
    func checks(_ count: Int, _ points: Double) -> String {
      "\(count) check\(count == 1 ? "" : "s") (\(PointsText.words(points)))"
    }
    var parts = ["This notebook has \(checks(release.visibleChecks, release.visiblePoints))."]
    let hidden = release.record.hiddenChecks
    if hidden > 0 {
      parts.append(
        "\(hidden) more (\(PointsText.words(release.record.hiddenPoints))) \(hidden == 1 ? "is" : "are") run after hand-in."
      )
    }
    if !questions.isEmpty {
      let points = questions.compactMap(\.points).reduce(0, +)
      parts.append(
        "A person reads \(questions.count == 1 ? "the answer" : "the \(questions.count) answers") in prose\(PointsText.behind(points))."
      )
    }
    parts.append("`gimbal assignment check` with this file's name says how far you are.")
    return parts.joined(separator: " ")
  }
}

extension Release {
  /// What is in every student's version where an answer belongs.
  package static var invitationOfAll: String { Assignment.invitation }
}
