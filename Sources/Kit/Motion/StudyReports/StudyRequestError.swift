import Basics

/// What is wrong with a comparison that was asked for; `description` says it in words, with what to do.
package enum StudyRequestError: Error, Hashable, CustomStringConvertible {
  /// The text is no scheme.
  case noScheme(String)
  /// A scheme is given twice.
  case twice(String)
  /// More than two parameters are to be chosen.
  case manyRanges(String)
  /// A range ends where it begins, or before.
  case emptyRange(String, range: String)
  /// What is known is not one of the words.
  case noTruth(String)
  /// The measure is not one of the words.
  case noMeasure(String)
  /// A requirement is not a comparison of two names.
  case noRequirement(String)
  /// Several schemes of the study can be meant by this name.
  case unclearName(String, among: [String])
  /// No scheme of the study has this name; `known` are those that it has.
  case unknownName(String, known: [String])
  /// Both sides of a requirement are this scheme.
  case oneScheme(String)
  /// The notebook has been edited since it was made, or is not ours.
  case edited(String)

  package var description: String {
    switch self {
    case .noScheme(let text):
      "“\(text)” does not name a scheme. Write one as in Swift: --scheme 'exponential(rate: 2)', or, to have the rate chosen, "
        + "--scheme 'exponential(rate: 0.5...4)'."
    case .twice(let text): "“\(text)” is given twice. Leave one of them out."
    case .manyRanges(let text):
      "“\(text)” has more than two ranges. Give values to the other parameters, or write the scheme in a Swift file with --swift."
    case .emptyRange(let text, let range): "In “\(text)”, the range \(range) has to end above its beginning."
    case .noTruth(let text):
      "“\(text)” is not something that can be known. Write recorded, motionless, loop, or rest:2 for two seconds of rest at the end."
    case .noMeasure(let text):
      "“\(text)” is not a measure. Write rms, final, or after:10 for the drift after ten seconds."
    case .noRequirement(let text):
      "“\(text)” is not a requirement. Write two schemes with < between them: --require 'rest recognition < exponential'."
    case .unclearName(let name, let names):
      "“\(name)” could be \(names.map { "“\($0)”" }.joined(separator: " or ")). Write the whole name."
    case .unknownName(let name, let known):
      "No scheme of the comparison is called “\(name)”"
        + (Spelling.nearest(to: name, among: known).map { " (did you mean “\($0)”?)" } ?? "")
        + ". It has: \(known.map { "“\($0)”" }.joined(separator: ", "))."
    case .oneScheme(let name): "“\(name)” is on both sides of the requirement. Write two schemes."
    case .edited(let path):
      "\(path) was edited, or is not from this command, and stays as it is. Run it with “gimbal run \(path)”, name another file with "
        + "--notebook, or replace it with --force."
    }
  }
}
