import Foundation

import struct Basics.SeededRandom

/// Which combinations of the axes' values are run.
package enum Design: Hashable, Sendable {
  /// Every combination; the last axis varies fastest.
  case full
  /// This many points, each drawn independently.
  case random(points: Int, seed: UInt64)
  /// This many points, such that each axis by itself is covered evenly: every n-th of a range once, every value of a
  /// list equally often (McKay, Beckman and Conover, Technometrics 21 (1979) 239).
  case latinHypercube(points: Int, seed: UInt64)

  package static let names = ["full", "random", "latin-hypercube"]

  /// The design of this name.
  ///
  /// - Throws: `GridError` for an unknown name, a missing or a superfluous number of points.
  package init(name: String, points: Int?, seed: UInt64) throws {
    if let points {
      if points < 1 { throw GridError(.badDesign("a design needs at least one point, not \(points)")) }
      try GridAxis.requireFeasible(points)
    }
    switch (name, points) {
    case ("full", nil): self = .full
    case ("full", _):
      throw GridError(
        .badDesign(
          "a full grid runs every combination; to run as many as --points says, choose --design random or latin-hypercube"
        ))
    case ("random", let points?): self = .random(points: points, seed: seed)
    case ("latin-hypercube", let points?): self = .latinHypercube(points: points, seed: seed)
    case ("random", nil), ("latin-hypercube", nil):
      throw GridError(
        .badDesign("the design \(name) needs the number of points to draw; write for example --points 100"))
    default:
      throw GridError(.badDesign("unknown design “\(name)”; choose \(Self.names.joined(separator: ", "))"))
    }
  }

  /// The combinations, a value for each axis. O(points × axes). The same seed gives the same points everywhere.
  ///
  /// - Parameter integers: The names of the parameters that take integers.
  /// - Throws: `GridError` when a full grid cannot be made of a range.
  package func combinations(_ axes: [GridAxis], integers: Set<String>) throws -> [[String]] {
    guard !axes.isEmpty else { return [[]] }
    switch self {
    case .full:
      var combinations: [[String]] = [[]]
      for axis in axes {
        let values = try axis.gridValues(isInteger: integers.contains(axis.name))
        try GridAxis.requireFeasible(combinations.count * values.count)
        combinations = combinations.flatMap { head in values.map { head + [$0] } }
      }
      return combinations
    case .random(let points, let seed):
      return try columns(axes, points, integers) { stream in
        var random = SeededRandom(seed: seed, stream: stream)
        return (0..<points).map { _ in random.uniform() }
      }
    case .latinHypercube(let points, let seed):
      return try columns(axes, points, integers) { stream in
        var random = SeededRandom(seed: seed, stream: stream)
        return random.permutation(points).map { (Double($0) + random.uniform()) / Double(points) }
      }
    }
  }

  /// Each axis draws from its own stream, so that another axis more changes no value of the others.
  private func columns(
    _ axes: [GridAxis], _ points: Int, _ integers: Set<String>, _ shares: (UInt64) -> [Double]
  ) throws -> [[String]] {
    let columns = try axes.enumerated().map { index, axis in
      try shares(UInt64(index)).map { share -> String in
        switch axis.choice {
        case .values(let values): values[min(values.count - 1, Int(share * Double(values.count)))]
        case .range(let range): try range.text(at: share, isInteger: integers.contains(axis.name))
        }
      }
    }
    return (0..<points).map { point in columns.map { $0[point] } }
  }
}
