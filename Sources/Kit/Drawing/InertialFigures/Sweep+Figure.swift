import Evaluation
import Figures
import Simulation
import Stabilization
import Traces

extension Sweep {
  /// The sweep as a figure: for one parameter a line per trace with the best value marked, for two a heat map of the mean
  /// over the traces. A parameter whose values span more than a factor of ten is on a logarithmic axis. One with a single value is
  /// no axis: the others are drawn, and where no parameter has more than one, a bar per trace. A grey line for each trace, or of more than
  /// three their mean, is what standing still gives; a map has their mean in the name of its scale.
  ///
  /// - Parameter quantity: what the scores are, by default the sweep's measure on a logarithmic axis.
  /// - Returns: `nil` where three parameters or more have several values, which no plane shows.
  /// - Complexity: O(points · traces).
  public func figure(
    quantity: FigureAxis? = nil, size: Figure.Size? = nil
  ) -> Figure? {
    let quantity = quantity ?? FigureAxis("\(measure)", unit: measure.unit, scale: .logarithmic)
    let several = parameters.indices.filter { parameters[$0].values.count > 1 }
    let shown = several.isEmpty ? [0] : several
    let axes = shown.map { FigureAxis.spanning(parameters[$0].values, parameters[$0].name, unit: parameters[$0].unit) }
    // Points are in the order of the values, the last parameter changing fastest; those with one value change nothing.
    let orders = shown.map { index in
      let values = parameters[index].values
      return values.indices.sorted { values[$0] < values[$1] }
    }
    func values(_ place: Int) -> [Double] { orders[place].map { parameters[shown[place]].values[$0] } }
    switch shown.count {
    case 1:
      return .sweep(
        axes[0], values: values(0),
        drifts: traces.indices.map { trace in (traces[trace], orders[0].map { scores[$0][trace] }) },
        standingStill: traces.count > 3
          ? [standingStill.reduce(0, +) / Double(traces.count)] : standingStill, quantity: quantity, size: size)
    case 2:
      let means = Array(grid.joined())
      var quantity = quantity
      let still = standingStill.reduce(0, +) / Double(traces.count)
      if still > 0 { quantity.quantity += ", \(StandingStill.name) \(String(format: "%.2g", still))" }
      let columns = parameters[shown[1]].values.count
      return .sweep(
        x: axes[0], columns: values(0), y: axes[1], rows: values(1),
        drift: orders[1].flatMap { row in orders[0].map { means[$0 * columns + row] } }, quantity: quantity, size: size)
    default: return nil
    }
  }
}
