import BenchmarkHarness
import CInertial
import Inertial

import func Foundation.exp
import func Foundation.strtod

/// What is written by hand for its speed, beside the plain way in the same run: where the ratio is below 1.3, the plain way is to be
/// taken. The sparse perceptron stands beside the course's loop in `gestures`.
func plainSpeed() throws -> [Measurement] {
  try [decimals(), rates()]
}

/// A million numbers with 17 digits: ours beside the C library's `strtod`, which rounds exactly as well.
private func decimals() -> Measurement {
  let count = 1_000_000
  var random = SeededRandom(seed: 7)
  var text = [UInt8]()
  for _ in 0..<count {
    text += Array("\(random.normal())".utf8)
    text.append(10)
  }
  text += [UInt8](repeating: 0, count: Int(inertial_padding))
  var powers = [UInt64](repeating: 0, count: Int(inertial_powers_of_five_words))
  inertial_powers_of_five(&powers)
  var sums = (0.0, 0.0)
  let ours = text.withUnsafeBufferPointer { text in
    nanosecondsPerItem(items: count) {
      var cursor = text.baseAddress
      sums.0 = 0
      for _ in 0..<count {
        var value = 0.0
        _ = inertial_read_number(&cursor, UInt8(ascii: "."), powers, &value)
        sums.0 += value
        cursor = cursor.map { $0 + 1 }
      }
    }
  }
  let theirs = text.withUnsafeBytes { text in
    nanosecondsPerItem(items: count, repetitions: 3) {
      guard var cursor = text.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
      sums.1 = 0
      for _ in 0..<count {
        var end: UnsafeMutablePointer<CChar>?
        sums.1 += strtod(cursor, &end)
        if let end { cursor = UnsafePointer(end) + 1 }
      }
    }
  }
  return Measurement(
    "decimal numbers of 17 digits\(sums.0 == sums.1 ? "" : ", NOT the same")", unit: "ns/number", ours: ours,
    peer: "strtod", theirs: theirs, bar: "ratio ≥ 1.3")
}

/// 256 exponential rates over 10⁴ samples on one thread: the widest vectors beside the portable loop.
private func rates() throws -> Measurement {
  let (samples, rates) = (10_000, 256)
  var random = SeededRandom(seed: 2)
  let half = (0..<(3 * samples)).map { _ in 0.004 * random.normal() }
  let decays = (0..<rates).map { exp(-0.02 * Double($0 + 1) / 256) }
  var positions = [Double](repeating: 0, count: 3 * rates)
  return Measurement(
    "256 exponential rates on one thread (\(ExponentialSweep.kernel))", unit: "ns/sample/rate",
    ours: nanosecondsPerItem(items: samples * rates) {
      inertial_exponential_sweep(half, samples, 1.0 / 128, decays, rates, nil, &positions, nil)
    }, peer: "the portable loop",
    theirs: nanosecondsPerItem(items: samples * rates, repetitions: 5) {
      inertial_exponential_sweep_portable(half, samples, 1.0 / 128, decays, rates, nil, &positions, nil)
    }, bar: "ratio ≥ 1.3")
}
