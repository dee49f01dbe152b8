import Foundation
import NotebookDocument

/// Runs of one notebook with every combination of some parameters' values.
package struct ParameterGrid: Sendable {
  /// One parameter with the values that it takes.
  package struct Axis: Hashable, Sendable {
    package var name: String
    package var values: [String]
  }

  /// One combination of values.
  package struct Point: Hashable, Sendable {
    /// `name=value` for each axis.
    package var assignments: [String]
    /// The folder of the run's results.
    package var folder: String
    /// What a reader is told: `alpha = 0.5, n = 3`.
    package var title: String {
      assignments.map { $0.replacing("=", with: " = ", maxReplacements: 1) }.joined(separator: ", ")
    }
  }

  package let axes: [Axis]

  /// A grid of `name=value,value,…` for each axis. Values that hold commas, as those of lists do, are separated by
  /// semicolons.
  ///
  /// - Throws: `NotebookError` when a text is not of that form or a name stands there twice.
  package init(_ texts: [String]) throws {
    axes = try texts.map { text in
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw NotebookError(.malformedGrid(text))
      }
      let rest = text[text.index(after: equals)...]
      let values = rest.split(separator: rest.contains(";") ? ";" : ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard !values.isEmpty else { throw NotebookError(.malformedGrid(text)) }
      return Axis(name: String(text[..<equals]), values: values)
    }
    guard Set(axes.map(\.name)).count == axes.count else {
      throw NotebookError(.malformedGrid(texts.joined(separator: " --grid ")))
    }
  }

  /// All combinations; the last axis varies fastest. O(product of the axes' lengths).
  package var points: [Point] {
    var combinations: [[String]] = [[]]
    for axis in axes {
      combinations = combinations.flatMap { head in axis.values.map { head + ["\(axis.name)=\($0)"] } }
    }
    var taken: [String: Int] = [:]
    return combinations.map { assignments in
      // A value may be a path: only what every file system and address takes stays.
      let name = assignments.joined(separator: "_").replacing(/[^A-Za-z0-9._=+-]+/, with: "-")
      taken[name, default: 0] += 1
      return Point(assignments: assignments, folder: taken[name]! > 1 ? "\(name)_\(taken[name]!)" : name)
    }
  }
}
