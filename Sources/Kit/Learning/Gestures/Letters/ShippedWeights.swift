/// The weights that come with the library, and how they were made.
///
/// They are trained on generated letters and on nothing else. They stand in `ShippedWeights.csv`;
/// `make weights` writes that file again, byte for byte: the generator and the averaged perceptron use sums, products
/// and square roots only, in a fixed order.
public enum ShippedWeights {
  /// The course's classifier for capitals in one stroke: 26 letters × the 28 features of ``ZoneFeatures/course``.
  ///
  /// The winning score of a clear letter is around 6, and most are between 4 and 8, as the course says.
  public static let linear = unfailing {
    try LinearClassifier(
      csv: String(decoding: PackageResources.ShippedWeights_csv, as: UTF8.self), file: "ShippedWeights.csv",
      expecting: ZoneFeatures.course.names)
  }

  /// The recommended classifier for capitals in one stroke: a kernel machine on blurred zones.
  ///
  /// It is trained when it is first used, on generated letters, which takes a fraction of a second in an optimised
  /// build (and a few seconds in a debug build; a copy saved as JSON loads at once). The result is the same on every
  /// machine.
  public static let kernel = unfailing {
    let examples = try LetterGenerator().examples(count: kernelExamplesPerLetter)
    return try KernelMachine(widths: [0.7], ridges: [0.003]).train(ZoneBlur.course(examples)).classifier
  }

  /// How many drawings of each letter the kernel machine learns from.
  static let kernelExamplesPerLetter = 30
  /// How many the linear weights were trained on.
  static let linearExamplesPerLetter = 300

  /// Trains the linear weights as they were trained for shipping: a few seconds in an optimised build.
  /// For `make weights` and the one that doubts the file; a notebook takes ``linear``.
  @_documentation(visibility: internal)
  public static func trained() throws -> LinearClassifier {
    let examples = try LetterGenerator().examples(count: linearExamplesPerLetter)
    let training = Perceptron(order: .shuffled, averaged: true, starts: 10, maximumPasses: 100)
    return try training.train(examples).classifier.scaled(medianScore: 6, on: examples).rounded(decimals: 4)
  }
}

extension LinearClassifier {
  /// All weights times one factor, so that the median of the examples' best scores is `medianScore`: the same answers.
  func scaled(medianScore: Double, on examples: [Example]) -> LinearClassifier {
    let scores = examples.compactMap { uncheckedScores(for: $0.features).max() }.sorted()
    guard let median = scores.dropFirst(scores.count / 2).first, median > 0 else { return self }
    return LinearClassifier(labels: labels, flat: flat.map { $0 * medianScore / median })
  }

  /// Weights with so many digits after the point.
  func rounded(decimals: Int) -> LinearClassifier {
    let unit = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    return LinearClassifier(labels: labels, flat: flat.map { ($0 * unit).rounded() / unit })
  }
}
