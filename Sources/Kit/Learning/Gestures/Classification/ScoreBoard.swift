/// The scores of all examples for all labels while the weights change, and a lower bound of how far each example's
/// own label leads.
///
/// When an example is added to one label's weights and taken from another's, every example's scores for these two
/// labels change by its dot product with that example. Those products are known, so that an update costs a few
/// operations for each example, where scoring all of them again would cost labels × features of them.
struct ScoreBoard {
  private let similarities: Similarities
  private let targets: [Int]
  /// The examples of each label.
  private let members: [[Int]]
  /// Label by label, the scores of all examples.
  private var columns: [Double]
  private var own: [Double]
  /// Never more than the example's own score minus the best other one.
  private var leads: [Double]
  private var kept: [Double] = []

  init(set: TrainingSet, similarities: Similarities, weights: [Double]) {
    (self.similarities, targets) = (similarities, set.targets)
    let (count, width) = (set.count, set.width)
    members = set.labels.indices.map { label in (0..<count).filter { set.targets[$0] == label } }
    let columns = set.rows.withUnsafeBufferPointer { rows in
      weights.withUnsafeBufferPointer { weights in
        set.labels.indices.flatMap { label in
          (0..<count).map { dot(weights.baseAddress! + label * width, rows.baseAddress! + $0 * width, width) }
        }
      }
    }
    self.columns = columns
    leads = Array(repeating: -.infinity, count: count)
    own = set.targets.enumerated().map { columns[$1 * count + $0] }
  }

  /// The largest score, by its magnitude.
  var largestScore: Double { columns.reduce(0) { max($0, abs($1)) } }

  /// The first place in `order`, from `place` on, of an example that may lead by no more than `limit`; the end if
  /// there is none.
  func nextLead(notAbove limit: Double, in order: [Int], from place: Int) -> Int {
    leads.withUnsafeBufferPointer { leads in
      order.withUnsafeBufferPointer { order in
        var place = place
        while place < order.count, leads[order[place]] > limit { place += 1 }
        return place
      }
    }
  }

  /// The example's own score minus the best other one, from the scores as they are; remembered.
  mutating func renewLead(of example: Int) -> Double {
    let count = targets.count
    var rival = -Double.infinity
    for label in members.indices where label != targets[example] {
      rival = max(rival, columns[label * count + example])
    }
    leads[example] = own[example] - rival
    return leads[example]
  }

  /// `example` has been added to the weights of `gaining` and taken from those of `losing`.
  mutating func update(_ example: Int, gaining: Int, losing: Int) {
    let count = targets.count
    kept.removeAll(keepingCapacity: true)
    similarities.storage.withUnsafeBufferPointer { similarities in
      let products = similarities.baseAddress! + example * count
      // The loop over all examples is wrong for those of the two labels; their leads are put right after it.
      for member in members[gaining] {
        own[member] += products[member]
        kept.append(leads[member] + products[member])
      }
      for member in members[losing] {
        own[member] -= products[member]
        kept.append(leads[member] - products[member])
      }
      columns.withUnsafeMutableBufferPointer { columns in
        own.withUnsafeBufferPointer { own in
          leads.withUnsafeMutableBufferPointer { leads in
            let (up, down) = (columns.baseAddress! + gaining * count, columns.baseAddress! + losing * count)
            for index in 0..<count {
              let (raised, lowered) = (up[index] + products[index], down[index] - products[index])
              (up[index], down[index]) = (raised, lowered)
              let nearer = raised > lowered ? raised : lowered
              let lead = own[index] - nearer
              leads[index] = lead < leads[index] ? lead : leads[index]
            }
            var place = 0
            for member in members[gaining] {
              leads[member] = min(kept[place], own[member] - down[member])
              place += 1
            }
            for member in members[losing] {
              leads[member] = min(kept[place], own[member] - up[member])
              place += 1
            }
          }
        }
      }
    }
  }
}
