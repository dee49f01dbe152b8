import Foundation
import Testing

@testable import Figures

@Suite struct RenderingErrorTests {
  private func error(of renderer: FigureRenderer, _ figure: Figure = diagonal, label: String = "fig-drift") throws
    -> FigureError.InFigure
  {
    try withTemporaryFolder { folder in
      try #require(throws: FigureError.InFigure.self) {
        try renderer.render(figure, label: label, into: folder.appendingPathComponent("plots"))
      }
    }
  }

  @Test func withoutGnuplotOnThePathTheMessageSaysHowToInstallIt() throws {
    let error = try error(of: FigureRenderer(searchPath: "/nonexistent:/proc"))
    #expect(error.error == .gnuplotNotFound(command: "gnuplot"))
    #expect(
      "\(error)"
        == "figure 'fig-drift': gnuplot is not installed or not on the PATH; install it with: apt-get install gnuplot-nox"
    )
  }

  @Test func aFileThatIsNoProgramAndAFolderAreNotFound() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("gnuplot").path
      try Data().write(to: URL(fileURLWithPath: file))
      for command in [file, folder.path] {
        #expect(try error(of: FigureRenderer(command: command)).error == .gnuplotNotFound(command: command))
      }
    }
  }

  @Test func aProgramThatTheSystemCannotStartIsAnErrorWithItsReason() throws {
    try withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("gnuplot").path
      try Data([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 0]).write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      let error = try error(of: FigureRenderer(command: path))
      guard case .gnuplotNotStarted(path, let reason) = error.error else {
        Issue.record("\(error)")
        return
      }
      #expect(!reason.isEmpty)
    }
  }

  @Test(.enabled(if: hasGnuplot, "gnuplot is not installed"))
  func gnuplotsOwnWordsReachTheUserAndOtherFiguresAreStillDrawn() throws {
    try withTemporaryFolder { folder in
      // A real gnuplot that trips over the second script only.
      let real = try FigureRenderer().executable()
      let command = try standIn(
        "sed -i 's/^plot /plot nonsense(1), /' 1/svg.gp; exec \(real) \"$@\"", in: folder)
      let plots = folder.appendingPathComponent("plots")
      let jobs = ["fig-a", "fig-b", "fig-c"].map { FigureRenderer.Job(diagonal, label: $0) }
      let results = FigureRenderer(command: command).render(jobs, into: plots)
      #expect(try results[0].get().count == 1)
      #expect(try results[2].get().count == 1)
      guard case .failure(let error) = results[1], case .gnuplotFailed(_, let message) = error.error else {
        Issue.record("\(results[1])")
        return
      }
      #expect(error.label == "fig-b")
      #expect(message.contains("undefined function: nonsense"))
      #expect(message.contains("\"svg.gp\" line"))
      let files = try FileManager.default.contentsOfDirectory(atPath: plots.path).sorted()
      #expect(files == ["fig-a.svg", "fig-c.svg"])
    }
  }

  @Test func aGnuplotThatEndsAtOnceDoesNotEndUs() throws {
    try withTemporaryFolder { folder in
      let command = try standIn("echo 'no licence' >&2; exit 3", in: folder)
      let error = try error(of: FigureRenderer(command: command))
      #expect(error.error == .gnuplotFailed(status: 3, message: "no licence"))
    }
  }

  @Test func aGnuplotThatIsKilledIsReportedWithItsSignal() throws {
    try withTemporaryFolder { folder in
      let command = try standIn("kill -9 $$", in: folder)
      #expect(try error(of: FigureRenderer(command: command)).error == .gnuplotKilled(signal: 9, message: ""))
    }
  }

  @Test(arguments: ["sleep 60", "exec 2>&-; sleep 60", "while :; do echo again >&2; done"])
  func aGnuplotThatHangsIsEndedInTime(script: String) throws {
    try withTemporaryFolder { folder in
      let command = try standIn(script, in: folder)
      let start = Date()
      let error = try error(of: FigureRenderer(command: command, timeout: 0.3))
      #expect(error.error == .timedOut(seconds: 0.3))
      #expect(Date().timeIntervalSince(start) < 10)
    }
  }

  @Test func aGnuplotThatWritesNothingIsAnError() throws {
    try withTemporaryFolder { folder in
      let command = try standIn(
        "cat >/dev/null; echo 'gimbal-figure finished' >&2; echo 'gimbal-figure next' >&2", in: folder)
      #expect(try error(of: FigureRenderer(command: command)).error == .noOutput(format: "svg", message: ""))
    }
  }

  @Test(.enabled(if: hasGnuplot, "gnuplot is not installed"))
  func aFolderThatCannotBeMadeIsAnErrorWithItsPath() throws {
    try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("plots")
      try Data().write(to: file)
      let error = #expect(throws: FigureError.InFigure.self) {
        try FigureRenderer().render(diagonal, label: "fig-drift", into: file)
      }
      guard case .notWritable(let path, let reason) = try #require(error).error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(path == file.path)
      #expect(!reason.isEmpty)
    }
  }

  @Test(.enabled(if: hasGnuplot, "gnuplot is not installed"))
  func aFolderInPlaceOfTheFileIsAnErrorAndLeavesNothingBehind() throws {
    try withTemporaryFolder { folder in
      let taken = folder.appendingPathComponent("fig-drift.svg/inside")
      try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
      let error = #expect(throws: FigureError.InFigure.self) {
        try FigureRenderer().render(diagonal, label: "fig-drift", into: folder)
      }
      guard case .notWritable(let path, _) = try #require(error).error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(path.hasSuffix("fig-drift.svg"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["fig-drift.svg"])
    }
  }

  @Test(arguments: ["", "../escape", "a/b", ".hidden", "with space", "quote'", "line\nbreak", "$(x)"])
  func aLabelThatCannotNameAFileIsRefused(label: String) throws {
    #expect(try error(of: FigureRenderer(), label: label).error == .label(label))
  }

  @Test func temporaryFilesAreGoneAfterSuccessAndFailure() throws {
    try withTemporaryFolder { folder in
      let command = try standIn("pwd >&2; ls >&2; exit 1", in: folder)
      guard case .gnuplotFailed(_, let message) = try error(of: FigureRenderer(command: command)).error else {
        Issue.record("expected gnuplotFailed")
        return
      }
      let used = try #require(message.split(separator: "\n").first)
      #expect(used.contains("gimbal-figures-"))
      #expect(!FileManager.default.fileExists(atPath: String(used)))
    }
  }
}
