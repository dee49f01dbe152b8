internal import Basics

/// The course's multi-class perceptron: go through the examples, and whenever one gets another label, add it
/// to its own label's weights and take it from the other's; until no mistake is left.
///
/// If planes separate the classes, this ends; which planes it finds depends on the start. So it runs from many
/// random starts, and the weights are averaged. If no planes do, it would run for ever: ``maximumPasses`` ends it,
/// and the ``Report`` says what could not be distinguished.
///
/// Source: task 1D of the course; the averaged variant: Freund & Schapire, Large margin classification using the
/// perceptron algorithm, Machine Learning 37, 1999.
public struct Perceptron: Hashable, Codable, Sendable {
  /// In which order a pass goes through the examples.
  public enum Order: String, Hashable, Codable, Sendable {
    /// As they were given: the course's.
    case given
    /// Shuffled again for each pass, by the seed: spares the result an order that the log happens to have.
    case shuffled
  }

  /// The order within a pass; ``Order/given`` by default.
  public var order = Order.given
  /// Whether each start yields the average of its weights over all examples seen (Freund & Schapire) instead of the
  /// last ones; false by default. Averages wobble less where classes overlap.
  public var averaged = false
  /// From how many random starts to train; 1000 by default, the course's number. More: less chance in the result,
  /// more time.
  public var starts = 1000
  /// The standard deviation of a start's weights; 1 by default. Larger: starts differ more, and take longer to forget
  /// it.
  public var startScale = 1.0
  /// After so many passes a start gives up; 2000 by default. It matters only where the classes cannot be separated.
  public var maximumPasses = 2000
  /// What the random numbers grow from; the same seed, the same weights.
  public var seed: UInt64 = 1

  /// The course's perceptron; set what should differ.
  public init(
    order: Order = .given, averaged: Bool = false, starts: Int = 1000, startScale: Double = 1,
    maximumPasses: Int = 2000, seed: UInt64 = 1
  ) {
    (self.order, self.averaged, self.starts) = (order, averaged, starts)
    (self.startScale, self.maximumPasses, self.seed) = (startScale, maximumPasses, seed)
  }

  /// How a training went.
  public struct Report: Hashable, Codable, Sendable {
    /// The number of starts.
    public let starts: Int
    /// How many of them ended without a mistake.
    public let separated: Int
    /// The passes of each start.
    public let passes: [Int]
    /// What the averaged weights still get wrong among the training examples, most frequent first.
    public let confusions: [ConfusionMatrix.Confusion]
  }

  /// The weights averaged over the starts, and how it went.
  ///
  /// Starts that separated the classes are averaged; if none did, all are. The result is the same for any number of
  /// processor cores. Complexity: at most starts × passes × examples × labels × features, much less in practice: an
  /// example that was right by a margin is not looked at again until the weights have moved by as much.
  /// - Throws: ``GestureError/tooFewExamples(labels:examples:)``, ``GestureError/featureCount(found:expected:)`` for
  ///   examples of different lengths, ``GestureError/notFinite(quantity:index:value:)``,
  ///   ``GestureError/outOfRange(quantity:value:expected:)``.
  public func train(_ examples: [Example]) throws(GestureError) -> (classifier: LinearClassifier, report: Report) {
    try require("starts", Double(starts), in: 1...1e6, "1 to a million")
    try require("maximumPasses", Double(maximumPasses), in: .counts, "1 or more")
    try require("startScale", startScale, in: 0...Stroke.largest, "0 to \(Stroke.largest)")
    let set = try TrainingSet(examples)
    let rows = SparseRows(set)
    let similarities = Similarities(set)
    let results = Parallel.map(starts, threads: Parallel.processors) { start in
      var run = PerceptronRun(set: set, rows: rows, similarities: similarities, options: self, start: start)
      return run.result()
    }
    let separated = results.filter(\.separated)
    let used = separated.isEmpty ? results : separated
    var weights = [Double](repeating: 0, count: set.labels.count * set.width)
    for result in used {
      for index in weights.indices { weights[index] += result.weights[index] }
    }
    for index in weights.indices { weights[index] /= Double(used.count) }
    let classifier = LinearClassifier(labels: set.labels, flat: weights)
    let report = Report(
      starts: starts, separated: separated.count, passes: results.map(\.passes),
      confusions: try ConfusionMatrix(of: classifier, on: examples).mostConfused())
    return (classifier, report)
  }
}

extension Perceptron.Report: CustomStringConvertible {
  /// A sentence or two for a person.
  public var description: String {
    let slowest = passes.max() ?? 0
    if separated == starts { return "All \(starts) starts separated the classes, in at most \(slowest) passes." }
    let left = confusions.prefix(5).map { "\($0.drawn) read as \($0.answered ?? "none") (\($0.count)×)" }
    let rest =
      left.isEmpty ? "Averaged, they make no mistake." : "The average mistakes " + left.joined(separator: ", ") + "."
    return separated == 0
      ? "No start separated the classes within \(slowest) passes: no planes may separate them. \(rest)"
      : "\(separated) of \(starts) starts separated the classes within the allowed passes. \(rest)"
  }
}
