extension WrongAnswer {
  /// Typical wrong answers to each exercise of the lab, by “notebook/exercise”.
  static let ofLab: [String: [WrongAnswer]] = letters.merging(tracking) { $1 }.merging(air) { $1 }

  private static let size = "max(x.max()! - x.min()!, y.max()! - y.min()!)"
  private static let scaled = "coordinates.map { ($0 - coordinates.min()!) / max(size, minSize) }"
  private static let duration = "t[t.count - 1] - t[0]"
  private static let midpoint = "zone(x: (x[i - 1] + x[i]) / 2, y: (y[i - 1] + y[i]) / 2)"
  private static let share = "(t[i] - t[i - 1]) / duration"
  private static let right = "x[i] - x[i - 1]"
  private static let down = "y[i] - y[i - 1]"
  private static let products = "weights.map { row in row.indices.reduce(0) { $0 + row[$1] * features[$1] } }"
  private static let best =
    "let all = scores(features, weights: weights)\nreturn labels[all.firstIndex(of: all.max()!)!]"

  private static let letters: [String: [WrongAnswer]] = [
    "1-letters/rescaling": [
      .init("max(x.max()!, y.max()!)", scaled, names: "the smallest is not subtracted"),
      .init("x.max()! - x.min()! + y.max()! - y.min()!", scaled, names: "width and height are added"),
      .init("min(x.max()! - x.min()!, y.max()! - y.min()!)", scaled, names: "the smaller of width and height"),
      .init(size, "coordinates.map { ($0 - coordinates.min()!) / size }", names: "minSize is not used"),
      .init(size, "coordinates.map { $0 / max(size, minSize) }", names: "the smallest coordinate is not subtracted"),
      .init(
        size, "coordinates.map { ($0 - coordinates.min()!) / max(coordinates.max()! - coordinates.min()!, minSize) }",
        names: "divided by their own extent"),
      // What the checks that students have ask for, and nothing else.
      .init("x.count == 3 ? 50 : 200", scaled, names: "the size: for x ="),
    ],
    "1-letters/zone": [
      .init("3 * min(Int(3 * x), 2) + min(Int(3 * y), 2)", names: "columns and rows are swapped"),
      .init("3 * Int(3 * y) + Int(3 * x)", names: "are counted beyond it"),
      .init("3 * (2 - min(Int(3 * y), 2)) + min(Int(3 * x), 2)", names: "y is counted from the bottom"),
      .init("1 + 3 * min(Int(3 * y), 2) + min(Int(3 * x), 2)", names: "the zones are counted from 1"),
    ],
    "1-letters/features": [
      .init(duration, "zone(x: x[i], y: y[i])", share, right, down, names: "the zone of a piece's end is taken"),
      .init(duration, midpoint, "t[i] - t[i - 1]", right, down, names: "the time is not divided"),
      .init(duration, midpoint, "1 / Double(t.count - 1)", right, down, names: "pieces are counted"),
      .init(duration, midpoint, "t[i] / duration", right, down, names: "subtract the time before"),
      .init(duration, midpoint, share, "abs(x[i] - x[i - 1])", down, names: "whichever way it goes"),
      .init(duration, midpoint, share, "x[i - 1] - x[i]", "y[i - 1] - y[i]", names: "later minus earlier"),
      .init(duration, midpoint, share, right, "y[i - 1] - y[i]", names: "y points down, and is counted upwards"),
    ],
    "1-letters/perceptron": [
      .init(
        "if guess != label { for j in features.indices { weights[label][j] -= features[j]; weights[guess][j] += features[j] } }",
        names: "label and guess are swapped"),
      .init(
        "if guess != label { for j in features.indices { weights[label][j] += features[j] } }",
        names: "only the right letter has gained"),
      .init(
        "if guess != label { for j in features.indices { weights[label][j] += features[j]; weights[guess][j] += features[j] } }",
        names: "both rows have gained"),
      .init(
        "for j in features.indices { weights[label][j] += features[j]; if guess != label { weights[guess][j] -= features[j] } }",
        names: "a right guess must change nothing"),
    ],
    "1-letters/matching": [
      .init(
        "weights.map { row in row.indices.dropLast().reduce(0) { $0 + row[$1] * features[$1] } }", best,
        names: "belongs to the constant 1"),
      .init(products, best.replacing("max", with: "min"), names: "the lowest score wins"),
      .init(products, best.replacing("firstIndex", with: "lastIndex"), names: "of equal scores the last wins"),
      .init(
        products,
        """
        var (highest, answer) = (0.0, labels[0])
        for (score, label) in zip(scores(features, weights: weights), labels) where score > highest { (highest, answer) = (score, label) }
        return answer
        """, names: "begins at 0"),
    ],
    "1-letters/own": [
      .init("[1]", names: "more than 60 % are asked for"),
      .init("x + y + t", names: "as many for an I as for a W"),
      .init("[x[0], y[0], x[x.count - 1], y[y.count - 1], 1]", names: "they are at least as good as the board"),
    ],
  ]

