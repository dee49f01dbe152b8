/// What can be wrong with what a caller hands to this module; `description` says it in words.
public enum GestureError: Error, Hashable, Sendable {
  /// A stroke or gesture without a sample.
  case emptyStroke
  /// A value that is NaN or infinite, in the sample with this index.
  case notFinite(quantity: String, index: Int, value: Double)
  /// A sample before its predecessor, in seconds.
  case timeRunsBackwards(index: Int, time: Double, previous: Double)
  /// A parameter outside its range.
  case outOfRange(quantity: String, value: Double, expected: String)
  /// A vector with another number of features than the classifier has weights.
  case featureCount(found: Int, expected: Int)
  /// Nothing to train with, or one label only.
  case tooFewExamples(labels: Int, examples: Int)
  /// Two labels that are the same, or none.
  case badLabels(reason: String)
  /// Weights that fit neither their labels nor each other.
  case weightsShape(reason: String)
  /// A gesture with too few samples for what is computed from it.
  case tooFewSamples(found: Int, needed: Int)
  /// A stroke so much smaller than `minSize` that its features are meaningless.
  case strokeTooSmall(size: Double, minSize: Double, unit: Stroke.Unit)
  /// Strokes that are measured in different units, where one is to be made of them.
  case mixedUnits(Stroke.Unit, Stroke.Unit)
  /// A symmetric matrix that is not positive definite: repeated examples without regularisation.
  case singularKernel(row: Int)
  /// A letter that the generator has no template for.
  case unknownLetter(String)
  /// A column that the file should have.
  case missingColumn(file: String, line: Int, column: String, expected: [String])
  /// A column that means nothing here.
  case unknownColumn(file: String, line: Int, column: String, suggestion: String?)
  /// A line that cannot be read.
  case brokenRow(file: String, line: Int, reason: String)
  /// A file that is not what it should be.
  case unreadable(file: String, reason: String)
  /// Arrays that should have the same length.
  case countMismatch(quantity: String, found: Int, expected: Int)
}
