import Foundation
import Testing

@testable import Figures

@Suite(.enabled(if: hasGnuplot, "gnuplot is not installed")) struct ConcurrentRenderingTests {
  @Test func manyThreadsCanDrawAtOnceIntoOneFolder() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("figures-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let alone = try FigureRenderer().render(Gallery.scatter, label: "fig", into: folder.appendingPathComponent("alone"))
    let expected = try Data(contentsOf: alone[0])
    try await withThrowingTaskGroup(of: Data.self) { group in
      for index in 0..<12 {
        group.addTask {
          // Half of them write the same file, which must never be seen half written.
          let place = index % 2 == 0 ? folder : folder.appendingPathComponent("\(index)")
          let files = try FigureRenderer().render(Gallery.scatter, label: "fig", formats: [.svg, .pdf], into: place)
          return try Data(contentsOf: files[0])
        }
      }
      for try await file in group { #expect(file == expected) }
    }
  }

  @Test func theSameFigureIsTheSameFileInEveryFormat() throws {
    try withTemporaryFolder { folder in
      let formats = FigureFormat.allCases
      let first = try FigureRenderer().render(
        Gallery.trajectory, label: "fig", formats: formats, into: folder.appendingPathComponent("1"))
      // A PDF carries the second in which it was made, unless that is taken out.
      Thread.sleep(forTimeInterval: 1.1)
      let second = try FigureRenderer().render(
        Gallery.trajectory, label: "fig", formats: formats, into: folder.appendingPathComponent("2"))
      for (one, other) in zip(first, second) {
        let (before, after) = (try Data(contentsOf: one), try Data(contentsOf: other))
        // From cairo 1.18 on the date lies in a compressed object, and stays.
        if before.range(of: Data("/ObjStm".utf8)) != nil { continue }
        #expect(before == after, "\(one.lastPathComponent)")
      }
    }
  }

  @Test func sizeIsThatOfTheFileInEveryFormat() throws {
    try withTemporaryFolder { folder in
      let size = Figure.Size.inches(width: 4, height: 2)
      let files = try FigureRenderer().render(
        diagonal, label: "fig", formats: [.svg, .pdf, .png], size: size, into: folder)
      #expect(try String(contentsOf: files[0], encoding: .utf8).contains("viewBox=\"0 0 288 144\""))
      let told = try information(ofPDF: files[1])
      #expect(told.contains(/Page size: +288 x 144 pts/), "\(told)")
      let png = try Data(contentsOf: files[2])
      func number(_ offset: Int) -> Int { png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
      #expect(number(16) == 1200 && number(20) == 600)
    }
  }

  /// What poppler's `pdfinfo` says.
  private func information(ofPDF file: URL) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["pdfinfo", file.path]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  @Test func moreFiguresThanOneGnuplotTakesAreAllDrawn() throws {
    try withTemporaryFolder { folder in
      let jobs = (0..<250).map { FigureRenderer.Job(diagonal, label: "fig-\($0)") }
      for (index, result) in FigureRenderer().render(jobs, into: folder).enumerated() {
        let files = try result.get()
        #expect(files[0].lastPathComponent == "fig-\(index).svg")
      }
    }
  }
}