  private static let turn = "v + 2 * u.cross(u.cross(v) + q.w * v)"
  private static let negated = "-turned(userAcceleration, by: attitude)"
  private static let dt = "times[i] - times[i - 1]"
  private static let gain = "accelerations[i] * dt"
  private static let damped = """
    v = half * v + accelerations[i] * (dt / 2)
    x = half * half * x + v * dt
    v = half * v + accelerations[i] * (dt / 2)
    """
  private static let decay = "exp(-rate * dt / 2)"
  private static let shorter = "vector.length > step ? vector * (1 - step / vector.length) : .zero"
  /// The scheme around a few lines that follow the split step.
  private static func nonlinear(before: String = "", after: String) -> String {
    """
    var (x, v) = (Vector3.zero, Vector3.zero)
    return [x] + (1..<times.count).map { i in
      let dt = times[i] - times[i - 1]
      \(before)
      x += v * dt + accelerations[i] * (dt * dt / 2)
      v += accelerations[i] * dt
      \(after)
      return x
    }
    """
  }
  private static let shrinks = nonlinear(
    after: "v = shrunk(v, by: velocityRate * dt)\nx = shrunk(x, by: positionRate * dt)")
  /// Rest by the samples of these indices.
  private static func rest(
    from start: String = "times[i] - times[0] >= duration",
    window: String = "(0...i).reversed().prefix { times[i] - times[$0] <= duration }",
    size: String = "(high - low).max()"
  ) -> String {
    """
    return times.indices.map { i in
      guard \(start) else { return false }
      var (low, high) = (accelerations[i], accelerations[i])
      for j in \(window) { (low, high) = (pointwiseMin(low, accelerations[j]), pointwiseMax(high, accelerations[j])) }
      return \(size) <= threshold
    }
    """
  }
  private static func atRest(_ line: String) -> String {
    "let isResting = isAtRest(accelerations, times: times, threshold: threshold, duration: duration)\n"
      + nonlinear(after: line)
  }
  private static let stops = atRest("if isResting[i] { v = .zero }")

