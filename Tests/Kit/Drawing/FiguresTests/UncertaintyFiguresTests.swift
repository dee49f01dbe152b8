import Inertial
import InertialFigures
import Rotations
import Testing

@testable import Figures

@Suite("Figures of uncertainty")
struct UncertaintyFiguresTests {
  let trace: Trace
  let comparison: Comparison

  init() throws {
    trace = try .simulated(.square(rounds: 1), sensors: .currentPhone, seed: 1)
    comparison = try Comparison(
      of: trace, schemes: [.restRecognition(), ErrorStateFilter(sensors: SensorErrors(SensorModel.currentPhone))])
  }

  func planes(_ figure: Figure) -> [Plane] {
    figure.panels.compactMap { panel in
      guard case .plane(let plane) = panel else { return nil }
      return plane
    }
  }

  @Test("A scheme that says how uncertain it is has a band about its velocity and its drift; no other has one")
  func bands() throws {
    let velocity = planes(comparison.velocityFigure())
    #expect(velocity.count == 3)
    let covariances = try #require(try comparison["error-state smoother"].trajectory.covariances)
    let velocities = try comparison["error-state smoother"].trajectory.velocities
    for (axis, plane) in velocity.enumerated() {
      let ribbons = plane.marks.filter { $0.kind == .ribbon }
      #expect(ribbons.count == 1)
      let index = trace.count / 2
      let high = try #require(ribbons[0].high).values[index]
      let deviation = covariances[index].velocity[axis, axis].squareRoot()
      #expect(abs(high - velocities[index][axis] - 1.959963984540054 * deviation) < 1e-9)
    }
    #expect(planes(comparison.driftFigure(scale: .linear))[0].marks.filter { $0.kind == .ribbon }.count == 1)
    #expect(planes(comparison.driftFigure(scale: .logarithmic))[0].marks.contains { $0.name.contains("95 %") })
    let others = try Comparison(of: trace, schemes: [.none, .restRecognition(), .zeroVelocitySmoother()])
    for figure in [others.velocityFigure(), others.driftFigure()] {
      #expect(planes(figure).allSatisfy { $0.marks.allSatisfy { $0.kind != .ribbon } })
    }
  }

  @Test("A trajectory has ellipses whose width is that of the 95 % region of two components")
  func ellipses() throws {
    let marks = planes(comparison.trajectoryFigure(plane: .front))[0].marks.filter { $0.kind == .line }
    #expect(marks.count == 8)
    let run = try comparison["error-state smoother"]
    let (last, covariance) = (run.trajectory.count - 1, try #require(run.trajectory.covariances?.last).position)
    let across = marks[7].x.values
    let reach = (across.max() ?? .nan) - run.trajectory.positions[last].x
    #expect(abs(reach / (5.9915 * covariance[0, 0]).squareRoot() - 1) < 0.01)
  }

  @Test("Consistency of one recording is drawn over time, that of several as shares; thresholds next to rates")
  func consistency() throws {
    let filter = ErrorStateFilter(sensors: SensorErrors(SensorModel.currentPhone))
    let one = try Consistency(of: filter, on: [trace]).figure()
    #expect(planes(one).map(\.y.quantity) == ["NIS", "NEES"])
    #expect(planes(one)[0].marks.contains { $0.name == "innovations" })
    let second = try Trace.simulated(.square(rounds: 1), sensors: .currentPhone, seed: 2)
    let several = try Consistency(of: filter, on: [trace, second]).figure()
    #expect(planes(several)[0].y.quantity == "share of the errors")
    let detectors = [0.2, 0.4, 0.8].map { RestDetector.fluctuation(threshold: $0) }
    let thresholds = planes(try RestThresholds(of: detectors, on: [trace, second]).figure())
    #expect(thresholds.map(\.x.quantity) == ["false positive rate", "threshold"])
    #expect(thresholds[1].marks.map(\.name) == ["fluctuation"])
  }
}
