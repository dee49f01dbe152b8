import Foundation
import Inertial
import Rotations
import Testing

@Suite("Drift in windows")
struct WindowedDriftTests {
  /// A steady movement with truth: 60 s at 100 Hz.
  private func steady(_ keep: (Double) -> Bool = { _ in true }, moved: (Int) -> Double = { _ in 0 }) throws -> Trace {
    let times = (0...6000).map { Double($0) * 0.01 }.filter(keep)
    func place(_ t: Double) -> Vector3 { Vector3(sin(t), cos(0.7 * t), 0.1 * sin(2 * t)) }
    func acceleration(_ t: Double) -> Vector3 { Vector3(-sin(t), -0.49 * cos(0.7 * t), -0.4 * sin(2 * t)) }
    return try Trace(
      timestamps: times.enumerated().map { $1 + moved($0) }, attitude: times.map { _ in .identity },
      userAcceleration: times.map { -acceleration($0) }, truePosition: times.map(place))
  }

  @Test("Standing still has its median over the same windows")
  func standingStill() throws {
    let trace = try steady()
    let still = try WindowedDrift(of: trace, under: .still, duration: 5)
    #expect(still.median == still.standingStill && still.standingStillShare == 1)
    let damped = try WindowedDrift(of: trace, under: .exponential(rate: 50), duration: 5)
    #expect(damped.standingStill == still.median && damped.standingStillShare == damped.median / still.median)
    #expect(damped.standingStillShare! > 0.9)
    #expect(try WindowedDrift(of: trace, under: .none, duration: 5).standingStillShare! < 0.2)
  }

  @Test("Windows that touch a gap are left out, those before and after it are not; jitter ends nothing")
  func windowsAndGaps() throws {
    func errors(_ trace: Trace, spacing: Double = 1) throws -> [Double] {
      try WindowedDrift(of: trace, under: .none, duration: 5, spacing: spacing).errors
    }
    let whole = try errors(steady())
    #expect((54...56).contains(whole.count))
    let gap = try errors(steady { $0 < 10 || $0 > 10.5 })
    #expect((48...51).contains(gap.count), "\(gap.count)")
    #expect(gap.allSatisfy { $0 < 0.1 })
    let two = try errors(steady { ($0 < 10 || $0 > 11) && ($0 < 40 || $0 > 43) })
    #expect((38...44).contains(two.count) && two.allSatisfy { $0 < 0.1 })
    for late in [0.001, 0.004] {
      for place in [5, 400, 1005, 5990] {
        #expect(try errors(steady(moved: { $0 == place ? late : 0 })).count >= whole.count - 1)
      }
    }
    #expect(try errors(steady { $0 < 3 }).isEmpty)
    for bad in [0, -1, .nan, Double.infinity] {
      #expect(throws: TraceError.self) { try WindowedDrift(of: steady(), under: .none, duration: bad) }
      #expect(throws: TraceError.self) { try WindowedDrift(of: steady(), under: .none, duration: 5, spacing: bad) }
    }
  }

  @Test("Windows started from the truth: no drift with ideal sensors, ½bt² with a bias")
  func windowedDrift() throws {
    let ideal = try Trace.simulated(.figureEight(), sensors: SensorModel(rate: 200))
    let drift = try WindowedDrift(of: ideal, under: .none, duration: 1, spacing: 0.5)
    #expect(drift.errors.count > 20)
    #expect(drift.median < 0.02)
    let level = try Trace(
      timestamps: ideal.timestamps, attitude: ideal.attitude,
      userAcceleration: zip(ideal.attitude, ideal.userAcceleration).map {
        $1 - $0.inverse.act(on: Vector3(0, 0, 0.4))
      }, truePosition: ideal.truePosition)
    let biased = try WindowedDrift(of: level, under: .none, duration: 1)
    #expect(abs(biased.median - ErrorGrowth.bias(0.4, after: 1)) < 0.03)
    // A frame that is turned about the vertical is aligned, unless that is switched off.
    let turn = Quaternion(.z, 2)
    let turned = try Trace(
      timestamps: ideal.timestamps, attitude: ideal.attitude.map { turn * $0 },
      userAcceleration: ideal.userAcceleration, truePosition: ideal.truePosition)
    #expect(try WindowedDrift(of: turned, under: .none, duration: 1).median < 0.02)
    #expect(try WindowedDrift(of: turned, under: .none, duration: 1, alignsYaw: false).median > 0.1)
    #expect(abs(try #require(YawCorrelation(turned)?.yaw(in: 0..<turned.count)) - 2) < 0.01)
    #expect(throws: TraceError.self) { try WindowedDrift(of: ideal, under: .none, duration: 0) }
    // A recording without acceleration does not determine the yaw: its truth's heading counts, which is that of the
    // attitude here.
    let steady = try Trace(
      timestamps: ideal.timestamps, attitude: ideal.attitude,
      userAcceleration: [Vector3](repeating: .zero, count: ideal.count),
      truePosition: ideal.timestamps.map { Vector3($0, 0, 0) })
    #expect(YawCorrelation(steady)?.yaw(in: 0..<steady.count) == nil)
    #expect(try WindowedDrift(of: steady, under: .none, duration: 1).median < 1e-9)
  }
}
