/// The weights that come with the library, and how they were made.
///
/// They are trained on generated letters and on nothing else. They stand in `ShippedWeights+Table.swift` as text;
/// `make weights` writes that file anew, byte for byte: the generator and the averaged perceptron use sums, products
/// and square roots only, in a fixed order.
public enum ShippedWeights {
  /// The course's classifier for capitals in one stroke: 26 letters × the 28 features of ``ZoneFeatures/course``.
  ///
  /// The winning score of a clear letter is around 6, and most are between 4 and 8, as the course says.
  public static let linear: LinearClassifier = {
    do {
      return try LinearClassifier(csv: table, file: "shipped weights", expecting: ZoneFeatures.course.names)
    } catch {
      // The table is ours, and a test reads it.
      preconditionFailure("\(error)")
    }
  }()

  /// The recommended classifier for capitals in one stroke: a kernel machine on blurred zones.
  ///
  /// It is trained when it is first used, on generated letters, which takes a fraction of a second in an optimised
  /// build (and a few seconds in a debug build; a copy saved as JSON loads at once). The result is the same on every
  /// machine.
  public static let kernel: KernelClassifier = {
    do {
      let machine = KernelMachine(widths: [0.7], ridges: [0.003])
      let generator = try LetterGenerator()
      return try machine.train(ZoneBlur.course(generator.examples(count: kernelExamplesPerLetter))).classifier
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  /// How many drawings of each letter the kernel machine learns from.
  static let kernelExamplesPerLetter = 30
  /// How many the linear weights were trained on.
  static let linearExamplesPerLetter = 300

  /// Trains the linear weights as they were trained for shipping: a few seconds in an optimised build.
  public static func trained() throws -> LinearClassifier {
    let examples = try LetterGenerator().examples(count: linearExamplesPerLetter)
    let training = Perceptron(order: .shuffled, averaged: true, starts: 10, maximumPasses: 100)
    return try training.train(examples).classifier.scaled(medianScore: 6, on: examples).rounded(decimals: 4)
  }

  /// The source file that holds `weights`, of which ``linear`` is read.
  /// - Throws: ``GestureError/countMismatch(quantity:found:expected:)`` unless they are for the course's features.
  package static func source(of weights: LinearClassifier) throws(GestureError) -> String {
    // One line of the table to a letter is readable, and longer than a line of source may be: hence the breaks.
    let lines = try weights.csv(names: ZoneFeatures.course.names).split(separator: "\n").flatMap { line in
      line.split(separator: ",").chunks(of: 10).map { $0.joined(separator: ",") }.joined(separator: ",\\\n").split(
        separator: "\n")
    }
    return """
      extension ShippedWeights {
        /// Written by `make weights`.
        static let table = \"""
      \(lines.map { "    " + $0 }.joined(separator: "\n"))
          \"""
      }

      """
  }
}

extension Array {
  /// Pieces of `size` elements; the last may be shorter.
  fileprivate func chunks(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
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
