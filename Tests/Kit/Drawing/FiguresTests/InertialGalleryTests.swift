import Figures
import Foundation
import Inertial
import InertialFigures
import MotionBench
import Testing

@Suite(.enabled(if: hasGnuplot, "gnuplot is not installed")) struct InertialGalleryTests {
  static let schemes: [any Scheme] = [
    .none, .exponential(rate: 2), .nonlinearStep(), .restRecognition(threshold: 0.35, duration: 0.3),
  ]

  private func draw(_ figures: [(String, Figure)]) throws {
    try withTemporaryFolder { temporary in
      let folder =
        ProcessInfo.processInfo.environment["GIMBAL_GALLERY"].map { URL(fileURLWithPath: $0) } ?? temporary
      let jobs = figures.map { FigureRenderer.Job($0.1, label: $0.0, formats: [.svg, .pdf]) }
      for result in FigureRenderer().render(jobs, into: folder) {
        let files = try result.get()
        #expect(files.count == 2)
      }
    }
  }

  @Test func figuresOfSimulatedMovements() throws {
    var figures: [(String, Figure)] = []
    for (name, path) in [("eight", Path.figureEight()), ("square", Path.square()), ("still", Path.still())] {
      let trace = try Trace.simulated(path)
      let comparison = try Comparison(of: trace, schemes: Self.schemes)
      figures += [
        ("\(name)-drift", comparison.driftFigure(laws: [.bias(0.05)])),
        ("\(name)-velocity", comparison.velocityFigure()),
        ("\(name)-trajectory", comparison.trajectoryFigure()),
        ("\(name)-trajectory-3d", comparison.trajectory3DFigure()),
        ("\(name)-acceleration", try trace.accelerationFigure()), ("\(name)-attitude", trace.attitudeFigure()),
      ]
    }
    try draw(figures)
  }

  @Test(.enabled(if: recordings != nil, "no recordings in $GIMBAL_DATA or ../shared/data"))
  func figuresOfRecordedMovements() throws {
    let folder = try #require(recordings)
    var figures: [(String, Figure)] = []
    for (name, file) in [("walk", "oxiod/handheld_data1_imu2.csv")] {
      let whole = try Trace(contentsOf: folder.appendingPathComponent(file).path)
      // Half a minute is enough to see that it works; the pictures to look at show all of it.
      let trace = ProcessInfo.processInfo.environment["GIMBAL_GALLERY"] == nil ? whole[0..<3000] : whole
      let comparison = try Comparison(of: trace, schemes: Self.schemes)
      figures += [
        ("\(name)-drift", comparison.driftFigure(laws: [.bias(0.05)])),
        ("\(name)-velocity", comparison.velocityFigure()),
        ("\(name)-trajectory", comparison.trajectoryFigure()),
        ("\(name)-trajectory-3d", comparison.trajectory3DFigure()),
        ("\(name)-acceleration", try trace.accelerationFigure()), ("\(name)-attitude", trace.attitudeFigure()),
      ]
    }
    try draw(figures)
  }
}
