import Foundation
import Testing

@testable import Figures

@Suite(.enabled(if: hasGnuplot)) struct WaitingGnuplotTests {
  /// A gnuplot that notes its process.
  private func noting(in folder: URL) throws -> FigureRenderer {
    FigureRenderer(
      command: try standIn("echo $$ >>'\(folder.path)/started'\nexec gnuplot \"$@\"", in: folder))
  }

  private func started(in folder: URL) -> [pid_t] {
    let text = (try? String(contentsOfFile: "\(folder.path)/started", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { pid_t($0) }
  }

  @Test(.timeLimit(.minutes(60))) func whatAWaitingGnuplotDrawsIsWhatANewOneDraws() async throws {
    try withTemporaryFolder { folder in
      var renderer = try noting(in: folder)
      let jobs = Gallery.figures.prefix(4).map {
        FigureRenderer.Job($0.figure, label: "fig-\($0.name)", formats: FigureFormat.allCases)
      }
      let fresh = renderer.render(jobs, into: folder.appendingPathComponent("fresh"))
      #expect(started(in: folder).count == 1)
      let waiting = WaitingGnuplots()
      waiting.start(2, renderer, in: folder)
      while started(in: folder).count < 3 { usleep(1000) }
      renderer.waiting = waiting
      for (number, place) in ["first", "second", "third"].enumerated() {
        let drawn = renderer.render(jobs, into: folder.appendingPathComponent(place))
        for (one, other) in zip(fresh, drawn) {
          for (one, other) in zip(try one.get(), try other.get()) {
            #expect(try Data(contentsOf: one) == Data(contentsOf: other), "\(other.lastPathComponent)")
          }
        }
        // Both that wait are taken before another one is started.
        #expect(started(in: folder).count == (number < 2 ? 3 : 4))
      }
      // A waiting gnuplot cleans up as a new gnuplot does.
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(Set(left) == ["gnuplot-stand-in", "started", "fresh", "first", "second", "third"])
    }
  }

  @Test(.timeLimit(.minutes(60))) func thoseThatNobodyTakesEnd() async throws {
    try withTemporaryFolder { folder in
      let renderer = try noting(in: folder)
      let waiting = WaitingGnuplots()
      waiting.start(3, renderer, in: folder)
      while started(in: folder).count < 3 { usleep(1000) }
      let taken = try #require(waiting.take())
      waiting.end()
      // Among the three one is alive, and draws as it is asked to.
      #expect(started(in: folder).filter { kill($0, 0) == 0 }.count == 1)
      #expect(try taken.finish("print 'alive'\n", for: renderer).errors.contains("alive"))
      #expect(started(in: folder).allSatisfy { kill($0, 0) != 0 })
      waiting.start(1, renderer, in: folder)
      #expect(waiting.take() == nil && started(in: folder).count == 3)
    }
  }

  @Test func oneThatCannotBeStartedIsSaidWhenSomethingIsDrawn() throws {
    try withTemporaryFolder { folder in
      var renderer = FigureRenderer(command: "\(folder.path)/none")
      let waiting = WaitingGnuplots()
      waiting.start(2, renderer, in: folder)
      renderer.waiting = waiting
      let error = #expect(throws: FigureError.InFigure.self) {
        try renderer.render(diagonal, label: "fig-a", into: folder)
      }
      #expect(error?.error == .gnuplotNotFound(command: "\(folder.path)/none"))
    }
  }
}
