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
  /// - Throws: `AssignmentError` where the rest cannot be read as a notebook.
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
      } else {
        let fence = cell.lines.lowerBound
        // In a list or a quotation, options are behind the same marks as the code.
        let start = String(decoding: source.lines[fence - 1].utf8.prefix(cell.indent), as: UTF8.self)
        let marks = String(start.map { $0 == ">" || $0 == "\t" ? $0 : " " })
        let own = source.lines[fence..<cell.codeLine - 1].map { String($0.drop { " \t>".contains($0) }) }
        let left = Document.Block.withoutComments(inOptions: own)
        if let fixed = fixed[index], fixed.isLocked {
          replaced[fence] = [source.lines[fence - 1]] + fixed.options.dropLast(left.count).map { marks + $0 }
        }
        if left != own {
          removed.formUnion(fence + 1..<cell.codeLine)
          replaced[fence, default: [source.lines[fence - 1]]] += left.map { marks + $0 }
        }
      }
    }
    for question in source.questions {
      removed.formUnion(question.answer)
      replaced[question.lines.upperBound] = [
        "", Self.invitation, "", source.lines[question.lines.upperBound - 1],
      ]
    }
    for note in source.speakerNotes { removed.formUnion(note.lines) }
    let matter = source.lines[1..<source.frontMatterLength - 1]
    removed.formUnion(2..<source.frontMatterLength)
    replaced[source.frontMatterLength] =
      Document.Block.withoutComments(inOptions: Array(matter)) + [
        record.yaml, source.lines[source.frontMatterLength - 1],
      ]
    for block in source.document.blocks {
      let own = block.lines.filter { $0 > source.frontMatterLength && !removed.contains($0) && replaced[$0] == nil }
      guard let first = own.first, let left = block.withoutComments(own.map { source.lines[$0 - 1] })
      else { continue }
      removed.formUnion(own.dropFirst())
      replaced[first] = left
    }
    var lines = source.lines.indices.filter { !removed.contains($0 + 1) }.flatMap {
      replaced[$0 + 1] ?? [source.lines[$0]]
    }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines
  }

  /// What is in a student's version where the answer belongs; no reader of a report sees it.
  static let invitation = "<!-- Write your answer here, above the three colons. -->"

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
