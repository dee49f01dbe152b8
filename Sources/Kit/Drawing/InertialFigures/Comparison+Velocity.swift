internal import Basics
import Evaluation
import Figures
import Rotations
import Simulation
import Stabilization
import Traces

extension Comparison {
  /// The velocity of each scheme along the three axes of the reference frame, above each other, with the truth where it
  /// is known.
  ///
  /// A scheme that says how uncertain it is has a band of ± 1.96 standard deviations.
  ///
  /// A scheme that reaches ten times further than the median of the others is cut off, and its name says how far it
  /// goes.
  ///
  /// - Parameters:
  ///   - without: the schemes that are not drawn, by their names, with or without parameters.
  ///   - within: the ordinates' range, m/s; nil: as far as the schemes reach.
  ///   - components: which axes; all three unless said otherwise.
  ///   - showsRest: whether the times at rest are shaded.
  /// - Complexity: O(samples · schemes).
  public func velocityFigure(
    without hidden: String..., within range: ClosedRange<Double>? = nil,
    components: [CoordinateAxis] = CoordinateAxis.allCases, showsRest: Bool = true, size: Figure.Size? = nil
  ) -> Figure {
    without(hidden).velocityFigure(range, components, showsRest, size, unknown(hidden))
  }

  private func velocityFigure(
    _ range: ClosedRange<Double>?, _ components: [CoordinateAxis], _ showsRest: Bool, _ size: Figure.Size?,
    _ unknown: [Mark]
  ) -> Figure {
    let times = trace.elapsed
    let rest: [Mark] = showsRest ? [.bands("at rest", restIntervals(isResting, times: times))] : []
    let truth = self.truth.map { truth in truth.indices.compactMap { trace.velocity(of: truth, at: $0) } }
    let within = usualSpeed(truth)
    return Figure(
      stacked: components.map { component in
        var marks = rest + velocityBands(component, times)
        if let truth { marks.append(.line("truth", x: times, y: truth.map { $0[component.rawValue] })) }
        for (name, run) in zip(names, runs) {
          let values = drawable(run.trajectory.velocities.map { $0[component.rawValue] })
          marks.append(.line(name, x: times, y: values))
        }
        return Plane(
          x: FigureAxis("time", unit: "s"),
          y: FigureAxis(
            "velocity \(component.name)", unit: "m/s",
            limits: range.map { .fixed($0.lowerBound, $0.upperBound) } ?? .focused(factor: 10, within: within)),
          drawableOnly(marks) + unknown)
      }, size: size)
  }

  /// Along an axis in which the device hardly moves, small errors would count as runaways: what is no larger than
  /// the movement itself is shown along all axes.
  private func usualSpeed(_ truth: [Vector3]?) -> Double {
    (truth.map { [$0] } ?? runs.map(\.trajectory.velocities)).map(usualLength).filter { $0 > 0 }.min() ?? 0
  }
}

/// The length that all but the longest hundredth of the vectors stay below; 0 without finite vectors. A glitch of a camera
/// system makes no difference to it. O(n).
func usualLength(_ vectors: [Vector3]) -> Double {
  let stride = max(1, vectors.count / 4096)
  let lengths = vectors.indices.filter { $0 % stride == 0 && vectors[$0].isFinite }.map { vectors[$0].length }
  return lengths.isEmpty ? 0 : quantile(0.99, of: lengths)
}

/// The stretches of time in which the device rests, in seconds. O(n).
func restIntervals(_ isResting: [Bool], times: [Double]) -> [ClosedRange<Double>] {
  RestDetector.intervals(isResting, at: times).filter { $0.lowerBound < $0.upperBound }
}
