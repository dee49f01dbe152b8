import Basics
import BenchmarkHarness
import Inertial
import Rotations

/// Nanoseconds per nine-axis update of each filter, over a recording of 100,000 samples, checks included.
func fusionSpeed() throws -> [BenchmarkHarness.Measurement] {
  let count = 100_000
  var random = SystemRandomNumberGenerator()
  func noise(_ scale: Double) -> Vector3 {
    Vector3(
      random.uniform(-scale...scale), random.uniform(-scale...scale),
      random.uniform(-scale...scale))
  }
  let samples = (0..<count).map { index in
    RawSample(
      time: Double(index) * 0.01, rotationRate: noise(0.8), specificForce: Vector3(0, 0, 9.81) + noise(0.8),
      magneticField: Vector3(0, 20, -40) + noise(0.8))
  }
  let peers = peerFigures("fusion_speed.py")
  func row(_ name: String, peer: String?, bar: String, _ filter: some AttitudeFilter) -> BenchmarkHarness.Measurement {
    let timing = nanosecondsPerItem(items: count) {
      var filter = filter
      consume(try? filter.attitudes(of: samples).count)
    }
    let theirs = peer.flatMap { peers[$0] }
    return BenchmarkHarness.Measurement(
      name, unit: "ns/update", ours: timing, peer: theirs == nil ? nil : peer,
      theirs: theirs.map { Timing(samples: [$0]) }, bar: bar)
  }
  var basic = VersatileFilter.Parameters()
  basic.tracksBiasInMotion = false
  basic.tracksBiasAtRest = false
  basic.rejectsDisturbance = false
  return try [
    row("complementary", peer: nil, bar: "–", ComplementaryFilter()),
    row("Mahony", peer: "Fusion", bar: "ratio ≥ 0.9", MahonyFilter()),
    row("Madgwick", peer: "Fusion", bar: "ratio ≥ 0.9", MadgwickFilter()),
    row("versatile, basic form", peer: "vqf basic", bar: "–", VersatileFilter(interval: 0.01, parameters: basic)),
    row("versatile", peer: "vqf", bar: "≤ 250", VersatileFilter(interval: 0.01)),
  ]
}
