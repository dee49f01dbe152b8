import Evaluation
import Figures
import Simulation
import Stabilization
import Traces

extension Sweep {
  /// The sweep as a figure: for one parameter a line per trace with the best value marked, for two a heat map of the mean
  /// over the traces. A parameter whose values span more than a factor of ten is on a logarithmic axis.
  ///
  /// - Parameter quantity: what the scores are, by default the sweep's measure on a logarithmic axis.
  /// - Returns: `nil` for three parameters or more, which no plane shows.
  /// - Complexity: O(points · traces).
  public func figure(
    quantity: FigureAxis? = nil, size: Figure.Size? = nil
  ) -> Figure? {
    let quantity = quantity ?? FigureAxis("\(measure)", unit: measure.unit, scale: .logarithmic)
    let axes = parameters.map { FigureAxis.spanning($0.values, $0.name, unit: $0.unit) }
    let orders = parameters.map { parameter in
      parameter.values.indices.sorted { parameter.values[$0] < parameter.values[$1] }
    }
    switch parameters.count {
    case 1:
      let order = orders[0]
      return .sweep(
        axes[0], values: order.map { parameters[0].values[$0] },
        drifts: traces.indices.map { trace in (traces[trace], order.map { scores[$0][trace] }) }, quantity: quantity,
        size: size)
    case 2:
      let grid = grid
      return .sweep(
        x: axes[0], columns: orders[0].map { parameters[0].values[$0] }, y: axes[1],
        rows: orders[1].map { parameters[1].values[$0] },
        drift: orders[1].flatMap { row in orders[0].map { column in grid[column][row] } }, quantity: quantity,
        size: size)
    default: return nil
    }
  }
}
