import Traces

extension GestureError: CustomStringConvertible {
  /// What is wrong, where, what was expected and what to do.
  public var description: String {
    switch self {
    case .emptyStroke:
      "The stroke has no samples. A stroke needs at least one; leave empty ones out."
    case .notFinite(let quantity, let index, let value):
      "\(quantity) of sample \(index) is \(value), not a number. Remove the sample, or repair it before making a stroke."
    case .timeRunsBackwards(let index, let time, let previous):
      "Sample \(index) has time \(time) s, before its predecessor's \(previous) s. Sort the samples by time, or split here."
    case .outOfRange(let quantity, let value, let expected):
      "\(quantity) is \(value); expected \(expected)."
    case .featureCount(let found, let expected):
      """
      The feature vector has \(found) entries, and the classifier was trained on \(expected). Compute it with the grid and \
      options that were used for training.
      """
    case .tooFewExamples(let labels, let examples):
      """
      Training needs examples of at least two labels; there are \(examples) of \(labels). Collect more before training.
      """
    case .badLabels(let reason):
      "The labels cannot be used: \(reason)."
    case .weightsShape(let reason):
      "The weights have the wrong shape: \(reason). Write them again with the program that trained them."
    case .tooFewSamples(let found, let needed):
      "The gesture has \(found) samples; at least \(needed) are needed. It is probably a touch by accident."
    case .strokeTooSmall(let size, let minSize, .points):
      """
      The stroke is \(shortNumber(size)) points large, and `minSize` is \(shortNumber(minSize)): all of it lies in the first zone, \
      and its features are those of any other such stroke. If its samples are metres, write `Stroke(samples, unit: .metres)`; \
      where it was meant to be so small, choose a smaller `minSize`.
      """
    case .strokeTooSmall(let size, let minSize, .metres):
      """
      The stroke is \(shortNumber(size)) m large, and `minSize` is \(shortNumber(minSize)) m: all of it lies in the first zone, and \
      its features are those of any other such stroke. If its samples are points of a screen, leave out `unit: .metres`; \
      otherwise choose a smaller `minSize`.
      """
    case .mixedUnits(let first, let second):
      """
      A stroke in \(first) is followed by one in \(second): they cannot be one gesture. Measure both in the same unit, and say \
      which by `Stroke(samples, unit:)`.
      """
    case .singularKernel(let row):
      """
      The examples' kernel matrix is singular at example \(row): it repeats another. Raise `ridge` above 0, or remove the \
      repetition.
      """
    case .unknownLetter(let letter):
      "There is no template for “\(letter)”. The generator draws the capitals A to Z."
    case .missingColumn(let file, let line, let column, let expected):
      "\(file):\(line): the column “\(column)” is missing. Expected \(expected.joined(separator: ","))."
    case .unknownColumn(let file, let line, let column, let suggestion):
      "\(file):\(line): unknown column “\(column)”." + (suggestion.map { " Did you mean “\($0)”?" } ?? "")
    case .brokenRow(let file, let line, let reason):
      "\(file):\(line): \(reason)."
    case .unreadable(let file, let reason):
      "\(file): \(reason)."
    case .countMismatch(let quantity, let found, let expected):
      "There are \(found) \(quantity); expected \(expected), one for each."
    }
  }
}
