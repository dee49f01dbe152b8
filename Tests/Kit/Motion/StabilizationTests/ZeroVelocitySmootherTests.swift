import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("The zero-velocity smoother")
struct ZeroVelocitySmootherTests {
  @Test("The smoother agrees with solving the whole least-squares problem at once")
  func smootherAgainstBatch() throws {
    // A short trace with two rests: minimise all squared residuals over all states, axis x, by normal equations.
    let step = 0.1
    let n = 60
    let acceleration = { (t: Double) in t > 1 && t < 4 ? sin(2 * .pi * (t - 1) / 3) + 0.1 : 0.0 }
    let recording = try trace(count: n, step: step) { Vector3(acceleration($0), 0, 0) }
    let fresh = ZeroVelocitySmoother(
      detector: .fluctuation(threshold: 0.02, duration: 0.5, hysteresis: 1),
      accelerationNoise: NoiseDensity(twoSided: 0.1), biasDeviation: 0.3,
      biasWalk: 0.05, restSpeed: 0.01)
    var scheme = fresh
    var motion = Motion.zero
    var past = [Motion]()
    var resting = [Bool]()
    var detector = fresh.detector
    for index in 0..<n {
      let s = Step(
        time: recording.timestamps[index], duration: index == 0 ? 0 : step, acceleration: recording[index].acceleration)
      scheme.advance(&motion, by: s)
      past.append(motion)
      resting.append(detector.update(s))
    }
    let result = try fresh.integrate(recording)
    // The last rest is recognised when its window is full: the batch sees the data up to that sample.
    let recognised = (1..<n).last { resting[$0] && !resting[$0 - 1] }!
    var measured = Set<Int>()
    for index in 0...recognised where resting[index] {
      measured.insert(index)
      if index == 0 || !resting[index - 1] {
        for back in 0..<index where recording.timestamps[back] >= recording.timestamps[index] - 0.5 * (1 + 1e-9) {
          measured.insert(back)
        }
      }
    }
    let batch = batchSolution(
      acceleration: (0...recognised).map { recording[$0].acceleration.x }, step: step, measured: measured,
      noise: 0.1, prior: 0.3, walk: 0.05, rest: 0.01)
    for index in 0..<recognised {
      #expect(abs(result.velocities[index].x - batch[index].v) < 1e-6)
      #expect(abs(result.positions[index].x - batch[index].x) < 1e-6)
    }
    #expect(abs(result.velocities[25].x - past[25].velocity.x) > 1e-3)
  }

  @Test("The smoother takes the drift of a biased sensor out, before and after a rest")
  func smootherDrift() throws {
    let recording = try SimulatedTrace.square.trace()
    let comparison = try Comparison(of: recording, schemes: [.none, .restRecognition(), .zeroVelocitySmoother()])
    let plain = try comparison["none"].score.rmsDrift!
    let smoothed = try comparison["zero-velocity smoother"].score.rmsDrift!
    #expect(smoothed < plain / 5)
    #expect(smoothed < 0.15)
    for bad in [ZeroVelocitySmoother(accelerationNoise: 0), ZeroVelocitySmoother(biasWalk: -1)] {
      #expect(throws: TraceError.self) { try Comparison(of: recording, schemes: [bad]) }
    }
  }

  @Test("The smoother works as the base of a chain: a reset holds, and the samples before it stay")
  func smootherInChain() throws {
    let square = try squareWithoutTouches()
    let smoother = ZeroVelocitySmoother()
    let alone = try smoother.integrate(square)
    #expect(try (smoother.resettingOnRelease(at: [1e9]).integrate(square) == alone) as Bool)
    let reset = try smoother.resettingOnRelease(at: [3.3]).integrate(square)
    let index = square.timestamps.firstIndex { $0 >= 3.3 }!
    #expect(reset[index] == .zero)
    // The phone rests there: it stays in the new origin until it moves, and moves from there as before.
    #expect(reset.positions[index + 5].length < 0.01)
    let later = square.timestamps.firstIndex { $0 >= 6.5 }!
    let moved = alone.positions[later] - alone.positions[index]
    #expect(distance(reset.positions[later], moved) < 0.03)
    #expect(moved.length > 0.2)
    // Before the reset, the rests that had been seen until then have smoothed the past; those after it have not.
    let before = try smoother.integrate(square[0..<(index + 1)])
    #expect(reset.positions[index - 100] == before.positions[index - 100])
  }
}