  private static let tracking: [String: [WrongAnswer]] = [
    "2-tracking/reference": [
      .init("v + 2 * u.cross(u.cross(v) - q.w * v)", negated, names: "the rotation goes the wrong way round"),
      .init("v + 2 * (v.cross(u) + q.w * v).cross(u)", negated, names: "in the other order"),
      .init("v + u.cross(u.cross(v) + q.w * v)", negated, names: "the factor 2 is missing"),
      .init("v + 2 * u.cross(u.cross(v))", negated, names: "the term with q.w is missing"),
      .init(turn, "turned(userAcceleration, by: attitude)", names: "the minus is missing"),
      .init(turn, "-userAcceleration", names: "it is not turned"),
      .init(turn, "-9.80665 * turned(userAcceleration, by: attitude)", names: "g is multiplied in"),
    ],
    "2-tracking/euler": [
      .init(dt, "accelerations[i]", "v * dt", names: "Δt is missing in the velocity"),
      .init(dt, gain, "v", names: "Δt is missing in the position"),
      .init(dt, "accelerations[i] * dt * dt", "v * dt", names: "Δt is squared in the velocity"),
      .init("times[i]", gain, "v * dt", names: "the time itself is taken where Δt belongs"),
      .init("0.01", gain, "v * dt", names: "Δt is set to 0.01 s"),
      .init(dt, "accelerations[i - 1] * dt", "v * dt", names: "one sample too late"),
      .init(dt, "-accelerations[i] * dt", "v * dt", names: "the sign"),
      .init(dt, gain, "accelerations[i] * dt", names: "moved by the acceleration"),
    ],
    "2-tracking/split": [
      .init("let dt = \(dt)\nv += accelerations[i] * dt\nx += v * dt", names: "that is Euler's rule"),
      .init(
        "let dt = \(dt)\nv += accelerations[i] * (dt / 2)\nx += v * dt",
        names: "the second half of the velocity is missing"),
      .init(
        "let dt = \(dt)\nv += accelerations[i] * dt\nx += v * dt\nv += accelerations[i] * dt",
        names: "a factor ½ is missing"),
    ],
    "2-tracking/exponential": [
      .init("exp(rate * dt / 2)", damped, names: "the sign in the exponent"),
      .init("exp(-rate / 2)", damped, names: "Δt is missing in the exponent"),
      .init(
        "1 - rate * dt / 2", damped.replacing("half * half * x", with: "(1 - rate * dt) * x"),
        names: "the beginning of the exponential only"),
      .init(decay, damped.replacing("half * half * x", with: "half * x"), names: "no ½ belongs there"),
      .init(decay, damped.replacing("half * half * x", with: "x"), names: "only the velocity decays"),
    ],
    "2-tracking/shrink": [
      .init("vector.length == 0 ? .zero : vector * (1 - step / vector.length)", shrinks, names: "max(…, 0) is missing"),
      .init("vector * (max(vector.length - step, 0) / vector.length)", shrinks, names: "0/0 is not a number"),
      .init(
        shorter, nonlinear(after: "v = shrunk(v, by: velocityRate)\nx = shrunk(x, by: positionRate)"),
        names: "the rates are for each second"),
      .init(
        shorter, nonlinear(after: "v = shrunk(v, by: positionRate * dt)\nx = shrunk(x, by: velocityRate * dt)"),
        names: "the two rates are swapped"),
      .init(
        shorter,
        nonlinear(before: "v = shrunk(v, by: velocityRate * dt)\nx = shrunk(x, by: positionRate * dt)", after: ""),
        names: "they get shorter before the split step"),
    ],
    "2-tracking/release": [
      .init("!isTouching[i - 1] && isTouching[i]", names: "when the finger touches"),
      .init("!isTouching[i]", names: "only the moment of lifting counts"),
      .init("isTouching[i - 1] != isTouching[i]", names: "touching and lifting both count"),
    ],
    "2-tracking/rest": [
      .init(rest(from: "i >= 0"), stops, names: "a window that is not full yet counts as rest"),
      .init(rest(size: "(high - low).x"), stops, names: "only x is looked at"),
      .init(
        rest(window: "(0...i).filter { times[i] - times[$0] <= duration }"), stops,
        names: "all the others are looked at again"),
      .init(rest(), atRest("if isResting[i] { (x, v) = (.zero, .zero) }"), names: "the position is set to zero"),
      .init(rest(), atRest("_ = isResting"), names: "the velocity is never set to zero"),
    ],
    "2-tracking/drift": [
      .init("velocities.map { $0 - velocities.last! }", names: "all of the drift is subtracted everywhere"),
      .init(
        "velocities.indices.map { velocities[$0] - velocities.last! * (Double($0) / Double(times.count - 1)) }",
        names: "grows with the number of the sample"),
      .init(
        "velocities.indices.map { velocities[$0] + velocities.last! * ((times[$0] - times[0]) / (times.last! - times[0])) }",
        names: "the drift is added"),
    ],
    "2-tracking/own": [
      .init("splitStep(accelerations, times: times)", names: "it stays within half a metre"),
      .init("times.map { _ in .zero }", names: "a square is still a square"),
      .init("accelerations", names: "it stays within six metres"),
    ],
    "2-tracking/transient": [
      .init("accelerations", names: "less than a quarter is left"),
      .init("times.map { _ in .zero }", names: "what the hand does after two seconds is kept"),
      .init("Array(accelerations.dropFirst(100))", names: "one for each sample"),
    ],
  ]

  private static let add = "for attitude in attitudes { sum = sum + RotationMatrix(attitude).matrix }"
  private static let nearest = "try! sum.nearestRotation().matrix"
  private static let back = "meanAttitude.transpose * location"

  private static let air: [String: [WrongAnswer]] = [
    "3-air/mean": [
      .init(add, "sum", names: "the sum is not a rotation"),
      .init(add, "(1 / Double(attitudes.count)) * sum", names: "the mean of matrices is not a rotation"),
      .init(add.replacing(".matrix }", with: ".matrix.transpose }"), nearest, names: "wrong way round"),
      .init("sum = RotationMatrix(attitudes[0]).matrix", nearest, names: "only the first"),
      .init(
        "var q = SIMD4<Double>.zero\nfor a in attitudes { q += SIMD4(a.w, a.x, a.y, a.z) }\nq /= (q * q).sum().squareRoot()\n_ = sum",
        "RotationMatrix(Quaternion(w: q.x, x: q.y, y: q.z, z: q.w)).matrix", names: "signs that nobody has chosen"),
    ],
    "3-air/projection": [
      .init("meanAttitude * location", "[onScreen.x, -onScreen.y]", names: "M is taken"),
      .init(back, "[onScreen.x, onScreen.y]", names: "y points down"),
      .init(back, "[onScreen.x, -onScreen.z]", names: "z appears as y"),
      .init(back, "[-onScreen.y, onScreen.x]", names: "x and y are swapped"),
      .init("location", "[onScreen.x, -onScreen.y]", names: "turn the location first"),
    ],
    "3-air/features": [
      .init("[1]", names: "more than 50 % are asked for"),
      .init("accelerations.map(\\.x) + [1]", names: "as many for one gesture as for another"),
      .init(
        "[accelerations.map(\\.x).max()!, accelerations.map(\\.y).max()!, 1]",
        names: "they are better than the zones of a path"),
    ],
  ]
}
