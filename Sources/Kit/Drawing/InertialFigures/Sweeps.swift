import Figures
import Foundation
import Stabilization

extension FigureAxis {
  /// An axis for these numbers: logarithmic where all are positive and span more than a factor of ten.
  package static func spanning(_ numbers: [Double], _ quantity: String, unit: String?) -> FigureAxis {
    let finite = numbers.filter(\.isFinite)
    let (low, high) = (finite.min() ?? 0, finite.max() ?? 0)
    return FigureAxis(quantity, unit: unit, scale: low > 0 && high > 10 * low ? .logarithmic : .linear)
  }
}

extension Figure {
  /// A sweep over two parameters as a heat map: the drift at each pair, with the smallest one marked “min”.
  ///
  /// - Parameters:
  ///   - x: the parameter along the columns, for example `FigureAxis("α", unit: "s⁻¹", scale: .logarithmic)`.
  ///   - columns: its values, ascending.
  ///   - y: the parameter along the rows.
  ///   - rows: its values, ascending.
  ///   - drift: row by row, `drift[row * columns.count + column]`; what is not finite (a scheme that ran away) leaves the
  ///     cell empty.
  ///   - quantity: what `drift` is; logarithmic, since a sweep spans decades.
  public static func sweep(
    x: FigureAxis, columns: [Double], y: FigureAxis, rows: [Double], drift: [Double],
    quantity: FigureAxis = FigureAxis("drift", unit: "m", scale: .logarithmic), size: Size? = nil
  ) -> Figure {
    let least = best(of: drift, among: drift.count)
    return Figure(
      Cells(
        x: x, y: y, columns: columns, rows: rows, values: drawable(drift), quantity: quantity,
        texts: least.map { least in drift.indices.map { $0 == least ? "min" : "" } } ?? []), size: size)
  }

  /// A sweep over one parameter: a line per trace, with the best value of each marked unless all are equal within rounding. With
  /// one value alone, a bar per trace.
  ///
  /// - Parameters:
  ///   - values: the parameter's values, ascending.
  ///   - drifts: for each trace its name and the drift at each value, in `quantity`'s unit.
  ///   - standingStill: what doing nothing gives, a grey line each; 0, as of a closing error, is left out.
  public static func sweep(
    _ parameter: FigureAxis, values: [Double], drifts: [(trace: String, drift: [Double])],
    standingStill: [Double] = [], quantity: FigureAxis = FigureAxis("drift", unit: "m", scale: .logarithmic),
    size: Size? = nil
  ) -> Figure {
    if values.count == 1, drifts.allSatisfy({ $0.drift.count == 1 }) {
      // Lines of one point would tell nothing; which trace goes how far does.
      let unit = parameter.unit.map { " " + $0 } ?? ""
      return Figure(
        x: FigureAxis(""), y: quantity, size: size,
        [
          .bars(
            "\(parameter.quantity) = \(String(format: "%g", values[0]))\(unit)", over: drifts.map(\.trace),
            drawable(drifts.map { $0.drift[0] }))
        ])
    }
    let looks = Look.assignment(for: drifts.map(\.trace))
    return Figure(
      x: parameter, y: quantity, size: size,
      drifts.map { .line($0.trace, x: values, y: drawable($0.drift), look: looks[$0.trace]) }
        + Set(drawable(standingStill).filter { $0 > 0 }).sorted().enumerated().map { index, error in
          .line(
            index == 0 ? StandingStill.name : "", x: [values.min() ?? 0, values.max() ?? 0], y: [error, error],
            look: Look(named: StandingStill.name))
        }
        + drifts.compactMap { name, drift in
          best(of: drift, among: values.count).map {
            .points("", x: [values[$0]], y: [drift[$0]], look: looks[name])
          }
        })
  }

  /// Where the least of the numbers is; nil where none is less than the others by more than rounding.
  private static func best(of drift: [Double], among count: Int) -> Int? {
    let finite = drift.indices.prefix(count).filter { drift[$0].isFinite }
    guard let best = finite.min(by: { drift[$0] < drift[$1] }), let worst = finite.max(by: { drift[$0] < drift[$1] }),
      drift[worst] - drift[best] > 1e-9 * max(drift[worst].magnitude, drift[best].magnitude)
    else { return nil }
    return best
  }
}
