import Foundation
import NotebookDocument

import enum Basics.Spelling

extension HTMLReport {
  /// A warning for each link to a place that the page does not have, once all cells have run, which may make places. O(length).
  package func placeRemarks() -> [ReportRemark] {
    let links = report.notebook.document.targets.compactMap { target in
      Self.place(target).map { (name: $0, place: target.place) }
    }
    guard !links.isEmpty, report.execution.outcomes.allSatisfy({ [.done, .skipped].contains($0.status) }) else {
      return []
    }
    let known = contentAndBody(isNoted: true).body.outline?.anchors ?? [:]
    return links.filter { known[$0.name] == nil }.map { name, place in
      ReportRemark(
        severity: .warning, position: Position(line: place.line, column: place.column + 1),
        message: "the page has no place “#\(name)”" + Spelling.hint(name, among: known.keys.sorted()))
    }
  }

  /// The name that a link to the page itself has: not that of a footnote, nor the state of sliders or guesses.
  private static func place(_ target: Document.Target) -> String? {
    guard !target.isPicture, !target.isComputed, target.address.hasPrefix("#") else { return nil }
    let parts = target.address.dropFirst().split(separator: "&").filter { !$0.contains("=") && $0 != "all" }
    guard let name = parts.first, !name.hasPrefix("fn-"), !name.hasPrefix("fnref-") else { return nil }
    return name.removingPercentEncoding ?? String(name)
  }
}
