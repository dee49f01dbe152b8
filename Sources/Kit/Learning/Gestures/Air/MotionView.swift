internal import Basics
import Foundation
import Rotations
import Simulation
import Stabilization
import Traces

/// A recorded gesture in the frame of its mean attitude.
struct MotionView {
  let times: [Double]
  let positions: [Vector3]
  let velocities: [Vector3]
  let accelerations: [Vector3]
  /// x and y of the device's z axis, and x of its y axis.
  let pointing: [Vector3]
  private let trace: Trace
  private let toMean: Quaternion

  /// With `positions` the path is taken as given (metres, in the frame of the mean attitude) instead of integrated.
  init(_ trace: Trace, positions given: [Vector3]? = nil) throws {
    self.trace = trace
    let toMean = try Quaternion.average(of: trace.attitude).inverse
    self.toMean = toMean
    times = trace.timestamps
    var whole = trace
    // The trace is one gesture: the end of the recording is the lift, whatever it knows of touches.
    if trace.isTouching != nil { whole = try trace.asOneTouch() }
    let trajectory = try ZeroEndVelocity(over: Unstabilized()).integrate(whole)
    for (name, vectors) in [
      ("position", given ?? trajectory.positions), ("velocity", trajectory.velocities),
      ("acceleration", trace.userAcceleration), ("rotation rate", trace.rotationRate ?? []),
    ] {
      try requireMeasurable(vectors.map { max(abs($0.x), abs($0.y), abs($0.z)) }, name)
    }
    positions = given ?? trajectory.positions.map(toMean.act(on:))
    velocities = trajectory.velocities.map(toMean.act(on:))
    accelerations = trace.attitude.indices.map {
      toMean.act(on: trace.attitude[$0].act(on: -trace.userAcceleration[$0]))
    }
    pointing = trace.attitude.map {
      let relative = toMean * $0
      let (screen, top) = (relative.act(on: Vector3(0, 0, 1)), relative.act(on: Vector3(0, 1, 0)))
      return Vector3(screen.x, screen.y, top.x)
    }
  }

  /// In rad/s, in the frame of the mean attitude.
  func rotationRates() throws -> [Vector3] {
    guard let rates = trace.rotationRate else {
      throw TraceError.missingQuantity(
        "rotationRate", neededBy: "the channel rotationRate", remedy: "leave the channel out")
    }
    return rates.indices.map { toMean.act(on: trace.attitude[$0].act(on: rates[$0])) }
  }

  /// `values` at `count` moments, evenly spaced from the first to the last, interpolated linearly.
  func sampled(_ values: [Vector3], count: Int) -> [Vector3] {
    LinearInterpolation(at: times).places(count).map(values.between)
  }

  /// The projected path, y upwards, at `count` points evenly along it.
  private func projected(count: Int) -> [SIMD2<Double>] {
    let stroke = Stroke(
      unchecked: zip(positions, times).map { Sample2D(x: $0.x, y: $0.y, t: $1) }, unit: .metres)
    let samples = (try? stroke.resampled(count: count))?.samples ?? stroke.samples
    return samples.map { SIMD2($0.x, $0.y) }
  }

  /// Unit vectors along the projected path; zero where it does not move.
  func directions(count: Int) -> [SIMD2<Double>] {
    let path = projected(count: count + 1)
    return zip(path, path.dropFirst()).map { from, to in
      let step = to - from
      let length = (step * step).sum().squareRoot()
      return length > 1e-12 ? step / length : .zero
    }
  }

  /// The angles between successive directions, counter-clockwise, in half turns: −1…1.
  func turnings(count: Int) -> [Double] {
    let directions = directions(count: count + 1)
    return zip(directions, directions.dropFirst()).map { (before, after) -> Double in
      let cross: Double = before.x * after.y - before.y * after.x
      return atan2(cross, (before * after).sum()) / .pi
    }
  }

  /// The share of the projected path in each eighth of the circle, from the right counter-clockwise, each step shared
  /// between the two nearest; square roots, so that the squares sum to 1.
  func directionHistogram() -> [Double] {
    var bins = [Double](repeating: 0, count: 8)
    let directions = directions(count: 64)
    for direction in directions where direction != .zero {
      let place = atan2(direction.y, direction.x) / (.pi / 4)
      let low = place.rounded(.down)
      let part = place - low
      let first = (Int(low) % 8 + 8) % 8
      bins[first] += (1 - part) / Double(directions.count)
      bins[(first + 1) % 8] += part / Double(directions.count)
    }
    return bins.map { $0.squareRoot() }
  }
}

extension Trace {
  /// The same recording, as one touch from the first sample to the last.
  fileprivate func asOneTouch() throws(TraceError) -> Trace {
    try Trace(
      name: name, timestamps: timestamps, attitude: attitude, userAcceleration: userAcceleration,
      rotationRate: rotationRate)
  }
}
