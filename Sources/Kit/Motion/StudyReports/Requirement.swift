import Basics
import Evaluation

/// What a comparison must show: `rest recognition < exponential`, the first one's error is smaller at 5 %.
package struct Requirement: Hashable, Sendable {
  /// The names as they were written.
  package let better: String, worse: String

  /// Reads a requirement; `A > B` is `B < A`.
  ///
  /// - Throws: ``StudyRequestError/noRequirement(_:)``.
  package init(_ text: String) throws(StudyRequestError) {
    for (sign, isTurned) in [("<", false), (">", true)] {
      let parts = text.split(separator: sign, omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces.union(["“", "”", "\"", "'"]))
      }
      guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("=") }) else { continue }
      (better, worse) = isTurned ? (parts[1], parts[0]) : (parts[0], parts[1])
      return
    }
    throw .noRequirement(text)
  }

  /// The outcome of a requirement.
  package struct Answer: Sendable {
    /// Whether the difference is shown.
    package var isMet: Bool
    /// In words, with the numbers.
    package var words: String
  }

  /// Asks a study.
  ///
  /// - Throws: ``StudyRequestError/unclearName(_:among:)``, ``StudyRequestError/unknownName(_:known:)``, and
  ///   ``StudyRequestError/oneScheme(_:)`` for a scheme that is to be better than itself.
  package func ask(_ summary: Study.Summary) throws(StudyRequestError) -> Answer {
    let (first, second) = (try name(better, in: summary), try name(worse, in: summary))
    let pair = summary.pairs.first { [$0.first, $0.second].contains(first) && [$0.first, $0.second].contains(second) }
    if first == second { throw .oneScheme(first) }
    func rounded(_ value: Double) -> String { "\((value * 1e4).rounded() / 1e4)" }
    let isInOrder = pair?.first == first
    let (size, isLess): (String, Bool)
    if let ratio = pair?.ratio.map({ isInOrder ? $0 : 1 / $0 }) {
      (size, isLess) = ("\(rounded(ratio)) times its error", ratio < 1)
    } else if let difference = pair?.difference.map({ isInOrder ? $0 : -$0 }) {
      let unit = summary.unit.isEmpty ? "" : " \(summary.unit)"
      size = "\(rounded(difference.magnitude))\(unit) \(difference < 0 ? "less" : "more") than its error"
      isLess = difference < 0
    } else {
      return Answer(isMet: false, words: "“\(first)” and “\(second)” could not be compared")
    }
    let p = pair?.corrected ?? 1
    let isMet = p <= 0.05 && isLess
    let numbers = "\(size), p = \(rounded(p)) after correction"
    return Answer(
      isMet: isMet,
      words: isMet
        ? "“\(first)” is better than “\(second)”: \(numbers)"
        : "“\(first)” is not shown to be better than “\(second)”: \(numbers)")
  }

  /// The whole name, or the only one that begins with these words.
  private func name(_ text: String, in summary: Study.Summary) throws(StudyRequestError) -> String {
    let names = summary.contenders.map(\.name)
    if names.contains(text) { return text }
    let meant = names.filter { $0.hasPrefix(text + " ") || $0.hasPrefix(text + ",") }
    if meant.isEmpty { throw .unknownName(text, known: names) }
    guard meant.count == 1 else { throw .unclearName(text, among: meant) }
    return meant[0]
  }
}
