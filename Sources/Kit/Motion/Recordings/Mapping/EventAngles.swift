internal import Basics
import Rotations
import Traces

/// Columns named alpha, beta and gamma: the angles of a browser's orientation events in degrees or, in its motion events, rates of
/// rotation in °/s under the same names. Gravity tells which: it points where angles say, and turns as rates say. And columns named
/// roll rate, pitch rate and yaw rate, about axes that programs choose differently.
struct EventAngles {
  /// The places of alpha, beta and gamma, or of roll, pitch and yaw.
  let columns: [Int]
  /// Which of the columns is about x, y and z, for each way to choose axes, the usual way first.
  let orders: [[Int]]
  /// These ways, in words.
  let convention: String
  /// What the words next to them say; nil where there are none.
  let isNamedRate: Bool?
  private let name: ColumnName

  /// nil for a header without them.
  init?(in names: [String]) {
    func columns(_ words: [String], _ isMeant: (ColumnName) -> Bool) -> [Int]? {
      let found = words.compactMap { word in
        names.indices.first { index in
          let name = ColumnName(names[index])
          return name.has(word) && isMeant(name)
        }
      }
      return Set(found).count == 3 ? found : nil
    }
    if let found = columns(["alpha", "beta", "gamma"], { _ in true }) {
      (self.columns, orders) = (found, [[1, 2, 0], [0, 1, 2]])
      convention = "alpha about z, beta about x and gamma about y, as the W3C says; some browsers write x, y and z"
      name = ColumnName(names[found[0]])
      isNamedRate =
        name.hasWord(beginning: "rot", "rate", "gyr", "angular", "omega")
        ? true : name.hasWord(beginning: "orient", "angle", "euler", "attitude") ? false : nil
    } else if let found = columns(
      ["roll", "pitch", "yaw"],
      { name in
        !name.has("true", "truth")
          && (name.unit(of: .rotationRate) != nil || name.has("rate", "speed", "velocity", "gyro"))
      })
    {
      // `Roll rate (deg/s)`, `gyro_roll_dps`.
      (self.columns, orders, isNamedRate) = (found, [[0, 1, 2], [1, 0, 2]], true)
      convention = "roll about x, pitch about y and yaw about z, as of a vehicle; Core Motion's pitch is about x"
      name = ColumnName(names[found[0]])
    } else {
      return nil
    }
  }

  /// The names' unit of a rate.
  var rateUnit: MeasurementUnit? { name.unit(of: .rotationRate) }

  /// The mean cosine between where the angles say that up is and a force; nil without either. −1 for a force in Apple's sign.
  func agreement(_ sample: ColumnSample, _ force: [Int]) -> Double? {
    var (sum, count) = (0.0, 0.0)
    for row in 0..<sample.count {
      let v = columns.map { sample.columns[$0][row] * .pi / 180 }
      let reading = sample.vector(force, row)
      guard !reading.sum().isNaN, reading.length > 0, !(v[0] + v[1] + v[2]).isNaN else { continue }
      sum += Quaternion(RollPitchYaw(roll: v[2], pitch: v[1], yaw: v[0])).act(on: reading).z / reading.length
      count += 1
    }
    return count > 0 ? sum / count : nil
  }

  /// Whether they keep values of more than 10° while the device rests, as angles do; rates are near 0 there. A twentieth of the
  /// rows is at rest if the acceleration changes 20 times less in it than in the whole recording.
  func areKeptAtRest(_ sample: ColumnSample, _ acceleration: [Int]) -> Bool {
    let rows = (0..<sample.count).filter {
      !sample.vector(columns, $0).sum().isNaN && !sample.vector(acceleration, $0).sum().isNaN
    }
    let size = rows.count / 20
    guard size >= 5 else { return false }
    func spread(_ vectors: [Vector3]) -> Double {
      let mean = vectors.reduce(.zero, +) / Double(vectors.count)
      return vectors.map { ($0 - mean).length }.max() ?? 0
    }
    let whole = spread(rows.map { sample.vector(acceleration, $0) })
    return stride(from: 0, to: rows.count - size + 1, by: size).contains { start in
      let block = rows[start..<(start + size)]
      let values = block.map { sample.vector(columns, $0) }
      return spread(block.map { sample.vector(acceleration, $0) }) < whole / 20 && spread(values) < 1
        && values[0].length > 10
    }
  }

  /// A rotation rate that turns gravity as it turned.
  struct Rate {
    /// The columns about x, y and z.
    let columns: [Int]
    let unit: MeasurementUnit
    let factor: Double
  }

  /// The rate that the columns are, where gravity turned; nil where it did not, or turned otherwise.
  ///
  /// Gravity tells which of the ways to choose axes it is.
  func rate(_ sample: ColumnSample, _ times: [Double], _ rows: [Int], _ forces: [Vector3]) -> Rate? {
    let candidates = orders.compactMap { order -> (Rate, explained: Double)? in
      let places = order.map { columns[$0] }
      let rates = rows.map { sample.vector(places, $0) }
      guard rates.allSatisfy({ !$0.sum().isNaN }), let turning = GravityTurning(times, forces, rates),
        turning.betterAxes == nil,
        let unit = [MeasurementUnit.degreesPerSecond, .radiansPerSecond].first(where: {
          (0.5 * $0.scale...1.5 * $0.scale).contains(turning.factor)
        })
      else { return nil }
      return (Rate(columns: places, unit: unit, factor: turning.factor), turning.explained)
    }
    // If both explain the data equally well, neither is chosen.
    let (best, other) = (candidates.map(\.explained).max() ?? 0, candidates.map(\.explained).min() ?? 0)
    guard candidates.count < 2 || best > 2 * other else { return nil }
    return candidates.max { $0.explained < $1.explained }?.0
  }
}
