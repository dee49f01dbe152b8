import Foundation
import Inertial
import Rotations
import Testing

@Suite("Choosing parameters")
struct TuningTests {
  @Test("A broken recording among many is named and left out of a sweep and of a choice of parameters")
  func brokenAmongMany() throws {
    let good = try (1...3).map { try SimulatedTrace.square.trace(seed: UInt64($0)) }
    let blind = try Trace(
      name: "blind", timestamps: good[0].timestamps, attitude: good[0].attitude,
      userAcceleration: good[0].userAcceleration)
    let sweep = try Sweep(over: [.init("rate", unit: "s⁻¹", [0.5, 2])], on: good + [blind]) {
      .exponential(rate: $0[0])
    }
    #expect(sweep.traces.count == 3 && sweep.omitted.map(\.name) == ["blind"])
    #expect(throws: TraceError.self) {
      try Sweep(over: [.init("rate", unit: "s⁻¹", [0.5])], on: [blind]) { .exponential(rate: $0[0]) }
    }
    // One on which a candidate gives no number, and one for which the measure throws.
    let tuning = try Tuning([1, 2], on: [("a", 1.0), ("b", .nan), ("c", 3), ("d", -1)]) { candidate, trial in
      guard trial > 0 || trial.isNaN else { throw TraceError.noRows(place: nil) }
      return Double(candidate) * trial
    }
    #expect(tuning.trials == ["a", "c"] && Set(tuning.omitted.map(\.name)) == ["b", "d"])
    #expect(tuning.best.candidate == 1)
  }

  @Test("A trial of which no filter can be made is left out; a candidate of which none can be made ends the tuning")
  func filtersOfBrokenTrials() throws {
    func trial(_ name: String, _ count: Int) -> FusionTrial {
      let samples = (0..<count).map {
        RawSample(time: 0.01 * Double($0), rotationRate: Vector3(0.1, 0, 0), specificForce: Vector3(0, 0, 9.81))
      }
      return FusionTrial(name: name, samples: samples, truth: Array(repeating: .identity, count: count))
    }
    var disordered = trial("disordered", 50)
    disordered.samples[20].time = 0
    let trials = [trial("long", 100), trial("short", 1), disordered, trial("other", 90)]
    // The interval comes from the trial, and one sample has none.
    func filter(_ gain: Double, _ trial: FusionTrial) throws -> VersatileFilter {
      guard trial.samples.count > 1 else { throw TraceError.empty(what: "step") }
      var parameters = VersatileFilter.Parameters()
      parameters.accelerationTime = gain
      return try VersatileFilter(interval: trial.samples[1].time - trial.samples[0].time, parameters: parameters)
    }
    let tuning = try Tuning([1.0, 3], on: trials, filter: filter)
    #expect(tuning.trials == ["long", "other"] && tuning.omitted.map(\.name) == ["short", "disordered"])
    let alone = try Tuning([1.0, 3], on: [trials[0], trials[3]], filter: filter)
    #expect(tuning.errors == alone.errors && tuning.heldOutError == alone.heldOutError)
    #expect(throws: TraceError.self) { try Tuning([1.0, -3], on: trials, filter: filter) }
  }
}
