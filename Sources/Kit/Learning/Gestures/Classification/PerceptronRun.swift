internal import Basics

/// The perceptron from one random start.
///
/// The naive loop scores every example in every pass, although after a few passes a handful of them is mistaken. This
/// one makes the same updates in the same order: a ``ScoreBoard`` knows which examples are right by more than
/// rounding could change, and only the others are scored. Without a board, for sets too large for it, all are.
struct PerceptronRun {
  private let set: TrainingSet
  private let rows: SparseRows
  private let options: Perceptron
  private var generator: SeededRandom
  private var weights: LabelWeights
  /// Σ (examples seen before) · change, for the average; unused otherwise.
  private var total: LabelWeights
  private var seen = 0.0
  private var mistakes = 0
  private var board: ScoreBoard?
  private var scores: [LabelWeights.Eight]

  /// The largest square of an example, and of a score at the start.
  private let size: Double
  private var changes = 0.0

  /// The board's scores are sums of thousands of terms, each rounded; closer calls than this are decided by the weights
  /// themselves. A sum of n terms no larger than s has an error of n·2⁻⁵³·s at most.
  private var closeCall: Double {
    let terms = changes + Double(set.width)
    return max(1e-6 * size, terms * 0x1p-52 * (terms * size))
  }

  init(set: TrainingSet, rows: SparseRows, similarities: Similarities?, options: Perceptron, start: Int) {
    (self.set, self.rows, self.options) = (set, rows, options)
    var generator = SeededRandom(seed: options.seed, stream: UInt64(start) + 1)
    var weights = LabelWeights(labels: set.labels.count, width: set.width)
    weights.fill { options.startScale * generator.normal() }
    let board = similarities.map { ScoreBoard(set: set, similarities: $0, weights: weights.flat) }
    size = max(similarities?.largestSquare ?? 0, board?.largestScore ?? 0)
    self.board = board
    (self.generator, self.weights) = (generator, weights)
    total = LabelWeights(labels: options.averaged ? set.labels.count : 0, width: set.width)
    scores = Array(repeating: .zero, count: weights.blocks)
  }

  /// What the start leads to.
  mutating func result() -> (weights: [Double], passes: Int, separated: Bool) {
    var order = Array(0..<set.count)
    var passes = 0
    repeat {
      if options.order == .shuffled { generator.shuffle(&order) }
      mistakes = 0
      let seenBefore = seen
      var place = 0
      while true {
        if let board { place = board.nextLead(notAbove: closeCall, in: order, from: place) }
        guard place < order.count else { break }
        let example = order[place]
        place += 1
        seen = seenBefore + Double(place)
        if let lead = board?.renewLead(of: example), lead > closeCall { continue }
        visit(example)
      }
      seen = seenBefore + Double(order.count)
      passes += 1
    } while mistakes > 0 && passes < options.maximumPasses
    var flat = weights.flat
    if options.averaged {
      for (index, sum) in total.flat.enumerated() { flat[index] -= sum / seen }
    }
    return (flat, passes, mistakes == 0)
  }

  /// Scores one example and, if it is mistaken, changes the weights.
  private mutating func visit(_ example: Int) {
    let target = set.targets[example]
    let start = rows.starts[example]
    let count = rows.starts[example + 1] - start
    rows.features.withUnsafeBufferPointer { features in
      rows.values.withUnsafeBufferPointer { values in
        let (features, values) = (features.baseAddress! + start, values.baseAddress! + start)
        let best = winner(features, values, count)
        guard best != target else { return }
        mistakes += 1
        changes += 1
        weights.add(1, features, values, count, to: target)
        weights.add(-1, features, values, count, to: best)
        board?.update(example, gaining: target, losing: best)
        if options.averaged {
          total.add(seen - 1, features, values, count, to: target)
          total.add(1 - seen, features, values, count, to: best)
        }
      }
    }
  }

  /// The label with the highest score; the first of equals, as argmax has it.
  private mutating func winner(
    _ features: UnsafePointer<Int>, _ values: UnsafePointer<Double>, _ count: Int
  ) -> Int {
    let labels = set.labels.count
    return scores.withUnsafeMutableBufferPointer { scores in
      weights.score(features, values, count, into: scores.baseAddress!)
      return scores.withMemoryRebound(to: Double.self) { scores in
        var best = 0
        for label in 1..<labels where scores[label] > scores[best] { best = label }
        return best
      }
    }
  }
}