/// All states at once: minimises the weighted squares of process, prior and rest residuals; x and v start at 0.
private func batchSolution(
  acceleration: [Double], step t: Double, measured: Set<Int>, noise: Double, prior: Double, walk: Double, rest: Double
) -> [(x: Double, v: Double)] {
  let n = acceleration.count
  let size = 3 * n
  var a = [[Double]](repeating: [Double](repeating: 0, count: size + 1), count: size)
  func add(_ terms: [(Int, Double)], _ target: Double, _ weight: Double) {
    for (i, ci) in terms {
      for (j, cj) in terms { a[i][j] += weight * ci * cj }
      a[i][size] += weight * ci * target
    }
  }
  add([(0, 1)], 0, 1e12)
  add([(1, 1)], 0, 1e12)
  add([(2, 1)], 0, 1 / (prior * prior))
  let (q, w) = (noise * noise, walk * walk)
  let covariance = [
    [q * t * t * t / 3 + w * pow(t, 5) / 20 + 1e-14, q * t * t / 2 + w * pow(t, 4) / 8, -w * t * t * t / 6],
    [q * t * t / 2 + w * pow(t, 4) / 8, q * t + w * t * t * t / 3 + 1e-14, -w * t * t / 2],
    [-w * t * t * t / 6, -w * t * t / 2, w * t + 1e-16],
  ]
  let information = inverse3(covariance)
  for k in 1..<n {
    // Residuals of x, v and b; each a list of coefficients and a target.
    let residuals: [([(Int, Double)], Double)] = [
      ([(3 * k, 1), (3 * k - 3, -1), (3 * k - 2, -t), (3 * k - 1, t * t / 2)], acceleration[k] * t * t / 2),
      ([(3 * k + 1, 1), (3 * k - 2, -1), (3 * k - 1, t)], acceleration[k] * t),
      ([(3 * k + 2, 1), (3 * k - 1, -1)], 0),
    ]
    for (i, ri) in residuals.enumerated() {
      for (j, rj) in residuals.enumerated() {
        for (p, cp) in ri.0 {
          for (s, cs) in rj.0 { a[p][s] += information[i][j] * cp * cs }
          a[p][size] += information[i][j] * cp * rj.1
        }
      }
    }
  }
  for k in measured { add([(3 * k + 1, 1)], 0, 1 / (rest * rest)) }
  for column in 0..<size {
    let pivot = (column..<size).max { abs(a[$0][column]) < abs(a[$1][column]) }!
    a.swapAt(column, pivot)
    for row in (column + 1)..<size where a[row][column] != 0 {
      let factor = a[row][column] / a[column][column]
      for k in column...size { a[row][k] -= factor * a[column][k] }
    }
  }
  var solution = [Double](repeating: 0, count: size)
  for row in stride(from: size - 1, through: 0, by: -1) {
    var sum = a[row][size]
    for k in (row + 1)..<max(size, row + 1) { sum -= a[row][k] * solution[k] }
    solution[row] = sum / a[row][row]
  }
  return (0..<n).map { (solution[3 * $0], solution[3 * $0 + 1]) }
}

private func inverse3(_ m: [[Double]]) -> [[Double]] {
  func minor(_ i: Int, _ j: Int) -> Double {
    let r = (0..<3).filter { $0 != i }
    let c = (0..<3).filter { $0 != j }
    return (m[r[0]][c[0]] * m[r[1]][c[1]] - m[r[0]][c[1]] * m[r[1]][c[0]]) * ((i + j) % 2 == 0 ? 1 : -1)
  }
  let determinant = (0..<3).reduce(0) { $0 + m[0][$1] * minor(0, $1) }
  return (0..<3).map { i in (0..<3).map { j in minor(j, i) / determinant } }
}
