import Evaluation
import Foundation

/// What `gimbal compare` is asked for, checked.
package struct StudyRequest: Sendable {
  /// The recordings' files and patterns, as the notebook finds them.
  package var patterns: [String]
  /// How many recordings there are.
  package var count: Int
  /// The contenders in Swift; empty for the course's schemes.
  package var contenders: [String]
  /// What is known, in Swift; nil for what the recordings say.
  package var truth: String?
  /// The measure in Swift; nil for the usual measure.
  package var measure: String?
  /// A table of groups.
  package var groups: String?
  /// Swift of the user's, with their own schemes.
  package var code: String?

  /// A request; see the properties.
  package init(
    patterns: [String], count: Int, schemes: [String] = [], truth: String? = nil, measure: String? = nil,
    groups: String? = nil, code: String? = nil
  ) throws(StudyRequestError) {
    (self.patterns, self.count, self.groups, self.code) = (patterns, count, groups, code)
    contenders = try SchemeText.contenders(schemes)
    self.truth = try Self.truth(truth)
    self.measure = try Self.measure(measure)
  }

  private static func truth(_ text: String?) throws(StudyRequestError) -> String? {
    guard let text else { return nil }
    if ["recorded", "motionless", "loop"].contains(text) { return "." + text }
    if let seconds = number(text, after: "rest:") { return ".restAtEnd(\(seconds))" }
    throw .noTruth(text)
  }

  private static func measure(_ text: String?) throws(StudyRequestError) -> String? {
    guard let text else { return nil }
    if let known = ["rms": ".rmsDrift", "final": ".finalDrift"][text] { return known }
    if let seconds = number(text, after: "after:") { return ".drift(after: \(seconds))" }
    throw .noMeasure(text)
  }

  private static func number(_ text: String, after word: String) -> String? {
    guard text.hasPrefix(word), let value = Double(text.dropFirst(word.count)), value > 0, value.isFinite else {
      return nil
    }
    return value == value.rounded() && value < 1e9 ? "\(Int(value))" : "\(value)"
  }
}
