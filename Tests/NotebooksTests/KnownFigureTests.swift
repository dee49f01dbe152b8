import Display
import Figures
import Foundation
import Testing

@testable import NotebookDocument
@testable import Reports

@Suite("Figures that were drawn before")
struct KnownFigureTests {
  private let cache = "\(NSTemporaryDirectory())gimbal-known-\(UUID().uuidString)"

  private func draw(
    _ name: String = "a", label: String = "fig-a", caption: String = "", width: Double? = nil, gnuplot: Bool
  ) throws -> FigureDrawing {
    let figure = Figure(
      x: FigureAxis("time", unit: "s"), y: FigureAxis(name, unit: "m"), [.line("a", x: [0, 1], y: [0, 1])])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var options = CellOptions()
    options.figureCaptions = [caption]
    options.figureWidth = width
    // Without gnuplot, only what is known can be had.
    let drawer = FigureDrawer(cacheFolder: cache, renderer: gnuplot ? .init() : .init(searchPath: "/nowhere"))
    return try drawer.draw(
      MIMEBundle([MediaType.figure: String(decoding: try encoder.encode(figure), as: UTF8.self)]), label: label,
      index: 0, options: options, formats: ["svg", "pdf"])
  }

  @Test("The same figure is the same drawing; another name, caption, width or axis is another")
  func keys() throws {
    defer { try? FileManager.default.removeItem(atPath: cache) }
    let first = try draw(gnuplot: true)
    let again = try draw(gnuplot: false)
    #expect(again.files == first.files && again.svg == first.svg && again.scriptHash == first.scriptHash)
    #expect(throws: FigureFailure.self) { try draw("b", gnuplot: false) }
    #expect(throws: FigureFailure.self) { try draw(label: "fig-b", gnuplot: false) }
    #expect(throws: FigureFailure.self) { try draw(caption: "Words", gnuplot: false) }
    #expect(throws: FigureFailure.self) { try draw(width: 3, gnuplot: false) }
  }

  @Test("Damaged or missing entries are made again")
  func damage() throws {
    defer { try? FileManager.default.removeItem(atPath: cache) }
    let first = try draw(gnuplot: true)
    let known = "\(cache)/known-figures"
    let entry = "\(known)/\(try FileManager.default.contentsOfDirectory(atPath: known)[0])"
    for name in ["entry.json", "inline.svg"] {
      try Data().write(to: URL(fileURLWithPath: "\(entry)/\(name)"))
      #expect(try draw(gnuplot: false).svg == first.svg)
    }
    try FileManager.default.removeItem(atPath: "\(cache)/figures")
    #expect(throws: FigureFailure.self) { try draw(gnuplot: false) }
    #expect(try draw(gnuplot: true).files == first.files)
  }
}
