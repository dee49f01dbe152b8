import Foundation
import Testing

@testable import Figures

@Suite struct GalleryTests {
  /// To look at the pictures: `GIMBAL_GALLERY=/some/folder swift test --filter GalleryTests`.
  @Test(.enabled(if: hasGnuplot, "gnuplot is not installed"))
  func everyKindOfFigureIsDrawnInEveryFormat() throws {
    try withTemporaryFolder { temporary in
      let folder =
        ProcessInfo.processInfo.environment["GIMBAL_GALLERY"].map { URL(fileURLWithPath: $0) } ?? temporary
      let jobs = Gallery.figures.map {
        FigureRenderer.Job(
          $0.figure, label: $0.name, alternative: "A sample <\($0.name)>.", formats: [.svg, .pdf, .png])
      }
      for (job, result) in zip(jobs, FigureRenderer().render(jobs, into: folder)) {
        let files = try result.get()
        #expect(files.map(\.lastPathComponent) == ["\(job.label).svg", "\(job.label).pdf", "\(job.label).png"])
        #expect(try Data(contentsOf: files[0]).starts(with: Data("<svg".utf8)))
        #expect(try Data(contentsOf: files[1]).starts(with: Data("%PDF".utf8)))
        #expect(try Data(contentsOf: files[2]).starts(with: [0x89, 0x50, 0x4e, 0x47]))
      }
    }
  }

  /// The scripts in `Golden/`; `GIMBAL_UPDATE_GOLDEN=1 swift test --filter GalleryTests` writes them again.
  @Test(arguments: Gallery.figures.map(\.name))
  func scriptsAreThoseOfTheGoldenFiles(name: String) throws {
    let figure = try #require(Gallery.figures.first { $0.name == name }?.figure)
    let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Golden/\(name).gp")
    let text = try figure.script(for: .svg).text
    if ProcessInfo.processInfo.environment["GIMBAL_UPDATE_GOLDEN"] != nil {
      try Data(text.utf8).write(to: golden)
    }
    let expected = try String(contentsOf: golden, encoding: .utf8)
    for (number, lines) in zip(text.split(separator: "\n"), expected.split(separator: "\n")).enumerated() {
      #expect(lines.0 == lines.1, "\(name).gp, line \(number + 1)")
    }
    #expect(text.utf8.count == expected.utf8.count)
  }

  @Test func theSameFigureGivesTheSameScriptDataAndKey() throws {
    for (_, figure) in Gallery.figures {
      let copy = try JSONDecoder().decode(Figure.self, from: JSONEncoder().encode(figure))
      #expect(copy == figure)
      #expect(try copy.script(for: .pdf) == figure.script(for: .pdf))
      #expect(try copy.script(for: .pdf).content == figure.script(for: .pdf).content)
    }
    let keys = try Gallery.figures.flatMap { figure in
      try FigureFormat.allCases.map { try figure.figure.script(for: $0).content }
    }
    #expect(Set(keys).count == keys.count)
  }
}
