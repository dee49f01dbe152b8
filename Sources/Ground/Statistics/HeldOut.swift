/// Chosen here, scored there: which candidate is best in some recordings, found without looking at the others.
///
/// The best has the fewest infinite errors, and then the least mean of the others. Recordings of one group, such as those of one
/// person, are held out together.
public struct HeldOut: Hashable, Sendable {
  /// For each candidate its error in each recording; infinite where it failed or has none.
  public let errors: [[Double]]
  /// The group of each recording, from 0.
  public let groups: [Int]
  private let sums: [[Double]]
  private let failures: [[Int]]
  private let sizes: [Int]

  /// - Parameters:
  ///   - errors: For each candidate its error in each recording. One that is not a number counts as infinite.
  ///   - groups: The group of each recording; nil: each is its own.
  /// - Complexity: O(candidates · recordings).
  public init(_ errors: [[Double]], groups: [String]? = nil) {
    let count = errors.first?.count ?? 0
    var numbers: [String: Int] = [:]
    let groups = groups.map { names in
      names.map { name in
        if numbers[name] == nil { numbers[name] = numbers.count }
        return numbers[name] ?? 0
      }
    }
    let errors = errors.map { $0.map { $0.isFinite ? $0 : .infinity } }
    let places = groups ?? Array(0..<count)
    let groupCount = (places.max() ?? -1) + 1
    (self.errors, self.groups) = (errors, places)
    sums = errors.map { row in
      var sums = [Double](repeating: 0, count: groupCount)
      for (error, group) in zip(row, places) where error.isFinite { sums[group] += error }
      return sums
    }
    failures = errors.map { row in
      var failures = [Int](repeating: 0, count: groupCount)
      for (error, group) in zip(row, places) where !error.isFinite { failures[group] += 1 }
      return failures
    }
    var sizes = [Int](repeating: 0, count: groupCount)
    for group in places { sizes[group] += 1 }
    self.sizes = sizes
  }

  /// How many groups there are.
  public var groupCount: Int { sizes.count }

  /// The best candidate by the recordings of all groups but these; nil where none are left. O(candidates · groups).
  public func best(without excluded: Set<Int> = [], among candidates: Range<Int>? = nil) -> Int? {
    let kept = sizes.indices.filter { !excluded.contains($0) }
    guard !kept.isEmpty else { return nil }
    return (candidates ?? errors.indices).min { rank($0, kept) < rank($1, kept) }
  }

  /// Fewest failures, then least mean, then first.
  private func rank(_ candidate: Int, _ kept: [Int]) -> (Int, Double) {
    let failed = kept.reduce(0) { $0 + failures[candidate][$1] }
    let counted = kept.reduce(0) { $0 + sizes[$1] } - failed
    return (failed, kept.reduce(0) { $0 + sums[candidate][$1] } / Double(max(1, counted)))
  }

  /// For each recording the candidate that is best in those of the *other* groups; nil with a single group, which leaves nothing to choose
  /// on. O(groups² · candidates).
  public func choices(among candidates: Range<Int>? = nil) -> [Int]? {
    guard groupCount > 1 else { return nil }
    let byGroup = sizes.indices.map { best(without: [$0], among: candidates) ?? 0 }
    return groups.map { byGroup[$0] }
  }

  /// For each recording the candidate that is taken when first the best of several families is chosen and then the best of that
  /// family's candidates, both without the recording's group. Families are compared by what their choices for one further group, made
  /// without that as well, give in it.
  ///
  /// - Returns: nil with fewer than three groups.
  /// - Complexity: O(groups³ · candidates).
  public func nestedChoices(_ families: [Range<Int>]) -> [Int]? {
    guard groupCount > 2 else { return nil }
    let byGroup = sizes.indices.map { outer -> Int in
      let scores = families.map { family -> (Int, Double) in
        var (failed, sum, counted) = (0, 0.0, 0)
        for inner in sizes.indices where inner != outer {
          let chosen = family.count == 1 ? family.lowerBound : best(without: [outer, inner], among: family) ?? 0
          failed += failures[chosen][inner]
          sum += sums[chosen][inner]
          counted += sizes[inner] - failures[chosen][inner]
        }
        return (failed, sum / Double(max(1, counted)))
      }
      let family = families.indices.min { scores[$0] < scores[$1] } ?? 0
      return best(without: [outer], among: families[family]) ?? 0
    }
    return groups.map { byGroup[$0] }
  }
}
