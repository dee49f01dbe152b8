internal import Basics
import Evaluation
import Figures
import Rotations
import Simulation
import Stabilization
import Traces

extension Comparison {
  /// What each run is called in a figure: its scheme, which has its own look; with its parameters where the same
  /// scheme occurs twice.
  var names: [String] {
    let schemes = runs.map(\.scheme)
    return runs.map { run in schemes.filter { $0 == run.scheme }.count == 1 ? run.scheme : run.label }
  }

  /// An entry of the legend for each of these names that no scheme has: a misspelt one is seen.
  func unknown(_ schemes: [String]) -> [Mark] {
    schemes.filter { name in !runs.contains { $0.scheme == name || $0.label == name } }
      .map { .line("no scheme is called “\($0)”", x: [0], y: [.nan]) }
  }

  /// Whether one run reaches `factor` times further than the median of the others, so that on a common linear axis
  /// nothing would be seen of them.
  func diverges(_ reaches: [Double], factor: Double) -> Bool {
    reaches.indices.contains { index in
      // A comparison with NaN, the quantile of nothing, is false.
      reaches[index] > factor * quantile(0.5, of: reaches.indices.filter { $0 != index }.map { reaches[$0] })
    }
  }
}

/// Numbers of a scheme that has run away: what overflows, or is beyond what a figure can show, becomes a gap.
func drawable(_ values: [Double]) -> [Double] { values.map { $0.magnitude <= 1e100 ? $0 : .nan } }

extension CoordinateAxis {
  /// The axis' letter.
  var name: String { "\(self)" }
}
