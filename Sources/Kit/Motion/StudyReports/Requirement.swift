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
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { continue }
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
  /// - Throws: ``StudyRequestError/unclearName(_:among:)``.
  package func ask(_ summary: Study.Summary) throws(StudyRequestError) -> Answer {
    let (first, second) = (try name(better, in: summary), try name(worse, in: summary))
    let pair = summary.pairs.first { [$0.first, $0.second].contains(first) && [$0.first, $0.second].contains(second) }
    guard first != second, let pair, let given = pair.ratio else {
      return Answer(isMet: false, words: "“\(first)” and “\(second)” could not be compared")
    }
    let ratio = pair.first == first ? given : 1 / given
    let isMet = pair.corrected <= 0.05 && ratio < 1
    func rounded(_ value: Double) -> String { "\((value * 1e4).rounded() / 1e4)" }
    let numbers = "\(rounded(ratio)) times its error, p = \(rounded(pair.corrected)) after correction"
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
    guard meant.count == 1 else { throw .unclearName(text, among: meant) }
    return meant[0]
  }
}
