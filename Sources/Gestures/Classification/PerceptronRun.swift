/// What one start led to.
struct PerceptronResult: Sendable {
  var weights: [Double]
  var passes: Int
  var separated: Bool
}

/// The results of all starts, each written once, by the thread that made it.
final class PerceptronRuns: @unchecked Sendable {
  // Unchecked: every index is written by exactly one thread, and read after all threads have been joined.
  private let storage: UnsafeMutablePointer<PerceptronResult>
  private let count: Int

  init(count: Int) {
    self.count = count
    storage = .allocate(capacity: count)
    storage.initialize(repeating: PerceptronResult(weights: [], passes: 0, separated: false), count: count)
  }

  deinit {
    storage.deinitialize(count: count)
    storage.deallocate()
  }

  func store(_ result: PerceptronResult, at index: Int) { storage[index] = result }
  var results: [PerceptronResult] { Array(UnsafeBufferPointer(start: storage, count: count)) }
}

/// The perceptron from one random start.
///
/// The naive loop scores every example in every pass. This one makes the same updates in the same order and skips
/// scores that cannot have changed their answer: when an example was last scored, its label led by some margin. Each
/// update since then moved two labels' weights by |x|, the length of the mistaken example, so the lead has shrunk by
/// at most |example| · (what its own label's weights moved + what the others' moved at most).
struct PerceptronRun {
  let set: TrainingSet
  let options: Perceptron
  let start: Int

  func result() -> PerceptronResult {
    var generator = SplitMix64(seed: options.seed, stream: UInt64(start) + 1)
    let (labels, width, count) = (set.labels.count, set.width, set.count)
    var weights = (0..<labels * width).map { _ in options.startScale * generator.normal() }
    var total = options.averaged ? [Double](repeating: 0, count: labels * width) : []
    var order = Array(0..<count)
    let lengths = (0..<count).map { example in
      set.rows.withUnsafeBufferPointer { rows in
        let row = rows.baseAddress! + example * width
        return dot(row, row, width).squareRoot()
      }
    }
    // The lead of each example when it was last scored, and what had moved by then.
    var lead = [Double](repeating: -1, count: count)
    var movedThen = [Double](repeating: 0, count: count)
    // How far each label's weights have moved, and an upper bound of how far any one label's have: all updates
    // together.
    var moved = [Double](repeating: 0, count: labels)
    var movedAny = 0.0
    var seen = 0.0
    var passes = 0
    var mistakes = 0
    var scores = [Double](repeating: 0, count: labels)

    set.rows.withUnsafeBufferPointer { rows in
      repeat {
        if options.order == .shuffled { generator.shuffle(&order) }
        mistakes = 0
        for example in order {
          let target = set.targets[example]
          let now = moved[target] + movedAny
          seen += 1
          if lead[example] > lengths[example] * (now - movedThen[example]) * (1 + 1e-9) + 1e-9 { continue }
          let row = rows.baseAddress! + example * width
          let (best, margin) = weights.withUnsafeBufferPointer { weights in
            Self.leader(weights: weights.baseAddress!, row: row, width: width, target: target, scores: &scores)
          }
          guard best != target else {
            (lead[example], movedThen[example]) = (margin, now)
            continue
          }
          mistakes += 1
          lead[example] = -1
          moved[target] += lengths[example]
          moved[best] += lengths[example]
          movedAny += lengths[example]
          weights.withUnsafeMutableBufferPointer { weights in
            add(1, row, to: weights.baseAddress! + target * width, width)
            add(-1, row, to: weights.baseAddress! + best * width, width)
          }
          if options.averaged {
            // Σ over examples of the weights is seen·w − Σ (seen at update)·change: one term per update instead of a
            // sum per example.
            total.withUnsafeMutableBufferPointer { total in
              add(seen - 1, row, to: total.baseAddress! + target * width, width)
              add(1 - seen, row, to: total.baseAddress! + best * width, width)
            }
          }
        }
        passes += 1
      } while mistakes > 0 && passes < options.maximumPasses
    }
    if options.averaged {
      for index in weights.indices { weights[index] -= total[index] / seen }
    }
    return PerceptronResult(weights: weights, passes: passes, separated: mistakes == 0)
  }

  /// The label with the highest score (the first of equals, as argmax has it), and by how much `target` leads the
  /// others.
  @inline(__always)
  private static func leader(
    weights: UnsafePointer<Double>, row: UnsafePointer<Double>, width: Int, target: Int, scores: inout [Double]
  ) -> (best: Int, margin: Double) {
    var best = 0
    for label in scores.indices {
      scores[label] = dot(weights + label * width, row, width)
      if scores[label] > scores[best] { best = label }
    }
    guard best == target else { return (best, 0) }
    var rival = -Double.infinity
    for label in scores.indices where label != target { rival = max(rival, scores[label]) }
    return (best, scores[target] - rival)
  }
}
